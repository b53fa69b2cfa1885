package dev.partita.execution;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.document.Items;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Sql;
import dev.partita.storage.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queries over items. Every page is read from one snapshot and charged to the partitions that
 * it was read from. Safe for use by any number of threads.
 */
public final class ItemQueries {

  private final QueryLimits limits;
  private final TextCache texts = new TextCache();

  public ItemQueries() {
    this(QueryLimits.defaults());
  }

  public ItemQueries(QueryLimits limits) {
    this.limits = limits;
  }

  /**
   * Makes a page.
   *
   * @throws DatabaseException BAD_REQUEST if the query, a parameter or the continuation is not
   *     valid, or the query is beyond the limits; THROTTLED if a partition has nothing left to
   *     spend; UNAVAILABLE if the query was cancelled. The charge of what was done until then is
   *     the {@code requestCharge} of the context.
   */
  public QueryPage page(Items items, QueryRequest request) {
    Clock clock = items.container().engine().clock();
    long startNanos = clock.nanos();
    int maxItems = maxItems(request);
    Query parsed = texts.parse(request.text(), Sql::parse);
    PreparedQuery query =
        PreparedQuery.of(parsed, request.text(), request.parameters(), request.traits());
    QueryToken token =
        request.continuation() == null
            ? null
            : QueryToken.decode(request.continuation(), query.fingerprint());
    PageWatch watch = new PageWatch(clock, limits, request.cancelled());
    long compileNanos = clock.nanos() - startNanos;
    List<Parcel> asked = Parcel.of(items.container(), request.scope());
    List<Parcel> parcels = KeyTargets.narrow(items.container(), asked, query, request);
    Ledger ledger = new Ledger(keyText(request.scope()));
    Page page = new Page(maxItems, limits.pageBytes());
    try (Snapshot snapshot = items.container().store().snapshot()) {
      Reading reading = new Reading(items, snapshot, clock);
      if (parcels.isEmpty() && !asked.isEmpty()) {
        // Nothing is to be found, but someone has to say so.
        parcels = asked.subList(0, 1);
        reading.use(new Access.Lookup(new Candidates.Listed(List.of())));
      }
      PageContext context =
          new PageContext(
              query,
              token,
              parcels,
              reading,
              ledger,
              page,
              watch,
              Execution.start(clock, request.functions(), watch),
              limits);
      Planner planner = new Planner(context, request, clock);
      Place end = planner.run().fill();
      String continuation =
          end == null ? null : continuation(context.token(end), request.maxContinuationBytes());
      List<QueryPage.Visit> visits = ledger.settle();
      return new QueryPage(
          page.results(),
          continuation,
          ledger.total(),
          reading.metrics(page, clock.nanos() - startNanos, compileNanos),
          planner.utilization(),
          visits);
    } catch (DatabaseException e) {
      ledger.settle();
      throw e.with("requestCharge", ledger.total());
    }
  }

  private int maxItems(QueryRequest request) {
    if (request.maxItems() == -1) {
      return limits.pageItems();
    }
    if (request.maxItems() < 1) {
      throw DatabaseException.badRequest(
              "The number of items of a page must be positive, or -1 if the server decides.")
          .with("maxItems", request.maxItems());
    }
    return request.maxItems();
  }

  /** The token as text. One that would be too long for the client names no keys, only a number. */
  private static String continuation(QueryToken token, int maxBytes) {
    String text = token.encode();
    return maxBytes > 0 && text.length() > maxBytes
        ? token.with(token.place().shortened()).encode()
        : text;
  }

  private static @Nullable String keyText(QueryScope scope) {
    return scope instanceof QueryScope.Key(var key) ? key.toJson() : null;
  }
}
