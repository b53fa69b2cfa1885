package dev.partita.execution;

import static dev.partita.execution.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.json.JsonNumber;
import dev.partita.throughput.RequestCharge;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages that are made at once or not at all. */
final class PageAtOnceTest {

  private static final QueryRequest REQUEST = QueryRequest.of("SELECT VALUE c.n FROM c");

  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
  private final Fixture fixture = new Fixture();
  private final Items items = fixture.items("c", "/pk");

  @BeforeEach
  void store() {
    for (int i = 0; i < 200; i++) {
      put(items, "{'id':'%d','pk':'a','n':%d}".formatted(i, i));
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void areMadeOfTextsThatWereQuickBefore() {
    assertThat(queries.pageAtOnce(items, REQUEST)).isEmpty();

    QueryPage page = queries.page(items, REQUEST);

    assertThat(queries.pageAtOnce(items, REQUEST))
        .hasValueSatisfying(
            atOnce -> {
              assertThat(atOnce.values()).isEqualTo(page.values()).hasSize(200);
              assertThat(atOnce.charge()).isEqualTo(page.charge());
            });
  }

  @Test
  void areGivenUpWithoutChargeWhenTheyTakeLong() {
    queries.page(items, REQUEST);
    RequestCharge before = consumed();

    assertThat(queries.pageAtOnce(items, slowly(REQUEST))).isEmpty();

    assertThat(consumed()).isEqualTo(before);
  }

  @Test
  void areMadeThoughTheirThreadHadToWaitForAProcessor() {
    queries.page(items, REQUEST);
    AtomicBoolean waited = new AtomicBoolean();
    QueryRequest held =
        REQUEST.withCancelled(
            () -> {
              if (!waited.getAndSet(true)) {
                fixture.clock.advanceMillis(5);
              }
              return false;
            });

    assertThat(queries.pageAtOnce(items, held)).isPresent();
    assertThat(waited).isTrue();
  }

  @Test
  void areMadeAfterOneThatTookLongAmongQuickOnes() {
    queries.page(items, REQUEST);
    queries.page(items, slowly(REQUEST));

    assertThat(queries.pageAtOnce(items, REQUEST)).isPresent();
  }

  @Test
  void areNotMadeAfterSeveralThatTookLongUntilTheyAreQuickAgain() {
    queries.page(items, REQUEST);
    for (int i = 0; i < 10; i++) {
      assertThat(queries.pageAtOnce(items, slowly(REQUEST))).isEmpty();
    }

    assertThat(queries.pageAtOnce(items, REQUEST)).isEmpty();
    for (int i = 0; i < 10; i++) {
      queries.page(items, REQUEST);
    }
    assertThat(queries.pageAtOnce(items, REQUEST)).isPresent();
  }

  @Test
  void areNotMadeOfTextsThatTookLong() {
    queries.page(items, slowly(REQUEST));

    assertThat(queries.pageAtOnce(items, REQUEST)).isEmpty();
  }

  @Test
  void areNotMadeWithFunctionsOfUsers() {
    QueryRequest calling =
        QueryRequest.of("SELECT VALUE udf.one() FROM c").withFunctions((_, _) -> JsonNumber.of(1));
    queries.page(items, calling);

    assertThat(queries.pageAtOnce(items, calling)).isEmpty();
  }

  /** Has two milliseconds go by whenever the query looks whether anyone waits for it. */
  private QueryRequest slowly(QueryRequest request) {
    return request.withCancelled(
        () -> {
          fixture.clock.advanceMillis(2);
          return false;
        });
  }

  private RequestCharge consumed() {
    return items.container().partitions().getFirst().admission().consumed();
  }
}
