/** The laws of keys and ranges. */
@NullMarked
package dev.partita.base.bytes;

import org.jspecify.annotations.NullMarked;
