/**
 * The check and the repair of collections: {@link dev.partita.collection.check.CollectionModel} is
 * what a server declares of them. Reads stored data past the engine, and changes nothing.
 */
@NullMarked
package dev.partita.collection.check;

import org.jspecify.annotations.NullMarked;
