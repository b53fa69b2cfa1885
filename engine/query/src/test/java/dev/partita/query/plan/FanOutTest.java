package dev.partita.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A client that follows the plan gets the result of one partition with all documents. */
class FanOutTest {

  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM c",
          "SELECT c.a FROM c WHERE c.b > 1",
          "SELECT TOP 3 c.a FROM c",
          "SELECT c.a FROM c OFFSET 1 LIMIT 3",
          "SELECT VALUE c.a FROM c WHERE c.pk = 1 OFFSET 1 LIMIT 2",
          "SELECT TOP 3 c.a FROM c OFFSET 1 LIMIT 5",
          "SELECT VALUE t FROM c JOIN t IN c.tags WHERE t != 1",
          "SELECT * FROM c ORDER BY c.a",
          "SELECT c.id, c.a FROM c WHERE c.b = 1 OR c.b = 2 ORDER BY c.a DESC",
          "SELECT VALUE c.b FROM c ORDER BY c.a",
          "SELECT TOP 2 VALUE c.b FROM c WHERE IS_DEFINED(c.a) ORDER BY c.a DESC, c.b",
          "SELECT c.b FROM c ORDER BY c.a OFFSET 1 LIMIT 2",
          "SELECT VALUE c.id FROM c WHERE c.pk = 1 ORDER BY c.a OFFSET 1 LIMIT 2",
          "SELECT DISTINCT VALUE c.a FROM c",
          "SELECT DISTINCT c.a FROM c",
          "SELECT DISTINCT VALUE c.a FROM c ORDER BY c.a",
          "SELECT DISTINCT TOP 2 VALUE c.a FROM c ORDER BY c.a DESC",
          "SELECT DISTINCT VALUE c.a FROM c OFFSET 1 LIMIT 2",
          "SELECT VALUE COUNT(1) FROM c",
          "SELECT VALUE COUNT(c.a) FROM c WHERE c.b = 1",
          "SELECT VALUE SUM(c.b) FROM c",
          "SELECT VALUE SUM(c.a) FROM c",
          "SELECT VALUE AVG(c.b) FROM c",
          "SELECT VALUE AVG(c.a) FROM c",
          "SELECT VALUE MIN(c.a) FROM c",
          "SELECT VALUE MAX(c.a) FROM c WHERE c.b = 2",
          "SELECT VALUE COUNTIF(c.b > 1) FROM c",
          "SELECT VALUE MAKELIST(c.a) FROM c",
          "SELECT VALUE MAKESET(c.a) FROM c",
          "SELECT COUNT(1) AS n, SUM(c.b), MIN(c.a) AS low, MAX(c.b) FROM c",
          "SELECT AVG(c.a) AS mean FROM c WHERE c.pk = 1",
          "SELECT c.a, COUNT(1) AS n, AVG(c.b) AS mean FROM c GROUP BY c.a",
          "SELECT VALUE c.a FROM c GROUP BY c.a",
          "SELECT VALUE MAX(c.b) FROM c GROUP BY c.pk",
          "SELECT TOP 1 c.pk, MIN(c.b) AS low FROM c GROUP BY c.pk",
          "SELECT c.pk, c.b FROM c GROUP BY c.pk, c.b OFFSET 1 LIMIT 2",
          "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.a FROM c)",
          "SELECT COUNT(1) AS n FROM (SELECT DISTINCT c.a, c.b FROM c)",
          "SELECT COUNT(1) FROM (SELECT DISTINCT VALUE c.b FROM c WHERE c.pk = 1) AS d");

  private static final List<JsonValue> VALUES =
      List.of(
          JsonUndefined.UNDEFINED,
          JsonNull.NULL,
          JsonBoolean.TRUE,
          JsonNumber.of(1),
          JsonNumber.of(2),
          JsonNumber.of(3.5),
          JsonString.of("x"),
          JsonArray.of(JsonNumber.of(1)));

  @Property(tries = 40)
  void plansLoseAndAddNothing(@ForAll("partitions") List<List<JsonObject>> partitions) {
    List<JsonObject> all = partitions.stream().flatMap(List::stream).toList();
    FanOut client = new FanOut(partitions);
    for (String query : QUERIES) {
      assertThat(client.query(query)).as(query).isEqualTo(FanOut.run(query, all));
    }
  }

  @Provide
  Arbitrary<List<List<JsonObject>>> partitions() {
    Arbitrary<JsonValue> any = Arbitraries.of(VALUES);
    Arbitrary<JsonValue> number = Arbitraries.integers().between(1, 3).map(JsonNumber::of);
    Arbitrary<JsonObject> document =
        Combinators.combine(any, number, any.list().ofMaxSize(2))
            .as(
                (a, b, tags) -> {
                  JsonObject.Builder json = JsonObject.builder().put("b", b);
                  if (!a.isUndefined()) {
                    json.put("a", a);
                  }
                  return json.put(
                          "tags",
                          JsonArray.of(tags.stream().filter(t -> !t.isUndefined()).toList()))
                      .build();
                });
    return document.list().ofMaxSize(5).list().ofMinSize(1).ofMaxSize(3).map(FanOutTest::named);
  }

  /** Assigns every document an id and the key of its partition. */
  private static List<List<JsonObject>> named(List<List<JsonObject>> partitions) {
    List<List<JsonObject>> named = new ArrayList<>();
    for (int p = 0; p < partitions.size(); p++) {
      JsonValue key = JsonNumber.of(p);
      List<JsonObject> documents = partitions.get(p);
      String prefix = p + "-";
      named.add(
          IntStream.range(0, documents.size())
              .mapToObj(i -> documents.get(i).with("id", JsonString.of(prefix + i)).with("pk", key))
              .toList());
    }
    return named;
  }
}
