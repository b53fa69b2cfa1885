package dev.partita.execution;

import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.index.IndexReader;
import dev.partita.index.Indexes;
import java.util.List;
import java.util.Optional;

/**
 * The choice of the way in which a page gets at its items. Every page chooses anew: its place is a
 * key and does not depend on how the page before got there.
 */
final class Planner {

  private Planner() {}

  static void plan(PageContext context, QueryRequest request, Clock clock) {
    if (!context.query.itemByItem()
        || context.parcels.isEmpty()
        || context.left() == 0
        || context.reading.access() instanceof Access.Lookup) {
      return;
    }
    Indexes indexes = indexes(context.reading.items().container().record());
    IndexCondition condition =
        IndexFilter.of(context.query.query(), request.parameters(), request.traits(), indexes)
            .condition(context.query.query());
    if (condition.equals(IndexCondition.ANY_ITEM)) {
      return;
    }
    Parcel first = context.parcels.getFirst();
    context.ledger.admit(first);
    IndexReader index =
        new IndexReader(context.reading.snapshot(), context.reading.items().container().number());
    long start = clock.nanos();
    CandidateSearch search =
        new CandidateSearch(index, context.parcels, context.limits.lookupEntries());
    Optional<Candidates> found = search.find(condition);
    found.ifPresent(candidates -> context.reading.use(new Access.Lookup(candidates)));
    if (context.isFirstPage() && search.seeks() > 0) {
      context.ledger.open(first, true);
      context.reading.onSearch(
          search.seeks(), search.entries(), clock.nanos() - start, context.ledger, first);
    }
  }

  private static Indexes indexes(ContainerRecord record) {
    var reindexing = record.reindexing();
    return new Indexes(
        record.definition().indexing(), reindexing == null ? List.of() : reindexing.earlier());
  }
}
