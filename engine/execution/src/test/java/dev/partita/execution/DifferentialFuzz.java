package dev.partita.execution;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.document.ResourceIds;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.execution.plan.QueryScope;
import dev.partita.execution.plan.QueryShape;
import dev.partita.execution.plan.SqlPredicate;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.plan.Predicate;
import dev.partita.plan.Verdict;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.evaluate.ExecutionLimits;
import dev.partita.query.evaluate.UserFunctions;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.spatial.Geospatial;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Sql;
import dev.partita.storage.Durability;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.storage.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Random queries over random documents, in pages of random sizes, with splits and changes of the
 * items and of the indexing policy in between, whose results must be those of the plain executor
 * over all documents at once.
 *
 * <p>As a program: {@code DifferentialFuzz <first seed> <number of seeds>}; each seed is a
 * container with its own documents and 40 queries.
 */
final class DifferentialFuzz {

  static final int QUERIES_PER_SEED = 40;
  private static final int MAX_PAGES = 2000;

  /** How many documents of a query are compared with its predicate. */
  private static final int MOST_TESTED = 200;

  private static final Query ROWS = Sql.parse("SELECT VALUE true FROM c");

  /** The most that is computed for an item that a page goes over once more. */
  private static final long UNITS_AGAIN = 100;

  private static final long UNITS_PER_HUNDREDTH = 200;

  /** One seed of so many has a container that other threads help to read. */
  private static final int SEEDS_PER_LARGE_ONE = 32;

  /** One seed of so many has its items on disk. */
  private static final int SEEDS_PER_STORED_ONE = 8;

  /** Properties in the place of stored ones. */
  private static final ComputedProperties COMPUTED =
      ComputedProperties.of(
          Map.of(
              "b", "SELECT VALUE r.a ?? r.n FROM r", "missing", "SELECT VALUE UPPER(r.s) FROM r"));

  private static final UserFunctions FUNCTIONS =
      new UserFunctions() {
        @Override
        public JsonValue call(String name, List<JsonValue> arguments) {
          return switch (name) {
            case "a" ->
                arguments.getFirst() instanceof JsonObject object
                    ? object.at("a")
                    : JsonUndefined.UNDEFINED;
            case "same" -> arguments.getFirst();
            default -> UserFunctions.NONE.call(name, arguments);
          };
        }

        @Override
        public @Nullable Set<String> looksAt(String name, int argument) {
          return name.equals("a") ? Set.of("a") : null;
        }
      };

  private final SplittableRandom random;
  private final long seed;
  private final boolean large;
  private final ItemQueries queries;

  /** Those of a server that was started anew, which knows nothing of the pages before. */
  private final ItemQueries anew;

  /** Those whose pages end only where the request says so. */
  private final ItemQueries patient;

  private final boolean hasty;
  private final ContainerTraits traits;
  private int failed;

  /** Whoever made the last page. */
  private ItemQueries last;

  private DifferentialFuzz(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.large = seed % SEEDS_PER_LARGE_ONE == 0;
    // With a low limit even small containers have lookups that are too long to be listed.
    QueryLimits limits =
        random.nextInt(3) == 0
            ? QueryLimits.defaults()
            : QueryLimits.defaults().withLookupEntries(random.nextInt(12));
    boolean shortPages = !large && random.nextInt(5) == 0;
    this.hasty = !large && random.nextInt(8) == 0;
    this.patient =
        new ItemQueries(Fixture.SCHEDULER, withPages(limits, 64 << 20, limits.pageMillis()));
    this.traits =
        random.nextInt(5) == 0
            ? new ContainerTraits(Geospatial.GEOGRAPHY, Map.of(), COMPUTED)
            : ContainerTraits.DEFAULT;
    QueryLimits ofPages =
        withPages(
            limits,
            shortPages ? 100 + random.nextInt(2000) : limits.pageBytes(),
            hasty ? -1 : limits.pageMillis());
    this.queries = new ItemQueries(Fixture.SCHEDULER, ofPages);
    this.anew = new ItemQueries(Fixture.SCHEDULER, ofPages);
    this.last = queries;
  }

  /** A page made by one that may not have made the page before, unless only that one can. */
  private QueryPage page(Items items, QueryRequest request) {
    ItemQueries any = random.nextInt(3) == 0 ? anew : queries;
    try {
      QueryPage page = any.page(items, request);
      last = any;
      return page;
    } catch (DatabaseException e) {
      if (e.getMessage().contains("is not kept any more")) {
        return last.page(items, request);
      }
      throw e;
    }
  }

