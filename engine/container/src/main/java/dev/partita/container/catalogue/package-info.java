/**
 * What exists: accounts, databases, containers with their throughput and partition maps. {@link
 * dev.partita.container.catalogue.Catalogue} keeps it in memory for reading; {@link
 * dev.partita.container.catalogue.CataloguePartition} decides on changes and keeps it in a
 * partition of its own for good.
 *
 * <p>What must stay true: a change is durable before anyone sees it; what is in memory changes by
 * {@link dev.partita.container.catalogue.CatalogueEffect} alone, so all who apply the same know the
 * same; a container's partition map is part of its one record, so a split or a merge is one atomic
 * write.
 */
@NullMarked
package dev.partita.container.catalogue;

import org.jspecify.annotations.NullMarked;
