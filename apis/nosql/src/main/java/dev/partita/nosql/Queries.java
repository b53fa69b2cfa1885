package dev.partita.nosql;

import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.key.PartitionKind;
import dev.partita.document.Items;
import dev.partita.document.ReadTerms;
import dev.partita.execution.ItemQueries;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.execution.plan.QueryScope;
import dev.partita.execution.plan.SqlPredicate;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.net.execution.InlineBudgetExceeded;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.evaluate.ExecutionLimits;
import dev.partita.query.evaluate.UserFunctions;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.plan.QueryAdvice;
import dev.partita.query.plan.QueryFeature;
import dev.partita.query.plan.QueryInfo;
import dev.partita.query.plan.QueryPlan;
import dev.partita.query.plan.QueryPlanner;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Sql;
import dev.partita.telemetry.RequestDetail;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Queries in SQL, over items and over what the catalogue holds. */
final class Queries {

  private static final String ALL_ITEMS = "SELECT * FROM c";

  /** How many values a query keeps that is about anything but items. */
  private static final int MOST_KEPT = 1_000_000;

  private static final String VECTOR_DISTANCE = "vectordistance";

  /** Asks for the plan of a query in the place of its results, like EXPLAIN before its text. */
  private static final String EXPLAIN = "x-partita-explain";

  private final Clock clock;
  private final Scripts scripts;
  private final ContainerQuotas quotas;
  private final QueryLimits limits;
  private final ItemQueries itemQueries;
  private final QueryTraits traits = new QueryTraits();

  Queries(
      Clock clock,
      Scripts scripts,
      ContainerQuotas quotas,
      LongQueryScheduler scheduler,
      long millis) {
    this.quotas = quotas;
    this.clock = clock;
    this.scripts = scripts;
    this.limits = QueryLimits.defaults().withMillis(millis).withOrdersOfIndexesOnly();
    this.itemQueries = new ItemQueries(scheduler, limits);
  }

  ContainerQuotas quotas() {
    return quotas;
  }

  List<JsonValue> over(JsonObject json, List<JsonObject> documents) {
    QuerySpec spec = QuerySpec.read(json);
    ReferenceQuery query =
        itemQueries.plan(
            clock,
            () -> false,
            () -> ReferenceQuery.compile(spec.text(), spec.parameters(), ContainerTraits.DEFAULT));
    List<JsonValue> results = new ArrayList<>();
    ExecutionLimits watch = ExecutionLimits.limited(clock, limits.runMillis(), MOST_KEPT);
    query
        .execute(documents, Execution.start(clock, UserFunctions.NONE, watch))
        .forEachRemaining(
            result -> {
              watch.onKept(1);
              results.add(result);
            });
    return results;
  }

  /** A page of all items, for clients that list them; as large as the server likes it for -1. */
  Reply list(Call call, Items items, ReadTerms terms) {
    boolean sized = call.header("x-ms-max-item-count") != null;
    int maxItems = sized ? call.maxItemCount(-1) : Feeds.DEFAULT_PAGE;
    return page(call, items, new QuerySpec(ALL_ITEMS, Parameters.NONE), maxItems, terms);
  }

  Reply run(Call call, Items items, ReadTerms terms) {
    return page(call, items, QuerySpec.read(call.json()), call.maxItemCount(-1), terms);
  }

  /** How a client that fans out by itself has to run a query. */
  Reply plan(Call call, Container container) {
    String features = call.header("x-ms-cosmos-supported-query-features");
    QuerySpec spec = QuerySpec.read(call.json());
    Set<QueryFeature> known = features == null ? Set.of() : QueryFeature.parse(features);
    QueryPlan plan = itemQueries.plan(clock, call::isAbandoned, () -> plan(container, spec, known));
    return Reply.of(200).charge(Feeds.METADATA_READ).body(json(plan, container));
  }

  private QueryPlan plan(Container container, QuerySpec spec, Set<QueryFeature> features) {
    PartitionKeyDefinition key = Scope.definition(container);
    return QueryPlanner.plan(
        Sql.parse(spec.text()),
        spec.parameters(),
        traits.of(container),
        new KeyDefinition(key.paths(), key.kind() == PartitionKind.MULTI_HASH),
        features);
  }

