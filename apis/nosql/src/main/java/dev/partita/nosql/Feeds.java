package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.throughput.RequestCharge;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists and queries of what the catalogue holds. */
final class Feeds {

  static final RequestCharge METADATA_READ = RequestCharge.of(1);
  static final RequestCharge METADATA_WRITE = new RequestCharge(495);

  /** How many entries a page of a list has at most where the client does not say. */
  static final int DEFAULT_PAGE = 100;

  private final Queries queries;

  Feeds(Queries queries) {
    this.queries = queries;
  }

  Reply list(Call call, String rid, String name, List<JsonObject> all) {
    return page(call, rid, name, all);
  }

  Reply query(Call call, String rid, String name, List<JsonObject> all) {
    return page(call, rid, name, queries.over(call.json(), all));
  }

  /** A page of a list; the continuation is the number of entries before the next page. */
  private static Reply page(Call call, String rid, String name, List<? extends JsonValue> all) {
    int from = Math.min(all.size(), offset(call.header("x-ms-continuation")));
    int to = from + Math.min(all.size() - from, call.maxItemCount(DEFAULT_PAGE));
    return Reply.of(200)
        .charge(METADATA_READ)
        .continuation(to < all.size() ? Integer.toString(to) : null)
        .feed(rid, name, all.subList(from, to));
  }

  private static int offset(@Nullable String continuation) {
    if (continuation == null) {
      return 0;
    }
    try {
      int offset = Integer.parseInt(continuation);
      if (offset >= 0) {
        return offset;
      }
    } catch (NumberFormatException e) {
      throw invalid(continuation);
    }
    throw invalid(continuation);
  }

  private static DatabaseException invalid(String continuation) {
    return DatabaseException.badRequest("The continuation is not one of this list.")
        .with("continuation", continuation);
  }
}
