/**
 * BSON as the database sees it. A {@link dev.partita.bson.BsonValue} is a scalar, or a view of the
 * bytes of a string, a {@link dev.partita.bson.BsonDocument} or a {@link
 * dev.partita.bson.BsonArray}; what is not touched is not decoded. {@link
 * dev.partita.bson.BsonBuilder} writes documents, {@link dev.partita.bson.BsonPath} names places in
 * them, {@link dev.partita.bson.BsonOrder} compares values as MongoDB does, and {@link
 * dev.partita.bson.BsonKeyWriter} encodes them so that bytes sort like values.
 *
 * <p>What stays true: values are immutable, and the arrays that they view are never written to
 * again. Bytes from outside become documents through {@link dev.partita.bson.BsonDocument#read},
 * which validates all of them, so nothing else here has to expect malformed bytes. Documents nest
 * at most {@link dev.partita.bson.BsonValidator#MAX_DEPTH} levels, so recursion over values is
 * bounded.
 */
@NullMarked
package dev.partita.bson;

import org.jspecify.annotations.NullMarked;
