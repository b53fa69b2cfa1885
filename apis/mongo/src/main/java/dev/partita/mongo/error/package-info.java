/**
 * Failures in the terms of MongoDB: {@link dev.partita.mongo.error.MongoError} has the codes with
 * their names, {@link dev.partita.mongo.error.CommandFailure} is what a command fails with.
 *
 * <p>What must stay true: a code and its name are the ones that MongoDB 7.0 has for the same
 * mistake, since drivers and applications go by them.
 */
@NullMarked
package dev.partita.mongo.error;

import org.jspecify.annotations.NullMarked;
