package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the protocol adds to queries. */
class QueriesTest {

  private Api api;

  @BeforeEach
  void open() {
    api = Api.withContainer();
    for (int i = 0; i < 5; i++) {
      api.createItem("{'id':'i%d','pk':'p','a':%d,'b':%d}".formatted(i, i % 2, i));
    }
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void refusesAnOrderThatNoCompositeIndexHas() {
    Answer answer = api.query(Api.DOCS, "SELECT VALUE c.id FROM c ORDER BY c.a, c.b DESC");

    answer.is(400);
    assertThat(answer.text())
        .contains(
            "The order by query does not have a corresponding composite index that it can be"
                + " served from.");
  }

  @Test
  void refusesAnOrderByAPathThatIsNotIndexed() {
    assertThat(api.query(Api.DOCS, "SELECT VALUE c.id FROM c ORDER BY c._etag").is(400).text())
        .contains("The index path corresponding to the specified order-by item is excluded.");
    api.query(Api.DOCS, "SELECT VALUE c.id FROM c ORDER BY c.b DESC").is(200);
  }

  @Test
  void explainsIfAHeaderAsksForIt() {
    Answer answer =
        api.query(Api.DOCS, "SELECT VALUE c.id FROM c WHERE c.b = 3", "x-partita-explain", "true");

    JsonObject plan = (JsonObject) answer.is(200).entries().getFirst();
    assertThat(plan.at("operators").toString()).contains("IndexLookup");
    assertThat(plan.at("logicalRanges")).isEqualTo(JsonNumber.of(1));
  }
}
