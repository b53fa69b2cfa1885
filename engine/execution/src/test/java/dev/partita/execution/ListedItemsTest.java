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
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items that are read under keys from the index, few and so many that others help. */
final class ListedItemsTest {

  private static final int ITEMS = 900;
  private static final int KEYS = 9;

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
  private final Items items =
      fixture.items(
          ContainerDefinition.of("c", TestEngine.scheme("/pk"))
              .withIndexing(IndexingPolicy.DEFAULT));

  @BeforeEach
  void fill() {
    for (int n = 0; n < ITEMS; n++) {
      Fixture.put(
          items,
          "{\"id\":\"%d\",\"pk\":\"%d\",\"n\":%d,\"even\":%b,\"seventh\":%b}"
              .formatted(n, n % KEYS, n, n % 2 == 0, n % 7 == 0));
    }
    fixture.split(items.container(), 0);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void allOfThemAreFound() {
    requireFound("c.even", n -> n % 2 == 0);
    requireFound("c.seventh", n -> n % 7 == 0);
    requireFound("c.even AND c.seventh", n -> n % 14 == 0);
  }

  @Test
  void thoseBetweenWhatIsAskedAreLeftOut() {
    requireFound("c.even AND c.pk IN ('1', '5')", n -> n % 2 == 0 && n % KEYS % 4 == 1);
    requireFound("c.seventh AND c.pk != '4'", n -> n % 7 == 0 && n % KEYS != 4);
  }

  private void requireFound(String filter, IntPredicate expected) {
    QueryRequest request = QueryRequest.of("SELECT VALUE c.n FROM c WHERE " + filter);
    List<Integer> numbers = IntStream.range(0, ITEMS).filter(expected).boxed().toList();

    QueryPage whole = queries.page(items, request);

    assertThat(numbers(whole.values())).as(filter).containsExactlyInAnyOrderElementsOf(numbers);
    assertThat(whole.metrics().retrievedCount()).isLessThan(ITEMS);
    for (int i = 0; i < 10; i++) {
      QueryPage again = queries.page(items, request);
      assertThat(again.values()).as(filter).isEqualTo(whole.values());
      assertThat(again.charge()).as(filter).isEqualTo(whole.charge());
    }
    for (int size : new int[] {1, 20, 100, 150}) {
      List<QueryPage> pages = Fixture.pages(queries, items, request.withMaxItems(size));
      assertThat(numbers(Fixture.values(pages)))
          .as("%s by %d", filter, size)
          .containsExactlyInAnyOrderElementsOf(numbers);
    }
  }

  private static List<Integer> numbers(List<JsonValue> values) {
    return values.stream().map(value -> (int) ((JsonNumber) value).doubleValue()).toList();
  }
}
