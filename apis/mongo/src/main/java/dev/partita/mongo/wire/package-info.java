/**
 * The messages of MongoDB's wire protocol as bytes: {@link dev.partita.mongo.wire.MessageReader}
 * reads OP_MSG, OP_QUERY and OP_COMPRESSED, {@link dev.partita.mongo.wire.MessageWriter} writes the
 * replies. What the documents in them mean is for the packages above.
 *
 * <p>What must stay true: a message that lies about a length, of itself or of a part, is refused
 * before anything is allocated by that length or read beyond the message.
 */
@NullMarked
package dev.partita.mongo.wire;

import org.jspecify.annotations.NullMarked;
