package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the protocol adds to queries. */
class QueriesTest {

  private static final String COUNT = "x-ms-max-item-count";

  private static final String[] QUERY = {
    "x-ms-documentdb-isquery", "true", "content-type", "application/query+json"
  };

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
            "Message: {\\\"Errors\\\":[\\\"The order by query does not have a corresponding"
                + " composite index that it can be served from.\\\"]}\\r"
                + "\\n"
                + "ActivityId: ");
  }

  @Test
  void refusesParametersThatAreNoNamesOrGivenTwice() {
    assertThat(withParameters("{'name':'@low','value':1},{'name':'@low','value':2}"))
        .contains("Invalid query. Specified duplicate parameter name '@low'.");
    for (String name : List.of("low", "@", "@2", "@a.b", "@*")) {
      assertThat(withParameters("{'name':'%s','value':1}".formatted(name)))
          .contains("Specified parameter name '" + name + "' is invalid.");
    }
  }

  private String withParameters(String parameters) {
    String body = "{'query':'SELECT * FROM c','parameters':[%s]}".formatted(parameters);
    return api.send("POST", Api.DOCS, body, QUERY).is(400).text();
  }

  @Test
  void refusesAnOrderByAPathThatIsNotIndexed() {
    assertThat(api.query(Api.DOCS, "SELECT VALUE c.id FROM c ORDER BY c._etag").is(400).text())
        .contains("The index path corresponding to the specified order-by item is excluded.");
    api.query(Api.DOCS, "SELECT VALUE c.id FROM c ORDER BY c.b DESC").is(200);
    assertThat(
            api.query(Api.DOCS, "SELECT VALUE c.id FROM c ORDER BY c.b DESC, c['a b'].c")
                .is(400)
                .text())
        .contains(
            "The order by query does not have a corresponding composite index that it can be served"
                + " from.",
            "Add a composite index to the container's indexing policy: /b DESC, /\\\"a b\\\"/c"
                + " ASC");
  }

  /** Clients that plan TOP 0 themselves ask for pages of as many items. */
  @Test
  void pagesOfNoItemsAreThoseOfTheServer() {
    String top = "SELECT TOP 0 c._rid FROM c ORDER BY c.b";
    assertThat(api.query(Api.DOCS, top, COUNT, "0").is(200).entries()).isEmpty();
    assertThat(api.query(Api.DOCS, "SELECT * FROM c", COUNT, "0").is(200).entries()).hasSize(5);
    api.query(Api.DOCS, top, COUNT, "-2").is(400);
  }

  @Test
  void explainsIfAHeaderAsksForIt() {
    Answer answer =
        api.query(Api.DOCS, "SELECT VALUE c.id FROM c WHERE c.b = 3", "x-partita-explain", "true");

    JsonObject plan = (JsonObject) answer.is(200).entries().getFirst();
    assertThat(plan.at("operators").toString()).contains("IndexLookup");
    assertThat(plan.at("logicalRanges")).isEqualTo(JsonNumber.of(1));
  }

  @Test
  void advisesWithTheFirstPageIfAHeaderAsksForIt() {
    String query = "SELECT * FROM c WHERE CONTAINS(c.pk, 'p')";
    String asked = "x-ms-cosmos-populatequeryadvice";
    String advice = "x-ms-cosmos-query-advice";
    Answer first = api.query(Api.DOCS, query, asked, "True", COUNT, "2").is(200);
    assertThat(first.require(advice)).contains("QA1002");
    String token = first.require("x-ms-continuation");
    Answer next =
        api.query(Api.DOCS, query, asked, "True", COUNT, "2", "x-ms-continuation", token).is(200);
    assertThat(next.header(advice)).isNull();
    assertThat(api.query(Api.DOCS, query).is(200).header(advice)).isNull();
    Answer explained = api.query(Api.DOCS, "EXPLAIN " + query, asked, "True").is(200);
    assertThat(explained.require(advice)).contains("QA1002");
  }
}
