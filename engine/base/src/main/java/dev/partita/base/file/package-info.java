/** Files and their permissions: {@link dev.partita.base.file.OwnerOnly}. */
@NullMarked
package dev.partita.base.file;

import org.jspecify.annotations.NullMarked;