  private static QueryLimits withPages(QueryLimits limits, int bytes, long millis) {
    return new QueryLimits(
        limits.pageItems(),
        bytes,
        millis,
        limits.runMillis(),
        limits.keptBytes(),
        limits.lookupEntries(),
        limits.ordersOfIndexesOnly());
  }

  static void main(String[] arguments) throws IOException {
    long first = Long.parseLong(arguments[0]);
    long count = Long.parseLong(arguments[1]);
    long compared = 0;
    Path folder = Files.createTempDirectory("differential-fuzz");
    for (long seed = first; seed < first + count; seed++) {
      try {
        compared += run(seed, folder);
      } catch (AssertionError | RuntimeException e) {
        e.printStackTrace(System.out);
      }
    }
    System.out.println(count * QUERIES_PER_SEED + " queries, " + compared + " compared");
  }

  /**
   * Runs the queries of a seed.
   *
   * @param folder where some have their data
   * @return how many had results to compare; the others failed in both
   */
  static int run(long seed, Path folder) {
    DifferentialFuzz fuzz = new DifferentialFuzz(seed);
    Store store =
        seed % SEEDS_PER_STORED_ONE == 0
            ? RocksStore.open(
                StoreOptions.in(folder.resolve("seed-" + seed)).withDurability(Durability.RELAXED))
            : new MemoryStore();
    try (Fixture fixture = new Fixture(store, options -> options)) {
      RandomContainer container = new RandomContainer(fuzz.random, fixture, fuzz.large);
      for (int i = 0; i < QUERIES_PER_SEED; i++) {
        container.change();
        if (fuzz.random.nextInt(10) == 0) {
          fuzz.queryWhileItemsChange(container);
        } else {
          fuzz.query(container);
        }
      }
      if (fixture.engine.scanFailures().count() > 0) {
        throw new AssertionError("seed " + seed + ": documents had to be read the plain way");
      }
    }
    return QUERIES_PER_SEED - fuzz.failed;
  }

  private void query(RandomContainer container) {
    RandomQuery generated = new RandomQuery(random);
    boolean merged = random.nextInt(12) == 0;
    String text =
        merged
            ? generated.mergedText()
            : random.nextInt(3) == 0 ? generated.indexedText() : generated.text();
    Scoped scoped = scope(container);
    if (merged) {
      sortByNumber(scoped.documents, text.endsWith(" DESC"));
    }
    QueryRequest request =
        request(text).withParameters(generated.parameters()).withScope(scoped.scope);
    List<JsonValue> expected;
    List<JsonValue> unlimited;
    Query query = Sql.parse(text);
    try {
      expected = reference(query, request, scoped.documents);
      unlimited = reference(withoutWindow(query), request, scoped.documents);
      requirePredicate(query, request, scoped.documents);
    } catch (DatabaseException e) {
      failed++;
      requireNoDefect(container.items(), request);
      return;
    }
    List<JsonValue> found;
    try {
      found = paged(container, request);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      throw new AssertionError(describe(request), e);
    }
    // Rows come in any order where the query leaves it open.
    boolean ordered = query.groupBy().isEmpty() && query.orderBy() != null;
    String difference =
        ordered
            ? orderedDifference(expected, found)
            : groupedDifference(expected, unlimited, found);
    if (difference != null) {
      throw new AssertionError(
          difference + "\n" + describe(request) + "\nexpected " + expected + "\nfound    " + found);
    }
  }

  /**
   * Compares the predicate of a filter with the filter: no item that passes may be refused, and an
   * item that the predicate is sure of passes.
   */
  private void requirePredicate(Query query, QueryRequest request, List<JsonObject> documents) {
    QueryShape shape = QueryShape.of(query);
    if (query.where() == null || !shape.isRepeatable() || !shape.readsItemByItem()) {
      return;
    }
    Predicate predicate =
        SqlPredicate.of(query, request.parameters(), request.traits()).where(query);
    Query rows =
        new Query(ROWS.select(), query.from(), query.where(), List.of(), null, null, query.span());
    for (JsonObject document : documents.subList(0, Math.min(MOST_TESTED, documents.size()))) {
      boolean passes = !reference(rows, request, List.of(document)).isEmpty();
      Verdict verdict = predicate.test(document);
      // Without loops over elements an item has a row if it passes.
      boolean wrong =
          passes ? verdict == Verdict.NO : verdict == Verdict.YES && shape.itemName() != null;
      if (wrong) {
        throw new AssertionError(
            predicate + " says " + verdict + " of " + document + "\n" + describe(request));
      }
    }
  }

