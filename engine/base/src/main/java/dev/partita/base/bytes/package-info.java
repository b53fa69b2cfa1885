/**
 * Byte strings whose unsigned order is the order of the values that they encode. {@link
 * dev.partita.base.bytes.KeyWriter} builds keys part by part, {@link
 * dev.partita.base.bytes.KeyReader} reads their parts, {@link dev.partita.base.bytes.KeyRange} is a
 * half-open interval of keys. All comparisons are unsigned.
 */
@NullMarked
package dev.partita.base.bytes;

import org.jspecify.annotations.NullMarked;