  private static JsonObject json(QueryPlan plan, Container container) {
    return plan.toJson(PlanRanges.of(plan.keys(), Scope.definition(container)));
  }

  /** How the first page of a query is made, as its one result. */
  QueryPage explain(Items items, JsonObject query, @Nullable String key) {
    QuerySpec spec = QuerySpec.read(query);
    PartitionKeyDefinition definition = Scope.definition(items.container());
    QueryRequest request =
        QueryRequest.of("EXPLAIN " + spec.text()).withParameters(spec.parameters());
    return page(
        items,
        key == null ? request : request.withScope(new QueryScope.Key(definition.parsePrefix(key))));
  }

  /**
   * A page over one partition key, as scripts ask for it.
   *
   * @param cancelled whether the time of the script is over
   */
  QueryPage page(
      Items items,
      PartitionKey key,
      QuerySpec spec,
      int pageSize,
      @Nullable String continuation,
      BooleanSupplier cancelled) {
    return page(
        items,
        QueryRequest.of(spec.text())
            .withParameters(spec.parameters())
            .withScope(new QueryScope.Key(key))
            .withContinuation(continuation)
            .withMaxItems(pageSize)
            .withCancelled(cancelled)
            .withinAdmitted());
  }

  /** Which items a query of a script depends on; empty if an item alone does not tell. */
  Optional<Predicate<JsonObject>> reach(Items items, QuerySpec spec) {
    return itemQueries.reach(
        QueryRequest.of(spec.text())
            .withParameters(spec.parameters())
            .withTraits(traits.of(items.container())),
        clock);
  }

  private QueryPage page(Items items, QueryRequest request) {
    QueryRequest known = request.withTraits(traits.of(items.container()));
    return scripts.withFunctions(
        items.container(),
        request.text(),
        functions -> itemQueries.page(items, known.withFunctions(functions)));
  }

  private QueryPage pageAtOnce(Items items, QueryRequest request) {
    return itemQueries
        .pageAtOnce(items, request.withTraits(traits.of(items.container())))
        .orElseThrow(InlineBudgetExceeded::new);
  }

  private Reply page(Call call, Items items, QuerySpec spec, int maxItems, ReadTerms terms) {
    Container container = items.container();
    Scope scope = Scope.of(call, container);
    if (scope.isEverything() && scope.partition() == null && mayRankByVectors(spec.text())) {
      QueryPlan plan =
          itemQueries.plan(
              clock,
              call::isAbandoned,
              () -> plan(container, spec, EnumSet.allOf(QueryFeature.class)));
      if (plan.work() instanceof QueryPlan.Single(QueryInfo info) && info.isUnboundedSearch()) {
        return unbounded(json(plan, container));
      }
    }
    SessionTokens.requireReadable(call, container, scope);
    QueryRequest request =
        QueryRequest.of(call.flag(EXPLAIN) ? "EXPLAIN " + spec.text() : spec.text())
            .withParameters(spec.parameters())
            .withScope(queryScope(scope))
            .withTerms(terms)
            .withCancelled(call::isAbandoned)
            .withContinuation(Continuation.token(call.header("x-ms-continuation")))
            .withMaxItems(maxItems)
            .withMaxContinuationBytes(tokenBytes(call));
    call.outcome().detail(() -> detail(container, spec, 0));
    QueryPage page = call.isBounded() ? pageAtOnce(items, request) : page(items, request);
    call.outcome().detail(() -> detail(container, spec, page.visits().size()));
    Reply reply =
        Reply.of(200)
            .charge(page.charge())
            .continuation(Continuation.of(page.continuation()))
            .header("x-ms-session-token", sessionToken(scope, page))
            .feedOfJson(
                Rids.of(container.record()),
                "Documents",
                page.results().stream().map(QueryResult::json).toList());
    if (page.visits().size() == 1) {
      reply.from(page.visits().getFirst().partition());
    }
    quotas.say(reply, call, container, scope.owners(container));
    if (call.flag("x-ms-documentdb-populatequerymetrics")) {
      reply.header("x-ms-documentdb-query-metrics", page.metrics().headerText());
    }
    if (call.flag("x-ms-cosmos-populateindexmetrics")) {
      reply.header("x-ms-cosmos-index-utilization", page.utilization().headerTextV1());
    } else if (call.flag("x-ms-cosmos-populateindexmetrics-v2")) {
      reply.header("x-ms-cosmos-index-utilization", page.utilization().headerTextV2());
    }
    if (call.flag("x-ms-cosmos-populatequeryadvice") && call.header("x-ms-continuation") == null) {
      QueryAdvice advice =
          itemQueries.plan(
              clock,
              call::isAbandoned,
              () -> QueryAdvice.of(Sql.parse(ItemQueries.queryOf(spec.text())), spec.parameters()));
      reply.header("x-ms-cosmos-query-advice", advice.headerText());
    }
    return reply;
  }

