package dev.partita.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonReader;
import dev.partita.testkit.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters of several paths are carried out by one scan of a composite index. */
final class CompositeLookupTest {

  private static final int COUNT = 400;

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
  private final Items items =
      fixture.items(
          ContainerDefinition.of("c", TestEngine.scheme("/pk"))
              .withIndexing(
                  IndexingPolicy.fromJson(
                      JsonReader.DEFAULT.read(
                          """
                          {"includedPaths":[{"path":"/*"}],"excludedPaths":[],
                           "compositeIndexes":[[
                             {"path":"/a","order":"ascending"},
                             {"path":"/b","order":"descending"},
                             {"path":"/n","order":"ascending"}]]}
                          """))));
  private final Items plain = fixture.items("plain", "/pk");

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c.a = 3 AND c.b = 'b1'",
        "c.a = 3 AND c.b >= 'b2'",
        "c.b < 'b2' AND c.a = 3",
        "c.a = 3 AND c.b = 'b1' AND c.n > 200",
        "c.a = 3 AND c.b = 'b1' AND c.n = 101 AND c.pk != 'p0'",
        "c.a = 3 AND STARTSWITH(c.b, 'b')"
      })
  void readsTheEntriesThatMatchAndNoOthers(String filter) {
    for (int i = 0; i < COUNT; i++) {
      String json =
          "{'id':'%d','pk':'p%d','a':%d,'b':'b%d','n':%d}".formatted(i, i % 7, i % 7, i % 4, i);
      Fixture.put(items, json);
      Fixture.put(plain, json);
    }
    fixture.split(items.container(), 0);
    String text = "SELECT VALUE c.n FROM c WHERE " + filter;

    QueryPage page = queries.page(items, QueryRequest.of(text));

    assertThat(page.values())
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(queries.page(plain, QueryRequest.of(text)).values());
    assertThat(page.metrics().indexEntries()).isLessThanOrEqualTo(page.results().size() + 4L);
  }
}