  /**
   * Changes items between the pages of a query. Those that stay as they are must be found once if
   * the filter lets them through, and not at all otherwise.
   */
  private void queryWhileItemsChange(RandomContainer container) {
    Items items = container.items();
    RandomQuery generated = new RandomQuery(random);
    String text = generated.plainText();
    QueryRequest request = request(text).withParameters(generated.parameters());
    List<JsonObject> before = Fixture.all(items, KeyRange.ALL);
    Map<JsonValue, Integer> unchanged = new HashMap<>();
    reference(Sql.parse(text), request, before).forEach(id -> unchanged.put(id, 0));
    Set<JsonValue> others = new HashSet<>();
    before.forEach(document -> others.add(document.at("id")));
    others.removeAll(unchanged.keySet());
    int size = large ? 500 : 1 + random.nextInt(5);
    String continuation = null;
    do {
      QueryPage page;
      try {
        page = page(items, request.withMaxItems(size).withContinuation(continuation));
      } catch (RuntimeException e) {
        throw new AssertionError(describe(request), e);
      }
      for (JsonValue id : page.values()) {
        unchanged.computeIfPresent(id, (_, times) -> times + 1);
        if (others.contains(id)) {
          throw new AssertionError(id + " was not to be found\n" + describe(request));
        }
      }
      continuation = page.continuation();
      for (int left = random.nextInt(3); left > 0; left--) {
        JsonString id = JsonString.of(container.changeOne(before));
        unchanged.remove(id);
        others.remove(id);
      }
      if (random.nextInt(20) == 0) {
        container.split();
      }
    } while (continuation != null);
    unchanged.forEach(
        (id, times) -> {
          if (times != 1) {
            throw new AssertionError(id + " was found " + times + " times\n" + describe(request));
          }
        });
  }

  /** The order in which clients want rows that are equal otherwise. */
  private static void sortByNumber(List<JsonObject> documents, boolean turned) {
    Comparator<JsonObject> byNumber =
        Comparator.comparingLong(
            document -> ResourceIds.itemNumber(((JsonString) document.at("_rid")).value()));
    documents.sort(turned ? byNumber.reversed() : byNumber);
  }

  private QueryRequest request(String text) {
    return QueryRequest.of(text).withTraits(traits).withFunctions(FUNCTIONS);
  }

  private record Scoped(QueryScope scope, List<JsonObject> documents) {}

  private Scoped scope(RandomContainer asked) {
    Items items = asked.items();
    Container container = items.container();
    return switch (random.nextInt(6)) {
      case 0 -> {
        PartitionKey key = asked.key();
        yield new Scoped(
            new QueryScope.Key(key),
            Fixture.all(items, container.definition().scheme().positions(key)));
      }
      case 1 -> {
        List<OwnedPartition> owners = container.partitions();
        KeyRange range =
            owners.get(random.nextInt(owners.size())).partition().descriptor().positions();
        yield new Scoped(new QueryScope.Positions(List.of(range)), Fixture.all(items, range));
      }
      default -> new Scoped(QueryScope.ALL, Fixture.all(items, KeyRange.ALL));
    };
  }

  private static List<JsonValue> reference(
      Query query, QueryRequest request, List<JsonObject> documents) {
    List<JsonValue> results = new ArrayList<>();
    ReferenceQuery.compile(query, request.parameters(), request.traits())
        .execute(documents, Execution.start(new ManualClock(0), FUNCTIONS, ExecutionLimits.NONE))
        .forEachRemaining(results::add);
    return results;
  }

  private static Query withoutWindow(Query query) {
    return new Query(
        new dev.partita.query.syntax.Select(
            query.select().distinct(), null, query.select().selection()),
        query.from(),
        query.where(),
        query.groupBy(),
        query.orderBy(),
        null,
        query.span());
  }