  /** What a query says of documents, for the log. */
  private RequestDetail detail(Container container, QuerySpec spec, int partitions) {
    Query query = Sql.parse(ItemQueries.queryOf(spec.text()));
    return RequestDetail.of(
        SqlPredicate.of(query, spec.parameters(), traits.of(container)).where(query), partitions);
  }

  private static boolean mayRankByVectors(String text) {
    return text.length() > VECTOR_DISTANCE.length()
        && text.toLowerCase(Locale.ROOT).contains(VECTOR_DISTANCE);
  }

  /**
   * Refuses a search for what is near a vector that does not say how much of it is wanted. The plan
   * goes along: clients that run it by themselves say the same, unless their user insists.
   */
  private static Reply unbounded(JsonObject plan) {
    return Reply.of(400)
        .charge(Feeds.METADATA_READ)
        .subStatus(1004)
        .body(
            JsonObject.builder()
                .put("code", "BadRequest")
                .put(
                    "message",
                    "A query that is ordered by VectorDistance ranks every item. Say with TOP, or"
                        + " with OFFSET and LIMIT, how many of the nearest are wanted.")
                .put("additionalErrorInfo", plan.toString())
                .build());
  }

  private static QueryScope queryScope(Scope scope) {
    if (scope.key() != null && scope.whole() && !scope.positions().isEmpty()) {
      return new QueryScope.Key(scope.key());
    }
    return scope.isEverything()
        ? QueryScope.ALL
        : new QueryScope.Positions(List.of(scope.positions()));
  }

  private static int tokenBytes(Call call) {
    String limit = call.header("x-ms-documentdb-responsecontinuationtokenlimitinkb");
    if (limit == null) {
      return 0;
    }
    try {
      int kilobytes = Integer.parseInt(limit.trim());
      if (kilobytes > 0 && kilobytes <= 1024) {
        return kilobytes * 1024 - Continuation.FRAME_BYTES;
      }
    } catch (NumberFormatException e) {
      throw Call.invalid(
          "x-ms-documentdb-responsecontinuationtokenlimitinkb", limit, "1 to 1024 kilobytes");
    }
    throw Call.invalid(
        "x-ms-documentdb-responsecontinuationtokenlimitinkb", limit, "1 to 1024 kilobytes");
  }

  /**
   * How far the session is. A client that asked a partition wants one token, of that partition,
   * also if others have taken its place; they all continue its numbers.
   */
  private static String sessionToken(Scope scope, QueryPage page) {
    if (scope.partition() != null) {
      long lsn = page.visits().stream().mapToLong(QueryPage.Visit::lsn).min().orElse(0);
      return SessionTokens.token(scope.partition(), lsn);
    }
    StringBuilder tokens = new StringBuilder();
    for (QueryPage.Visit visit : page.visits()) {
      tokens
          .append(tokens.isEmpty() ? "" : ",")
          .append(SessionTokens.token(visit.partition(), visit.lsn()));
    }
    return tokens.toString();
  }
}
