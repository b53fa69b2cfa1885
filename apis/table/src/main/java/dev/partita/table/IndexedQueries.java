package dev.partita.table;

import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Items;
import dev.partita.execution.ItemQueries;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.plan.ItemSelection;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.table.auth.KeyLimits;
import dev.partita.table.edm.EntityWriter;
import dev.partita.table.edm.StoredEntity;
import dev.partita.table.edm.Utf8Buffer;
import dev.partita.table.filter.Filter;
import dev.partita.telemetry.RequestDetail;
import java.util.Objects;

/**
 * Queries that the index of a container serves: it finds what may pass the filter, and the filter
 * looks at each of them, in one snapshot. Safe for use by any number of threads.
 */
final class IndexedQueries {

  /** What a continuation begins with that is one of an indexed query. */
  private static final String TOKEN = "2!";

  private final ItemQueries queries;

  IndexedQueries(LongQueryScheduler scheduler, long queryMillis) {
    this.queries = new ItemQueries(scheduler, QueryLimits.defaults().withMillis(queryMillis));
  }

  static boolean isToken(String nextPartitionKey) {
    return nextPartitionKey.startsWith(TOKEN);
  }

  /** Whether the table has an index, and the filter something that it knows. */
  boolean serves(Items items, Filter filter) {
    return items.container().definition().scheme() instanceof PartitionScheme.Hashed
        && !items.container().definition().indexing().equals(IndexingPolicy.NONE)
        && FilterPredicate.narrows(FilterPredicate.of(filter));
  }

  Answer query(
      Call call, Items items, Filter filter, KeyLimits limits, int rows, EntityWriter writer) {
    String next = call.query("NextPartitionKey");
    QueryPage page =
        queries.select(
            items,
            QueryRequest.of(Objects.requireNonNullElse(call.query("$filter"), ""))
                .withMaxItems(rows)
                .withContinuation(next == null ? null : token(next)),
            new ItemSelection(
                FilterPredicate.of(filter),
                item -> passes(new StoredEntity(item), filter, limits)));
    Utf8Buffer out = new Utf8Buffer(16 << 10);
    writer.begin(out);
    boolean first = true;
    for (QueryResult result : page.results()) {
      writer.row(new StoredEntity(Objects.requireNonNull(result.item())), first, out);
      first = false;
    }
    writer.end(out);
    String continuation = page.continuation();
    return Answer.of(200)
        .header("dataserviceversion", "3.0;")
        .header(
            "x-ms-continuation-NextPartitionKey",
            continuation == null ? null : TOKEN + KeyToken.encode(continuation))
        .header("x-ms-continuation-NextRowKey", continuation == null ? null : TOKEN)
        .about(() -> RequestDetail.of(FilterPredicate.of(filter), page.visits().size()))
        .header("x-ms-partita-plan", "index")
        .charge(page.charge())
        .body(call.level().contentType(), out.toBytes());
  }

  private static boolean passes(StoredEntity entity, Filter filter, KeyLimits limits) {
    return entity.isEntity()
        && filter.passes(entity::value)
        && (limits.equals(KeyLimits.NONE) || limits.holds(entity.partitionKey(), entity.rowKey()));
  }

  private static String token(String next) {
    return KeyToken.decode("NextPartitionKey", next.substring(TOKEN.length()));
  }
}
