package dev.partita.execution.page;

import dev.partita.execution.plan.IndexUtilization;
import dev.partita.json.JsonValue;
import dev.partita.throughput.RequestCharge;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Some results of a query.
 *
 * @param continuation how to ask for the next page; null if this is the last one
 * @param advice works out which indexes are of use to the query
 * @param charge what the page cost, over all partitions
 * @param visits the physical partitions that were asked, in the order of their positions
 */
public record QueryPage(
    List<QueryResult> results,
    @Nullable String continuation,
    RequestCharge charge,
    QueryMetrics metrics,
    Supplier<IndexUtilization> advice,
    List<Visit> visits) {

  public QueryPage {
    results = List.copyOf(results);
    visits = List.copyOf(visits);
  }

  /**
   * What one physical partition did for a page.
   *
   * @param lsn everything up to it is in the results
   */
  public record Visit(int partition, long lsn, RequestCharge charge) {}

  /** Which indexes are of use to the query; worked out each time. */
  public IndexUtilization utilization() {
    return advice.get();
  }

  public List<JsonValue> values() {
    return results.stream().map(QueryResult::value).toList();
  }

  /** The greatest LSN of all partitions that were asked. */
  public long lsn() {
    return visits.stream().mapToLong(Visit::lsn).max().orElse(0);
  }
}
