/**
 * Makes a store consistent after a part of its log was lost. Each family is then as it was at some
 * moment, but not all at the same one. The records are taken as they are, the catalogue among them;
 * sizes, change logs and index entries are made to fit. Start with {@link
 * dev.partita.container.repair.StoreRepair}.
 *
 * <p>What must stay true: after a repair the check of the store finds nothing, and a repair that
 * was cut short can be done again.
 */
@NullMarked
package dev.partita.container.repair;

import org.jspecify.annotations.NullMarked;
