/**
 * A store in memory, for tests and for data that need not outlive the process. Start with {@link
 * dev.partita.storage.memory.MemoryStore}, which keeps one immutable {@link
 * dev.partita.storage.memory.SortedTree} for each family.
 *
 * <p>What must stay true: a published tree never changes.
 */
@NullMarked
package dev.partita.storage.memory;

import org.jspecify.annotations.NullMarked;
