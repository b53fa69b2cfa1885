/**
 * Bodies with several requests in them: {@link dev.partita.table.multipart.BatchReader} takes one
 * apart, {@link dev.partita.table.multipart.BatchWriter} puts the answers together.
 *
 * <p>What must stay true: a body is understood as a whole or refused as a whole; nothing of a
 * request is copied before it is needed.
 */
@NullMarked
package dev.partita.table.multipart;

import org.jspecify.annotations.NullMarked;
