package dev.partita.execution;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.document.IndexedSnapshot;
import dev.partita.document.Items;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Sql;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The queries over items. Every page is read from one snapshot and charged to the partitions that
 * it was read from. Safe for use by any number of threads.
 */
public final class ItemQueries {

  private static final Pattern EXPLAIN =
      Pattern.compile("\\s*EXPLAIN\\s+", Pattern.CASE_INSENSITIVE);

  private final QueryLimits limits;
  private final TextCache texts = new TextCache();
  private final ScanThreads threads = ScanThreads.ofProcessors();

  public ItemQueries() {
    this(QueryLimits.defaults());
  }

  public ItemQueries(QueryLimits limits) {
    this.limits = limits;
  }

  /**
   * Makes a page. A text that begins with EXPLAIN has one result: how the first page of the query
   * after it was made, which it costs as much as.
   *
   * @throws DatabaseException BAD_REQUEST if the query, a parameter or the continuation is not
   *     valid, or the query is beyond the limits; THROTTLED if a partition has nothing left to
   *     spend; UNAVAILABLE if the query was cancelled. The charge of what was done until then is
   *     the {@code requestCharge} of the context.
   */
  public QueryPage page(Items items, QueryRequest request) {
    Matcher explain = EXPLAIN.matcher(request.text());
    if (!explain.lookingAt()) {
      return make(items, request).page;
    }
    Made made = make(items, request.withText(request.text().substring(explain.end())));
    JsonObject explained = Operators.explain(made.context, made.run, made.page);
    return new QueryPage(
        List.of(new QueryResult(JsonWriter.bytes(explained))),
        null,
        made.page.charge(),
        made.page.metrics(),
        made.page.advice(),
        made.page.visits());
  }

  /** A page and how it was made. */
  private record Made(PageContext context, Run run, QueryPage page) {}

  private Made make(Items items, QueryRequest request) {
    Clock clock = items.container().engine().clock();
    long startNanos = clock.nanos();
    Page page = new Page(maxItems(request), limits.pageBytes());
    Query parsed = texts.parse(request.text(), Sql::parse);
    PreparedQuery query =
        PreparedQuery.of(parsed, request.text(), request.parameters(), request.traits());
    long compileNanos = clock.nanos() - startNanos;
    Ledger ledger = new Ledger(keyText(request.scope()));
    List<Parcel> asked = Parcel.of(items.container(), request.scope());
    try (IndexedSnapshot snapshot = items.indexedSnapshot()) {
      Reading reading = new Reading(items, snapshot, threads, clock);
      PageContext context = context(query, request, asked, reading, ledger, page, clock);
      Planner planner = new Planner(context, request, clock);
      Run run = planner.run();
      Place end = run.fill();
      String continuation =
          end == null ? null : continuation(context.token(end), request.maxContinuationBytes());
      QueryMetrics metrics = reading.metrics(page, clock.nanos() - startNanos, compileNanos);
      List<QueryPage.Visit> visits = ledger.settle();
      return new Made(
          context,
          run,
          new QueryPage(
              page.results(), continuation, ledger.total(), metrics, planner::utilization, visits));
    } catch (DatabaseException e) {
      ledger.settle();
      throw e.with("requestCharge", ledger.total());
    }
  }

  private PageContext context(
      PreparedQuery query,
      QueryRequest request,
      List<Parcel> asked,
      Reading reading,
      Ledger ledger,
      Page page,
      Clock clock) {
    QueryToken token =
        request.continuation() == null
            ? null
            : QueryToken.decode(request.continuation(), query.fingerprint());
    List<Parcel> parcels = KeyTargets.narrow(reading.items().container(), asked, query, request);
    if (parcels.isEmpty()) {
      // Nothing is to be found, but someone has to say so.
      List<Parcel> some =
          asked.isEmpty() ? Parcel.of(reading.items().container(), QueryScope.ALL) : asked;
      parcels = some.subList(0, 1);
      reading.use(new Access.Lookup(new Candidates.Listed(List.of())));
    }
    PageWatch watch = new PageWatch(clock, limits, request.cancelled());
    Execution execution = Execution.start(clock, request.functions(), watch);
    return new PageContext(query, token, parcels, reading, ledger, page, watch, execution, limits);
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
