/**
 * Partition keys: which properties of a document decide where it lives, and where that is. {@link
 * dev.partita.container.key.PartitionKeyDefinition} takes the {@link
 * dev.partita.container.key.PartitionKey} out of a document; {@link
 * dev.partita.container.key.EffectivePartitionKey} is the key's place in the ordered space that
 * physical partitions divide among themselves.
 *
 * <p>What stays true: clients compute the same effective keys, so every bit counts; and both forms
 * are stored, so neither may ever change. {@code docs/formats/partition-keys.md} describes them
 * byte by byte.
 */
@NullMarked
package dev.partita.container.key;

import org.jspecify.annotations.NullMarked;
