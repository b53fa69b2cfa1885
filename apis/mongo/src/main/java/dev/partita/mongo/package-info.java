/**
 * MongoDB's protocol: {@link dev.partita.mongo.MongoModule} declares it to a server, {@link
 * dev.partita.mongo.MongoApi} is it at work, with a {@link dev.partita.mongo.MongoConversation} for
 * each connection. Messages are in {@code wire}, commands in {@code command}, proofs of keys in
 * {@code auth}; the documents themselves are those of {@link
 * dev.partita.collection.BsonCollections}.
 *
 * <p>What must stay true: a message that wants no reply gets none, and everything else gets one in
 * the order of the requests; a client is told of a failure by the code that MongoDB has for it.
 */
@NullMarked
package dev.partita.mongo;

import org.jspecify.annotations.NullMarked;
