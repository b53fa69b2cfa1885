package dev.partita.execution;

import static java.util.Objects.requireNonNull;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.document.IndexedSnapshot;
import dev.partita.document.Items;
import dev.partita.execution.access.Candidates;
import dev.partita.execution.access.ItemAccess;
import dev.partita.execution.access.ItemLoader;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.CarriedState;
import dev.partita.execution.page.InlineBudgetExceeded;
import dev.partita.execution.page.Ledger;
import dev.partita.execution.page.Page;
import dev.partita.execution.page.PageResultCache;
import dev.partita.execution.page.PageWatch;
import dev.partita.execution.page.QueryMetrics;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.page.QueryToken;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.parallel.ScanThreads;
import dev.partita.execution.plan.ItemSelection;
import dev.partita.execution.plan.KeyTargets;
import dev.partita.execution.plan.ParsedQueryCache;
import dev.partita.execution.plan.PreparedQuery;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.execution.plan.QueryScope;
import dev.partita.execution.plan.QueryShape;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.execution.run.CachedGroupsRun;
import dev.partita.execution.run.Operators;
import dev.partita.execution.run.PageContext;
import dev.partita.execution.run.PendingGroups;
import dev.partita.execution.run.Planner;
import dev.partita.execution.run.Run;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
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

  /** The share of the heap for state that pages carry over. */
  private static final int KEPT_OF_HEAP = 16;

  private static final QueryShape ALL_ITEMS = QueryShape.of(Sql.parse("SELECT * FROM c"));

  private static final Query ANYTHING = Sql.parse("SELECT VALUE true FROM c");

  private final LongQueryScheduler scheduler;
  private final QueryLimits limits;
  private final ParsedQueryCache texts = new ParsedQueryCache();
  private final PageResultCache kept =
      new PageResultCache(Runtime.getRuntime().maxMemory() / KEPT_OF_HEAP);

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
   * Makes a page of the items that a filter of another language accepts, as they are in one
   * snapshot. They come in no particular order.
   *
   * @param request with the text of the filter, by which continuations know it
   * @throws DatabaseException as {@link #page} does
   */
  public QueryPage select(Items items, QueryRequest request, ItemSelection selection) {
    Clock clock = items.clock();
    long startNanos = clock.nanos();
    try (LongQueryScheduler.Turn turn = scheduler.begin(clock)) {
      PageWatch watch = new PageWatch(clock, limits, request.cancelled(), Long.MAX_VALUE, turn);
      PreparedQuery query =
          watch.plan(
              () -> PreparedQuery.of(ALL_ITEMS, request.text(), request.traits(), selection));
      long compileNanos = clock.nanos() - startNanos;
      return make(items, request, query, watch, scheduler.helpers(), startNanos, compileNanos).page;
    }
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
    ParsedQueryCache.ParsedQuery known = texts.find(request.text());
    if (known == null || !known.isQuick() || !known.query().isRepeatable()) {
      return Optional.empty();
    }
    try {
      return Optional.of(make(items, request, known).page);
    } catch (InlineBudgetExceeded e) {
      known.recordDuration(ParsedQueryCache.LONG_NANOS);
      return Optional.empty();
    }
  }

  private ParsedQueryCache.ParsedQuery read(QueryRequest request) {
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
   * @throws InlineBudgetExceeded if that takes longer
   */
  private Made make(
      Items items, QueryRequest request, ParsedQueryCache.@Nullable ParsedQuery atOnce) {
    Clock clock = items.clock();
    long startNanos = clock.nanos();
    try (LongQueryScheduler.Turn turn = atOnce == null ? scheduler.begin(clock) : null) {
      long patienceNanos = atOnce == null ? Long.MAX_VALUE : ParsedQueryCache.LONG_NANOS;
      PageWatch watch = new PageWatch(clock, limits, request.cancelled(), patienceNanos, turn);
      ParsedQueryCache.ParsedQuery known =
          atOnce == null ? watch.plan(() -> read(request)) : atOnce;
      PreparedQuery query =
          watch.plan(
              () ->
                  PreparedQuery.of(
                      known.query(), request.text(), request.parameters(), request.traits()));
      long compileNanos = clock.nanos() - startNanos;
      // An inline page cannot wait for other threads.
      ScanThreads helpers = atOnce == null ? scheduler.helpers() : ScanThreads.ALONE;
      Made made = make(items, request, query, watch, helpers, startNanos, compileNanos);
      known.recordDuration(clock.nanos() - startNanos);
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
    Ledger ledger = new Ledger(keyText(request.scope()), request.admitted(), request.terms());
    CarriedState carried =
        request.continuation() == null
            ? null
            : kept.take(key(items, request, request.continuation()), clock);
    List<ScanFragment> asked = ScanFragment.of(items.container(), request.scope());
    try (IndexedSnapshot snapshot = items.reader().indexedSnapshot(request.terms().options())) {
      ItemLoader loader = new ItemLoader(items, snapshot, helpers, clock);
      ledger.countComputing(watch::work);
      PageContext context = context(query, request, carried, asked, loader, ledger, page, watch);
      long planningNanos = clock.nanos();
      Planner planner = watch.plan(() -> new Planner(context, request, clock));
      Run run =
          carried instanceof PendingGroups groups
              ? new CachedGroupsRun(context, groups)
              : watch.plan(planner::run);
      long planNanos = clock.nanos() - planningNanos;
      Bookmark end = run.fill();
      String continuation =
          end == null ? null : continuation(context.token(end), request.maxContinuationBytes());
      if (continuation != null) {
        boolean isKept = kept.put(key(items, request, continuation), run.carriedOver(), clock);
        if (end instanceof Bookmark.Unfinished && !isKept) {
          throw watch.tooLong();
        }
      }
      long nanos = clock.nanos() - startNanos;
      QueryMetrics metrics = loader.metrics(page, nanos, compileNanos, planNanos);
      List<QueryPage.Visit> visits = ledger.settle();
      return new Made(
          context,
          run,
          new QueryPage(
              page.results(), continuation, ledger.total(), metrics, planner::utilization, visits));
    } catch (DatabaseException e) {
      if (carried != null && carried.isWhole()) {
        // The client will retry after throttling.
        kept.put(key(items, request, requireNonNull(request.continuation())), carried, clock);
      }
      ledger.settle();
      throw e.with("requestCharge", ledger.total());
    }
  }

  private PageContext context(
      PreparedQuery query,
      QueryRequest request,
      @Nullable CarriedState carried,
      List<ScanFragment> asked,
      ItemLoader loader,
      Ledger ledger,
      Page page,
      PageWatch watch) {
    QueryToken token =
        request.continuation() == null
            ? null
            : QueryToken.decode(request.continuation(), query.fingerprint());
    List<ScanFragment> fragments =
        KeyTargets.narrow(loader.items().container(), asked, query, request);
    if (fragments.isEmpty()) {
      // Nothing is to be found, but someone has to say so.
      List<ScanFragment> some =
          asked.isEmpty() ? ScanFragment.of(loader.items().container(), QueryScope.ALL) : asked;
      fragments = some.subList(0, 1);
      loader.use(ItemAccess.Lookup.of(new Candidates.Listed(List.of()), 0, ScanThreads.ALONE));
    }
    Clock clock = loader.items().clock();
    Execution execution = Execution.start(clock, request.functions(), watch);
    return new PageContext(
        query, token, carried, fragments, loader, ledger, page, watch, execution, limits);
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
        ? token.with(token.bookmark().shortened()).encode()
        : text;
  }

  private static PageResultCache.Key key(Items items, QueryRequest request, String continuation) {
    return new PageResultCache.Key(items.container().number(), request.scope(), continuation);
  }

  private static @Nullable String keyText(QueryScope scope) {
    return scope instanceof QueryScope.Key(var key) ? key.toJson() : null;
  }
}
