package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemSession;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.execution.page.QueryPage;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Parameters;
import dev.partita.script.ScriptHost;
import dev.partita.throughput.Budget;
import dev.partita.throughput.RequestCharge;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The items of one partition key as a script reaches them. Links name items by id or, as scripts
 * mostly do, by the self link of an item that the script has seen. Used for one run of one script.
 */
final class ScriptItems implements ScriptHost {

  /** As many seconds of its partition's throughput a script may use before it has to stop. */
  private static final long ALLOWANCE_SECONDS = 4;

  /** And as much in any case, so that it gets somewhere where there is little throughput. */
  private static final RequestCharge ALLOWANCE_LEAST = RequestCharge.of(500);

  private static final QuerySpec ALL = new QuerySpec("SELECT * FROM c", Parameters.NONE);

  private final Items items;
  private final PartitionKey key;
  private final ItemSession session;
  private final Queries queries;
  private final String self;
  private final String alt;
  private final OwnedPartition partition;
  private final Map<String, String> seen = new HashMap<>();
  private final Set<String> deleted = new HashSet<>();
  private final Clock clock;
  private final long endNanos;
  private RequestCharge spent = RequestCharge.ZERO;
  private long work;

  /**
   * @param timeMillis how long queries may take, counted from now
   */
  ScriptItems(
      Items items,
      PartitionKey key,
      ItemSession session,
      Queries queries,
      String databaseName,
      long timeMillis) {
    this.clock = items.clock();
    this.endNanos = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(timeMillis);
    this.items = items;
    this.key = key;
    this.session = session;
    this.queries = queries;
    this.partition =
        items.container().owner(items.container().definition().scheme().logicalKey(key).position());
    String link = ContainerDocument.self(items.container().record());
    this.self = link.substring(0, link.length() - 1);
    this.alt = "dbs/" + databaseName + "/colls/" + items.container().record().name();
  }

  /** What its queries have cost; other operations are charged with the session. */
  RequestCharge spent() {
    return spent;
  }

  /** How many units of work its scripts have done. */
  long work() {
    return work;
  }

  @Override
  public void worked(long units) {
    work += units;
  }

  @Override
  public String selfLink() {
    return self;
  }

  @Override
  public String altLink() {
    return alt;
  }

  @Override
  public Quota quota() {
    return queries.quotas().of(items.container());
  }

  /**
   * What others spend meanwhile does not count, nor does what is left at the moment: a script that
   * was admitted gets something done, and those who come after it wait until that is paid for.
   */
  @Override
  public boolean accepts(long soFar) {
    Budget budget = partition.admission().budget();
    return budget.isUnlimited()
        || session
                .expectedCharge()
                .plus(spent)
                .plus(ScriptCharges.of(work + soFar))
                .compareTo(allowance(budget))
            < 0;
  }

  private static RequestCharge allowance(Budget budget) {
    RequestCharge share = budget.rate().times(ALLOWANCE_SECONDS);
    return share.compareTo(ALLOWANCE_LEAST) > 0 ? share : ALLOWANCE_LEAST;
  }

  @Override
  public JsonObject create(JsonObject document, Options options) {
    requireIndexed(options);
    return written(session.create(document));
  }

  @Override
  public JsonObject upsert(JsonObject document, Options options) {
    requireIndexed(options);
    return written(session.upsert(document, precondition(options)));
  }

  private JsonObject written(JsonObject item) {
    if (item.at("id") instanceof JsonString(String id)) {
      deleted.remove(id);
    }
    return noted(item);
  }

  @Override
  public JsonObject replace(String link, JsonObject document, Options options) {
    requireIndexed(options);
    return noted(session.replace(id(link), document, precondition(options)));
  }

  @Override
  public void delete(String link, Options options) {
    String id = id(link);
    session.delete(id, precondition(options));
    deleted.add(id);
  }

  @Override
  public @Nullable JsonObject read(String link, Options options) {
    JsonObject found = session.read(id(link), new Precondition(null, options.ifNoneMatch()));
    return found == null ? null : noted(found);
  }

  @Override
  public Page query(@Nullable JsonObject query, Options options) {
    return query(
        query == null ? ALL : QuerySpec.read(query), options.pageSize(), options.continuation());
  }

  private Page query(QuerySpec spec, int pageSize, @Nullable String continuation) {
    queries.reach(items, spec).ifPresentOrElse(session::asks, session::asksForAll);
    QueryPage page =
        queries.page(items, key, spec, pageSize, continuation, () -> clock.nanos() - endNanos > 0);
    spent = spent.plus(page.charge());
    List<JsonValue> results = new ArrayList<>();
    page.results()
        .forEach(
            result -> {
              JsonValue value = JsonReader.DEFAULT.read(result.json());
              if (!isDeleted(value)) {
                results.add(value instanceof JsonObject object ? noted(object) : value);
              }
            });
    return new Page(results, page.continuation());
  }

  /**
   * Whether a result is an item that the script has deleted. Queries do not see what a script has
   * written; but scripts that delete what they find ask again, and must not find it again.
   */
  private boolean isDeleted(JsonValue result) {
    return !deleted.isEmpty()
        && result instanceof JsonObject item
        && item.at("id") instanceof JsonString(String id)
        && deleted.contains(id)
        && rid(item) != null;
  }

  private JsonObject noted(JsonObject item) {
    String rid = rid(item);
    if (rid != null && item.at("id") instanceof JsonString(String id)) {
      seen.put(rid, id);
    }
    return item;
  }

  /** The rid of an item, which shows that it is one and not something that a query made up. */
  private @Nullable String rid(JsonObject item) {
    if (item.at("_rid") instanceof JsonString(String rid)) {
      return rid;
    }
    String start = self + "/docs/";
    return item.at("_self") instanceof JsonString(String link)
            && link.startsWith(start)
            && link.endsWith("/")
        ? link.substring(start.length(), link.length() - 1)
        : null;
  }

  /** The id of the item that a link leads to. */
  private String id(String link) {
    String path = link.replaceAll("^/+|/+$", "");
    String rest = path.startsWith(self + "/docs/") ? path.substring(self.length() + 6) : null;
    if (rest != null) {
      String known = seen.get(rest);
      return known != null ? known : idByRid(rest);
    }
    if (path.startsWith(alt + "/docs/")) {
      String id = path.substring(alt.length() + 6);
      return id.indexOf('%') < 0
          ? id
          : URLDecoder.decode(id.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
    throw new DatabaseException(
            ErrorCode.FORBIDDEN, "A script can only use items of its own collection.")
        .with("link", link);
  }

  private String idByRid(String rid) {
    QuerySpec spec =
        new QuerySpec(
            "SELECT VALUE c.id FROM c WHERE c._rid = @rid",
            new Parameters(Map.of("@rid", JsonString.of(rid))));
    List<JsonValue> found = query(spec, 1, null).results();
    if (!found.isEmpty() && found.getFirst() instanceof JsonString(String id)) {
      return id;
    }
    throw new DatabaseException(ErrorCode.NOT_FOUND, "The partition key has no such item.")
        .with("link", rid);
  }

  private static Precondition precondition(Options options) {
    return options.etag() == null ? Precondition.NONE : Precondition.ifMatch(options.etag());
  }

  private static void requireIndexed(Options options) {
    if (options.index() != null && !options.index()) {
      throw DatabaseException.badRequest("A single item cannot be left out of the index.");
    }
  }
}