  /** A query that fails in the plain executor may fail or not, but not in other ways. */
  private void requireNoDefect(Items items, QueryRequest request) {
    try {
      Fixture.pages(queries, items, request.withMaxItems(3));
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.INTERNAL || e.code() == ErrorCode.CORRUPT) {
        throw new AssertionError(describe(request), e);
      }
    } catch (RuntimeException e) {
      throw new AssertionError(describe(request), e);
    }
  }

  private List<JsonValue> paged(RandomContainer container, QueryRequest request) {
    Items items = container.items();
    List<JsonValue> results = new ArrayList<>();
    QueryPage whole = patient.page(items, request.withMaxItems(100_000));
    if (whole.continuation() != null) {
      throw new AssertionError("a page that is large enough for all has a continuation");
    }
    patient
        .pageAtOnce(items, request.withMaxItems(100_000))
        .ifPresent(page -> requireSame(whole, page));
    int least = large ? 300 : 1;
    int size = random.nextInt(3) == 0 ? -1 : least + random.nextInt(7 * least);
    // Clients that merge do not resume with such a token.
    int maxBytes = random.nextInt(10) == 0 && !request.text().contains("orderByItems") ? 30 : 0;
    String continuation = null;
    long charged = 0;
    // Groups have no order of their own, so other pages may have others of them.
    boolean exact = !request.text().contains("OFFSET") && !request.text().contains("TOP");
    int pages = 0;
    do {
      QueryPage page =
          page(
              items,
              request
                  .withMaxItems(size)
                  .withMaxContinuationBytes(maxBytes)
                  .withContinuation(continuation));
      results.addAll(page.values());
      continuation = page.continuation();
      charged += page.charge().hundredths();
      exact &= page.charge().hundredths() > 100;
      if (!hasty && page.results().isEmpty() && (pages > 0 || continuation != null)) {
        throw new AssertionError("page " + pages + " is empty");
      }
      if (++pages > MAX_PAGES) {
        throw new AssertionError("the pages do not end");
      }
      if (continuation != null
          && random.nextInt(40) == 0
          && request.scope().equals(QueryScope.ALL)) {
        exact &= !container.split();
      }
      if (continuation != null && random.nextInt(60) == 0) {
        exact = false;
        container.changeIndex();
      }
    } while (continuation != null);
    long more = charged - whole.charge().hundredths();
    if (exact && maxBytes == 0 && (more < 0 || more > costAgain(container, pages - 1))) {
      throw new AssertionError(
          "one page costs " + whole.charge() + ", " + pages + " pages " + charged / 100.0);
    }
    return results;
  }

  /** What pages may cost that go over the items again, beyond what is included in a page. */
  private long costAgain(RandomContainer container, int pages) {
    Items items = container.items();
    int partitions = items.container().partitions().size();
    long units = UNITS_AGAIN * Fixture.all(items, KeyRange.ALL).size();
    return large ? pages * (units / UNITS_PER_HUNDREDTH + partitions) : 0;
  }

  private static void requireSame(QueryPage page, QueryPage again) {
    if (!page.values().equals(again.values())) {
      throw new AssertionError("made at once: " + again.values() + ", before: " + page.values());
    }
    if (!page.charge().equals(again.charge())) {
      throw new AssertionError(
          "one page costs " + page.charge() + ", the same at once " + again.charge());
    }
  }

  private static @Nullable String orderedDifference(
      List<JsonValue> expected, List<JsonValue> found) {
    if (expected.size() != found.size()) {
      return "another number of results";
    }
    for (int i = 0; i < expected.size(); i++) {
      if (!expected.get(i).equals(found.get(i))) {
        return "result "
            + i
            + " differs: expected "
            + expected.subList(Math.max(0, i - 2), Math.min(i + 3, expected.size()))
            + ", found "
            + found.subList(Math.max(0, i - 2), Math.min(i + 3, found.size()));
      }
    }
    return null;
  }

  /** Groups have no order of their own, so a window may be over any order. */
  private static @Nullable String groupedDifference(
      List<JsonValue> expected, List<JsonValue> unlimited, List<JsonValue> found) {
    if (expected.size() != found.size()) {
      return "another number of groups";
    }
    Map<JsonValue, Integer> left = new HashMap<>();
    unlimited.forEach(value -> left.merge(value, 1, Integer::sum));
    for (JsonValue value : found) {
      if (left.merge(value, -1, Integer::sum) < 0) {
        return "an unexpected group " + value;
      }
    }
    return null;
  }

  private String describe(QueryRequest request) {
    return "seed "
        + seed
        + ": "
        + request.text()
        + " "
        + request.parameters().values()
        + " on "
        + request.scope();
  }
}
