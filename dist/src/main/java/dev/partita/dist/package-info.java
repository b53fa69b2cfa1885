/**
 * What makes packages of the server: an archive for each platform, and a Debian package. Start at
 * {@link dev.partita.dist.Packages}.
 *
 * <p>What must stay true: the same sources and the same JDK make the same bytes, wherever and
 * whenever; a package has the native library of its own platform only, and says of every library in
 * it what it is and under which licence.
 */
@NullMarked
package dev.partita.dist;

import org.jspecify.annotations.NullMarked;
