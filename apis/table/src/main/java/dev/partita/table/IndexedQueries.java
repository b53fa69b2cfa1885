package dev.partita.table;

import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.ItemReader;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.execution.ItemQueries;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.query.compile.Parameters;
import dev.partita.table.auth.KeyLimits;
import dev.partita.table.edm.EntityWriter;
import dev.partita.table.edm.StoredEntity;
import dev.partita.table.edm.Utf8Buffer;
import dev.partita.table.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * Queries that the index of a container serves: what the filter says of properties is asked of the
 * documents in SQL, and what that finds is looked at again with the whole filter. Safe for use by
 * any number of threads.
 */
final class IndexedQueries {

  /** What a continuation begins with that is one of the SQL query. */
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
        && SqlCondition.of(filter).isPresent();
  }

  Answer query(
      Call call, Items items, Filter filter, KeyLimits limits, int rows, EntityWriter writer) {
    SqlCondition condition = SqlCondition.of(filter).orElseThrow();
    String next = call.query("NextPartitionKey");
    QueryPage page =
        queries.page(
            items,
            QueryRequest.of("SELECT c[\"$pk\"] AS p, c.id AS r FROM c WHERE " + condition.text())
                .withParameters(new Parameters(condition.parameters()))
                .withMaxItems(rows)
                .withContinuation(next == null ? null : token(next)));
    Utf8Buffer out = new Utf8Buffer(16 << 10);
    writer.begin(out);
    boolean first = true;
    for (QueryResult result : page.results()) {
      StoredEntity entity = entity(items, result);
      if (entity != null
          && filter.passes(entity::value)
          && (limits.equals(KeyLimits.NONE)
              || limits.holds(entity.partitionKey(), entity.rowKey()))) {
        writer.row(entity, first, out);
        first = false;
      }
    }
    writer.end(out);
    String continuation = page.continuation();
    return Answer.of(200)
        .header("dataserviceversion", "3.0;")
        .header(
            "x-ms-continuation-NextPartitionKey",
            continuation == null ? null : TOKEN + KeyToken.encode(continuation))
        .header("x-ms-continuation-NextRowKey", continuation == null ? null : TOKEN)
        .header("x-ms-partita-plan", "index")
        .charge(page.charge())
        .body(call.level().contentType(), out.toBytes());
  }

  private static String token(String next) {
    return KeyToken.decode("NextPartitionKey", next.substring(TOKEN.length()));
  }

  /** The entity that was found; null if it is gone meanwhile. */
  private static @Nullable StoredEntity entity(Items items, QueryResult result) {
    if (result.value() instanceof JsonObject keys
        && keys.at("p") instanceof JsonString(String key)
        && keys.at("r") instanceof JsonString(String row)) {
      ItemReader reader = items.reader();
      StoredItem item = reader.find(reader.newest(), reader.place(PartitionKey.of(key), row));
      return item == null ? null : new StoredEntity(item);
    }
    return null;
  }
}
