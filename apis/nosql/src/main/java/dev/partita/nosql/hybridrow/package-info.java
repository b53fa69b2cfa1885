/**
 * The binary form in which .NET clients send batches and want their results: HybridRow rows in a
 * RecordIO stream. {@link dev.partita.nosql.hybridrow.HybridRowBatch} reads and writes just the two
 * schemas of batches.
 *
 * <p>All numbers are little-endian. A row is a head (the byte 81 and the id of its schema), one
 * presence bit for each nullable column outside the sparse part, the fixed columns, the variable
 * columns that are present, each after its length, and then sparse fields: type, path, value. A
 * path is the place of its column in the schema, from 1 on. A stream is a segment row, then for
 * each record a row with its length and CRC-32, and the record, a row itself.
 *
 * <p>What must stay true: bytes that are not such a stream are refused with BAD_REQUEST, whatever
 * they are.
 */
@NullMarked
package dev.partita.nosql.hybridrow;

import org.jspecify.annotations.NullMarked;
