/**
 * Byte strings that sort as what they stand for. {@link dev.partita.base.bytes.KeyWriter} builds
 * keys part by part, {@link dev.partita.base.bytes.KeyReader} takes them apart, {@link
 * dev.partita.base.bytes.KeyRange} is a half-open interval of them. All comparisons are unsigned.
 */
@NullMarked
package dev.partita.base.bytes;

import org.jspecify.annotations.NullMarked;
