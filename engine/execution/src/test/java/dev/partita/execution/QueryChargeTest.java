package dev.partita.execution;

import static dev.partita.execution.Fixture.pages;
import static dev.partita.execution.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.testkit.TestEngine;
import dev.partita.throughput.RequestCharge;
import dev.partita.throughput.ThroughputSettings;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class QueryChargeTest {

  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());

  @Test
  void costsTheSameInAnyNumberOfPages() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      fill(items, 30);
      fixture.split(items.container(), 0);
      QueryRequest request = QueryRequest.of("SELECT * FROM c WHERE c.n % 2 = 0");
      RequestCharge whole = queries.page(items, request).charge();

      for (int size = 2; size < 9; size++) {
        RequestCharge sum =
            pages(queries, items, request.withMaxItems(size)).stream()
                .map(QueryPage::charge)
                .reduce(RequestCharge.ZERO, RequestCharge::plus);
        assertThat(sum).isEqualTo(whole);
      }
    }
  }

  @Test
  void chargesEachPartitionForItsPart() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      fill(items, 30);
      fixture.split(items.container(), 0);
      List<OwnedPartition> owners = items.container().partitions();
      List<RequestCharge> before =
          owners.stream().map(owner -> owner.admission().consumed()).toList();

      QueryPage page = queries.page(items, QueryRequest.of("SELECT * FROM c"));

      assertThat(page.visits()).hasSize(2);
      RequestCharge sum = RequestCharge.ZERO;
      for (int i = 0; i < owners.size(); i++) {
        QueryPage.Visit visit = page.visits().get(i);
        assertThat(visit.partition()).isEqualTo(owners.get(i).number());
        assertThat(before.get(i).plus(visit.charge()))
            .isEqualTo(owners.get(i).admission().consumed());
        assertThat(visit.lsn()).isEqualTo(owners.get(i).partition().state().lsn());
        sum = sum.plus(visit.charge());
      }
      assertThat(page.charge()).isEqualTo(sum);
    }
  }

  @Test
  void isRefusedBeforeAnyWorkWhenNothingIsLeft() {
    try (Fixture fixture = new Fixture(options -> options.withThrottling(true))) {
      Items items =
          fixture.documents.items(
              fixture
                  .engine
                  .containers()
                  .createContainer(
                      fixture.database(),
                      ContainerDefinition.of("c", TestEngine.scheme("/pk")),
                      new ThroughputSettings.Manual(400)));
      for (int i = 0; i < 50; i++) {
        put(items, "{'id':'" + i + "','pk':'p" + i + "','n':" + i + "}");
        fixture.clock.advanceMillis(1000);
      }
      QueryRequest request = QueryRequest.of("SELECT VALUE SUM(c.n) FROM c");
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  queries.page(items, request);
                }
              })
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.THROTTLED));
    }
  }

  @Test
  void costsAtLeastTheMinimum() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");

      assertThat(queries.page(items, QueryRequest.of("SELECT VALUE 1")).charge())
          .isGreaterThanOrEqualTo(RequestCharge.of(1));
      assertThat(queries.page(items, QueryRequest.of("SELECT TOP 0 * FROM c")).charge())
          .isGreaterThanOrEqualTo(RequestCharge.of(1));
    }
  }

  @Test
  void joinedRowsCost() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      put(items, "{'id':'1','pk':'p','x':[%s]}".formatted(numbers(100)));
      QueryRequest cube =
          QueryRequest.of("SELECT VALUE COUNT(1) FROM c JOIN a IN c.x JOIN b IN c.x JOIN d IN c.x");

      RequestCharge charge = queries.page(items, cube).charge();

      // Each row is one step of the innermost loop, and one for its group and its aggregate.
      assertThat(charge).isGreaterThan(RequestCharge.of(3 * 1_000_000 / 20_000));
      assertThat(charge).isLessThan(RequestCharge.of(5 * 1_000_000 / 20_000));
      assertThat(queries.page(items, cube).charge()).isEqualTo(charge);
    }
  }

  @Test
  void functionsCostWhatTheyGoOver() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      put(
          items,
          "{'id':'1','pk':'p','x':[%s],'text':'%s'}"
              .formatted(numbers(1_000), "a".repeat(160_000)));
      String from = " FROM c JOIN x IN c.x";
      long without = hundredths(items, "SELECT VALUE COUNT(1)" + from);

      for (String call :
          List.of(
              "CONTAINS(c.text, 'b')",
              "RegexMatch(c.text, 'b+')",
              "c.text LIKE '%b%'",
              "LENGTH(REVERSE(c.text)) = 1",
              "c.text || 'b' = 'b'",
              "UPPER(c.text) = 'b'",
              "LENGTH(ToString(c)) = 1")) {
        long with = hundredths(items, "SELECT VALUE COUNT(%s)%s".formatted(call, from));
        assertThat(with - without).as(call).isGreaterThan(1_000 * 9_000 / 200);
      }
      long length = hundredths(items, "SELECT VALUE COUNT(LENGTH(c.text))" + from);
      assertThat(length - without).isLessThan(1_000);
      long contained =
          hundredths(items, "SELECT VALUE COUNT(1)" + from + " WHERE ARRAY_CONTAINS(c.x, -1)");
      assertThat(contained - without).isGreaterThan(1_000 * 900 / 200);
    }
  }

  @Test
  void onlyTheTermsCostThatAreEvaluated() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      put(items, "{'id':'1','pk':'p','x':[%s]}".formatted(numbers(100)));
      StringBuilder terms = new StringBuilder();
      for (int i = 0; i < 1_000; i++) {
        terms.append(" OR x = ").append(-1 - i);
      }
      String from = "SELECT VALUE COUNT(1) FROM c JOIN x IN c.x WHERE ";

      long first = hundredths(items, from + "x >= 0" + terms);
      long all = hundredths(items, from + "x < 0" + terms);

      assertThat(all - first).isGreaterThan(100 * 800 / 200);
    }
  }

  /** Whoever looks at an item first, another thread or the page's own, it costs the same. */
  @Test
  void computingCostsTheSameInAnyNumberOfPages() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      String numbers = numbers(600);
      for (int i = 0; i < 3_000; i++) {
        put(items, "{'id':'%d','pk':'p%d','n':%d,'x':[%s]}".formatted(i, i, i, numbers));
      }
      QueryRequest request =
          QueryRequest.of(
              "SELECT VALUE c.id FROM c WHERE c.n % 100 = 0"
                  + " OR EXISTS (SELECT VALUE x FROM x IN c.x WHERE x + c.n < 0)");
      long whole = queries.page(items, request).charge().hundredths();

      List<QueryPage> pages = pages(queries, items, request.withMaxItems(7));

      long sum = pages.stream().mapToLong(page -> page.charge().hundredths()).sum();
      // Each page has some computing in its price.
      long inPages = (pages.size() - 1) * 10_000L / 200;
      assertThat(whole).isGreaterThan(3_000 * 74 + 3_000 * 2_000 / 200);
      assertThat(sum + inPages).isBetween(whole - pages.size(), whole + pages.size());
    }
  }

  @Test
  void isChargedForWhatWasComputedWhenItIsRefused() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      put(items, "{'id':'1','pk':'p','x':[%s]}".formatted(numbers(1_000)));
      AtomicInteger asked = new AtomicInteger();
      QueryRequest endless =
          QueryRequest.of(
                  "SELECT VALUE COUNT(1) FROM c JOIN a IN c.x JOIN b IN c.x JOIN d IN c.x"
                      + " WHERE a + b + d < 0")
              .withCancelled(() -> asked.incrementAndGet() > 10_000);

      assertThatThrownBy(() -> queries.page(items, endless))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              e ->
                  assertThat(RequestCharge.parse(String.valueOf(e.context().get("requestCharge"))))
                      .isGreaterThan(RequestCharge.of(10_000 * 64 / 20_000)));
    }
  }

  private long hundredths(Items items, String text) {
    return queries.page(items, QueryRequest.of(text)).charge().hundredths();
  }

  private static String numbers(int count) {
    return IntStream.range(0, count).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  private static void fill(Items items, int count) {
    for (int i = 0; i < count; i++) {
      put(items, "{'id':'" + i + "','pk':'p" + i + "','n':" + i + "}");
    }
  }
}
