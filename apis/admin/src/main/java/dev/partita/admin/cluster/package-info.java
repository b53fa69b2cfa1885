/** The cluster as operators see it, and what they have done to it. */
@NullMarked
package dev.partita.admin.cluster;

import org.jspecify.annotations.NullMarked;
