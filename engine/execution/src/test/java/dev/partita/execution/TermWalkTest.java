package dev.partita.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;
import dev.partita.testkit.TestEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Walks over terms of which items have many, few, or many in a row. */
final class TermWalkTest {

  private static final int ITEMS = 3_000;
  private static final int KEYS = 5;

  /** What divides the numbers of the items that have a property true. */
  private static final List<Integer> PERIODS = List.of(1, 2, 3, 25, 40, 160);

  private static final String RUN = "run";
  private static final int RUN_LENGTH = 200;

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries =
      new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults().withLookupEntries(9));
  private final Items items =
      fixture.items(
          ContainerDefinition.of("c", TestEngine.scheme("/pk"))
              .withIndexing(IndexingPolicy.DEFAULT));

  @BeforeEach
  void fill() {
    for (int n = 0; n < ITEMS; n++) {
      StringBuilder json = new StringBuilder();
      json.append("{\"id\":\"%05d\",\"pk\":\"%d\",\"n\":%d".formatted(n, n % KEYS, n));
      for (int period : PERIODS) {
        json.append(",\"p%d\":%b".formatted(period, n % period == 0));
      }
      json.append(",\"%s\":%b}".formatted(RUN, isInRun(n)));
      Fixture.put(items, json.toString());
    }
    fixture.split(items.container(), 0);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void theyMeetWhereverBothHaveAnItem() {
    for (int one : PERIODS) {
      for (int other : PERIODS) {
        assertThat(numbers("c.p%d AND c.p%d".formatted(one, other), -1))
            .as("%d and %d", one, other)
            .isEqualTo(expected(one, other, false));
        assertThat(numbers("c.p%d AND c.%s AND c.p%d".formatted(one, RUN, other), -1))
            .as("%d and %d within runs", one, other)
            .isEqualTo(expected(one, other, true));
      }
    }
  }

  /** So many are wanted that it will take long, as far as the first few items tell. */
  @ParameterizedTest
  @CsvSource({"25, 3", "1, 2"})
  void othersHelpWhereItTakesLong(int one, int other) {
    QueryRequest request =
        QueryRequest.of("SELECT VALUE c.id FROM c WHERE c.p%d AND c.p%d".formatted(one, other))
            .withMaxItems(100_000);
    List<String> expected = new ArrayList<>();
    for (int n : expected(one, other, false)) {
      expected.add("\"%05d\"".formatted(n));
    }

    QueryPage whole = queries.page(items, request);

    assertThat(whole.values().stream().map(JsonValue::toString))
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(whole.metrics().retrievedCount()).isZero();
    for (int i = 0; i < 20; i++) {
      QueryPage again = queries.page(items, request);
      assertThat(again.values()).isEqualTo(whole.values());
      assertThat(again.charge()).isEqualTo(whole.charge());
    }
    assertThat(Fixture.values(Fixture.pages(queries, items, request.withMaxItems(3))))
        .isEqualTo(whole.values());
  }

  @Test
  void theyGoOnWhereAPageEnded() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 40; i++) {
      int one = PERIODS.get(random.nextInt(PERIODS.size()));
      int other = PERIODS.get(random.nextInt(PERIODS.size()));
      assertThat(numbers("c.p%d AND c.p%d".formatted(one, other), 1 + random.nextInt(300)))
          .as("%d and %d", one, other)
          .isEqualTo(expected(one, other, false));
    }
  }

  private static boolean isInRun(int n) {
    return n / RUN_LENGTH % 3 == 1;
  }

  private static List<Integer> expected(int one, int other, boolean withinRuns) {
    List<Integer> numbers = new ArrayList<>();
    for (int n = 0; n < ITEMS; n++) {
      if (n % one == 0 && n % other == 0 && (!withinRuns || isInRun(n))) {
        numbers.add(n);
      }
    }
    return numbers;
  }

  private List<Integer> numbers(String filter, int pageSize) {
    List<Integer> numbers = new ArrayList<>();
    QueryRequest request =
        QueryRequest.of("SELECT VALUE c.n FROM c WHERE " + filter).withMaxItems(pageSize);
    String continuation = null;
    do {
      QueryPage page = queries.page(items, request.withContinuation(continuation));
      for (JsonValue value : page.values()) {
        numbers.add((int) ((JsonNumber) value).doubleValue());
      }
      continuation = page.continuation();
    } while (continuation != null);
    numbers.sort(null);
    return numbers;
  }
}
