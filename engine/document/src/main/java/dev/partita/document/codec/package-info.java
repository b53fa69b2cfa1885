/**
 * The binary form of operations on items and of their results, in which nodes send them to each
 * other: docs/formats/operations.md. Start with {@link dev.partita.document.codec.OperationCodec};
 * {@link dev.partita.document.codec.ResultCodec} has the way back.
 *
 * <p>What must stay true: what is decoded does what the original would have done; bytes that are
 * not an encoding are refused with BAD_REQUEST, and take no more memory than their length allows.
 * Nothing that stays on a node passes here.
 */
@NullMarked
package dev.partita.document.codec;

import org.jspecify.annotations.NullMarked;
