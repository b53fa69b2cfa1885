package dev.partita.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.ManualClock;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.evaluate.UserFunctions;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.Sql;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long scans, parts of which other threads do, come to the same as short ones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DocumentReadAheadTest {

  private static final int COUNT = 9_000;

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
  private final Items items = fixture.items("c", "/pk");

  @BeforeAll
  void fill() {
    for (int i = 0; i < COUNT; i++) {
      Fixture.put(
          items, "{'id':'%d','pk':'p%d','n':%d,'m':%d}".formatted(i, i % 97, i, i * 31 % 1000));
    }
    fixture.split(items.container(), 0);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE SUM(c.n) FROM c",
        "SELECT c.pk, COUNT(1) AS n, MAX(c.m) AS m FROM c GROUP BY c.pk",
        "SELECT c.pk, SUM(c.n * 0.1) AS s, AVG(c.m / 7) AS a FROM c WHERE c.n % 3 != 1 GROUP BY"
            + " c.pk",
        "SELECT MAKESET(c.m % 7) AS s, MIN(c.m) AS l, COUNTIF(c.m > 500) AS k, AVG(c.id) AS a FROM"
            + " c",
        "SELECT c.m % 5 AS m, MAKELIST(c.n) AS l FROM c WHERE c.n > 8000 GROUP BY c.m % 5",
        "SELECT VALUE c.n FROM c ORDER BY c.m, c.n",
        "SELECT TOP 20 VALUE c.id FROM c WHERE c.m > 500 ORDER BY c.m DESC",
        "SELECT DISTINCT VALUE c.m % 10 FROM c",
        "SELECT VALUE c.id FROM c WHERE c.n % 100 = 7",
        "SELECT c.id, c.n % 100 = 7 AS hit FROM c WHERE c.n % 100 = 7",
        "SELECT VALUE c.n FROM c"
      })
  void findsWhatThePlainExecutorFinds(String text) {
    List<JsonValue> expected = new ArrayList<>();
    ReferenceQuery.compile(
            Sql.parse(text), QueryRequest.of(text).parameters(), ContainerTraits.DEFAULT)
        .execute(Fixture.all(items, KeyRange.ALL), Execution.start(new ManualClock(0)))
        .forEachRemaining(expected::add);
    QueryPage whole = queries.page(items, QueryRequest.of(text).withMaxItems(COUNT));
    List<QueryPage> pages =
        Fixture.pages(queries, items, QueryRequest.of(text).withMaxItems(COUNT / 4));

    if (text.contains("ORDER BY")) {
      assertThat(whole.values()).isEqualTo(expected);
    }
    assertThat(whole.values()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(Fixture.values(pages)).containsExactlyInAnyOrderElementsOf(expected);
    RequestCharge sum =
        pages.stream().map(QueryPage::charge).reduce(RequestCharge.ZERO, RequestCharge::plus);
    if (text.contains("ORDER BY c.m, c.n")) {
      // Each page goes over all items again, to sort them.
      assertThat(sum).isBetween(whole.charge(), whole.charge().plus(RequestCharge.of(40)));
    } else {
      assertThat(sum).isEqualTo(whole.charge());
    }
  }

  /** All of one logical partition, so that the positions cannot be cut into pieces. */
  @Test
  void readsManyItemsOfOneKey() {
    Items heaped = fixture.items("heaped", "/pk");
    for (int i = 0; i < COUNT; i++) {
      Fixture.put(heaped, "{'id':'%d','pk':'p','n':%d}".formatted(i, i));
    }
    List<JsonValue> found =
        Fixture.values(
            Fixture.pages(
                queries,
                heaped,
                QueryRequest.of("SELECT VALUE c.n FROM c WHERE c.n % 1000 = 7").withMaxItems(2)));

    assertThat(found).hasSize(COUNT / 1000);
    assertThat(queries.page(heaped, QueryRequest.of("SELECT VALUE SUM(c.n) FROM c")).values())
        .containsExactly(JsonNumber.of(COUNT * (COUNT - 1L) / 2));
  }

  @Test
  void goesOnBehindWhatWasPassedOverWhenTheTimeOfAPageWasUp() {
    String text = "SELECT VALUE c.n FROM c WHERE c.n % 4000 = 7";
    ItemQueries hasty =
        new ItemQueries(
            Fixture.SCHEDULER, new QueryLimits(1000, 4 << 20, -1, 60_000, 1 << 20, 2000, false));
    QueryPage whole = queries.page(items, QueryRequest.of(text));
    List<QueryPage> pages = Fixture.pages(hasty, items, QueryRequest.of(text));

    assertThat(pages).hasSizeGreaterThan(3);
    assertThat(Fixture.values(pages)).containsExactlyInAnyOrderElementsOf(whole.values());
    assertThat(pages.stream().mapToLong(page -> page.metrics().retrievedCount()).sum())
        .isEqualTo(COUNT);
  }

  @Test
  void failsWhereAnItemHasNoResult() {
    QueryRequest request =
        QueryRequest.of("SELECT c.pk, SUM(1 / (c.n - 8500)) AS s FROM c GROUP BY c.pk");

    assertThatThrownBy(() -> queries.page(items, request)).hasMessageContaining("not finite");
  }

  @Test
  void readsOfItemsWhatFunctionsLookAt() {
    UserFunctions functions =
        new UserFunctions() {
          @Override
          public JsonValue call(String name, List<JsonValue> arguments) {
            return arguments.getFirst();
          }

          @Override
          public @Nullable Set<String> looksAt(String name, int argument) {
            return name.equals("some") ? Set.of("n", "m") : null;
          }
        };
    QueryRequest request =
        QueryRequest.of("SELECT VALUE udf.some(c) FROM c WHERE c.n % 4500 = 7")
            .withFunctions(functions);
    QueryRequest all =
        QueryRequest.of("SELECT VALUE udf.all(c) FROM c WHERE c.n % 4500 = 7")
            .withFunctions(functions);

    assertThat(queries.page(items, request).values())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("{\"n\":7,\"m\":217}", "{\"n\":4507,\"m\":717}");
    assertThat(queries.page(items, all).values())
        .extracting(value -> ((JsonObject) value).has("_etag"))
        .containsExactly(true, true);
  }

  @Test
  void endsWhenNobodyWaitsAnyMore() {
    AtomicBoolean cancelled = new AtomicBoolean();
    QueryRequest request =
        QueryRequest.of("SELECT VALUE SUM(udf.stop(c.n)) FROM c")
            .withFunctions(
                (_, arguments) -> {
                  cancelled.set(true);
                  return arguments.getFirst();
                })
            .withCancelled(cancelled::get);

    assertThatThrownBy(() -> queries.page(items, request)).hasMessageContaining("cancelled");
  }
}
