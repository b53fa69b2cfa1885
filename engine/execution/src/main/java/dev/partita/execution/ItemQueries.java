package dev.partita.execution;

import static java.util.Objects.requireNonNull;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.document.IndexedSnapshot;
import dev.partita.document.Items;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import dev.partita.partition.ReadOptions;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Sql;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
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

  /** The part of the heap for what pages leave for the next. */
  private static final int KEPT_OF_HEAP = 16;

  private static final Query ANYTHING = Sql.parse("SELECT VALUE true FROM c");

  private final LongQueryScheduler scheduler;
  private final QueryLimits limits;
  private final TextCache texts = new TextCache();
  private final Leftovers kept = new Leftovers(Runtime.getRuntime().maxMemory() / KEPT_OF_HEAP);

  public ItemQueries(LongQueryScheduler scheduler, QueryLimits limits) {
    this.scheduler = scheduler;
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
    String query = queryOf(request.text());
    if (query.length() == request.text().length()) {
      return make(items, request, null).page;
    }
    QueryRequest explained = request.withText(query);
    Made made = make(items, explained, null);
    JsonObject operators = Operators.explain(made.context, made.run, made.page);
    return new QueryPage(
        List.of(new QueryResult(JsonWriter.bytes(operators))),
        null,
        made.page.charge(),
        made.page.metrics(),
        made.page.advice(),
        made.page.visits());
  }

  /**
   * Which items a query depends on: those that have rows in it, whatever it makes of these. Empty
   * if an item alone does not tell, since functions of users, chance or the time take part.
   *
   * @throws DatabaseException BAD_REQUEST if the query or a parameter is not valid
   */
  public Optional<Predicate<JsonObject>> reach(QueryRequest request, Clock clock) {
    QueryShape shape = read(request.withText(queryOf(request.text()))).query();
    Query query = shape.query();
    if (query.from() == null) {
      return Optional.of(_ -> false);
    }
    Query rows =
        new Query(
            ANYTHING.select(), query.from(), query.where(), List.of(), null, null, query.span());
    boolean ranked = query.orderBy() != null && query.orderBy().rank();
    if (ranked || !shape.readsItemByItem() || !QueryShape.isRepeatable(rows)) {
      return Optional.empty();
    }
    ReferenceQuery compiled = ReferenceQuery.compile(rows, request.parameters(), request.traits());
    return Optional.of(item -> compiled.execute(List.of(item), Execution.start(clock)).hasNext());
  }

  /** The query that a text is or, after EXPLAIN, is about. */
  public static String queryOf(String text) {
    Matcher explain = EXPLAIN.matcher(text);
    return explain.lookingAt() ? text.substring(explain.end()) : text;
  }

  /**
   * Makes a page like {@link #page} if that takes less than a millisecond, as is to be expected if
   * the last pages of the same text took much less. Empty if it does not, or the query calls
   * functions of users, which may take any time; nothing is charged then.
   */
  public Optional<QueryPage> pageAtOnce(Items items, QueryRequest request) {
    TextCache.Known known = texts.find(request.text());
    if (known == null || !known.isQuick() || !known.query().isRepeatable()) {
      return Optional.empty();
    }
    try {
      return Optional.of(make(items, request, known).page);
    } catch (TakesLonger e) {
      known.took(TextCache.LONG_NANOS);
      return Optional.empty();
    }
  }

  private TextCache.Known read(QueryRequest request) {
    return texts.read(request.text(), text -> QueryShape.of(Sql.parse(text)));
  }

  /** A page and how it was made. */
  private record Made(PageContext context, Run run, QueryPage page) {}

  /**
   * Does something about the text of a query within the bounds of a page.
   *
   * @throws DatabaseException BAD_REQUEST if it takes too long; UNAVAILABLE if it was cancelled
   */
  public <T> T plan(Clock clock, BooleanSupplier cancelled, Supplier<T> work) {
    try (LongQueryScheduler.Turn turn = scheduler.begin(clock)) {
      return new PageWatch(clock, limits, cancelled, Long.MAX_VALUE, turn).plan(work);
    }
  }

  /**
   * @param atOnce the text, for a page that is to be made at once
   * @throws TakesLonger if that takes longer
   */
  private Made make(Items items, QueryRequest request, TextCache.@Nullable Known atOnce) {
    Clock clock = items.clock();
    long startNanos = clock.nanos();
    try (LongQueryScheduler.Turn turn = atOnce == null ? scheduler.begin(clock) : null) {
      long patienceNanos = atOnce == null ? Long.MAX_VALUE : TextCache.LONG_NANOS;
      PageWatch watch = new PageWatch(clock, limits, request.cancelled(), patienceNanos, turn);
      TextCache.Known known = atOnce == null ? watch.plan(() -> read(request)) : atOnce;
      PreparedQuery query =
          watch.plan(
              () ->
                  PreparedQuery.of(
                      known.query(), request.text(), request.parameters(), request.traits()));
      long compileNanos = clock.nanos() - startNanos;
      // Who is to be done at once cannot wait for others.
      ScanThreads helpers = atOnce == null ? scheduler.helpers() : ScanThreads.ALONE;
      Made made = make(items, request, query, watch, helpers, startNanos, compileNanos);
      known.took(clock.nanos() - startNanos);
      return made;
    }
  }

  private Made make(
      Items items,
      QueryRequest request,
      PreparedQuery query,
      PageWatch watch,
      ScanThreads helpers,
      long startNanos,
      long compileNanos) {
    Clock clock = items.clock();
    Page page = new Page(maxItems(request), limits.pageBytes());
    Ledger ledger = new Ledger(keyText(request.scope()), request.admitted());
    Leftover leftover =
        request.continuation() == null
            ? null
            : kept.take(key(items, request, request.continuation()), clock);
    List<Parcel> asked = Parcel.of(items.container(), request.scope());
    try (IndexedSnapshot snapshot = items.reader().indexedSnapshot(ReadOptions.LEADER)) {
      Reading reading = new Reading(items, snapshot, helpers, clock);
      ledger.countComputing(watch::work);
      PageContext context = context(query, request, leftover, asked, reading, ledger, page, watch);
      long planningNanos = clock.nanos();
      Planner planner = watch.plan(() -> new Planner(context, request, clock));
      Run run =
          leftover instanceof FoundGroups groups
              ? new KeptRun(context, groups)
              : watch.plan(planner::run);
      long planNanos = clock.nanos() - planningNanos;
      Place end = run.fill();
      String continuation =
          end == null ? null : continuation(context.token(end), request.maxContinuationBytes());
      if (continuation != null) {
        boolean isKept = kept.put(key(items, request, continuation), run.rest(), clock);
        if (end instanceof Place.Unfinished && !isKept) {
          throw watch.tooLong();
        }
      }
      long nanos = clock.nanos() - startNanos;
      QueryMetrics metrics = reading.metrics(page, nanos, compileNanos, planNanos);
      List<QueryPage.Visit> visits = ledger.settle();
      return new Made(
          context,
          run,
          new QueryPage(
              page.results(), continuation, ledger.total(), metrics, planner::utilization, visits));
    } catch (DatabaseException e) {
      if (leftover != null && leftover.isWhole()) {
        // Whoever was throttled will ask again.
        kept.put(key(items, request, requireNonNull(request.continuation())), leftover, clock);
      }
      ledger.settle();
      throw e.with("requestCharge", ledger.total());
    }
  }

  private PageContext context(
      PreparedQuery query,
      QueryRequest request,
      @Nullable Leftover leftover,
      List<Parcel> asked,
      Reading reading,
      Ledger ledger,
      Page page,
      PageWatch watch) {
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
      reading.use(Access.Lookup.of(new Candidates.Listed(List.of()), 0, ScanThreads.ALONE));
    }
    Clock clock = reading.items().clock();
    Execution execution = Execution.start(clock, request.functions(), watch);
    return new PageContext(
        query, token, leftover, parcels, reading, ledger, page, watch, execution, limits);
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

  private static Leftovers.Key key(Items items, QueryRequest request, String continuation) {
    return new Leftovers.Key(items.container().number(), request.scope(), continuation);
  }

  private static @Nullable String keyText(QueryScope scope) {
    return scope instanceof QueryScope.Key(var key) ? key.toJson() : null;
  }
}
