package dev.partita.query.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.spatial.Geospatial;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Sql;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyFilterTest {

  private static final KeyDefinition SINGLE = KeyDefinition.of(List.of("/a"), "Hash");
  private static final KeyDefinition PAIR = KeyDefinition.of(List.of("/a", "/b"), "Hash");
  private static final KeyDefinition TREE =
      KeyDefinition.of(List.of("/tenant", "/user", "/session"), "MultiHash");
  private static final Parameters PARAMETERS =
      new Parameters(Map.of("@p", JsonString.of("v"), "@list", JsonArray.of(JsonNumber.of(7))));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c.a = 1                                  | [[1]]",
        "1 = c.a                                  | [[1]]",
        "c['a'] = 'x'                             | [['x']]",
        "c.a = @p                                 | [['v']]",
        "c.a = 1 + 1                              | [[2]]",
        "c.a = [1]                                | [[{}]]",
        "c.a IN (1, 'x', null)                    | [[1], ['x'], [null]]",
        "c.a IN (1, c.b)                          | all",
        "c.a NOT IN (1)                           | all",
        "NOT (c.a NOT IN (1, 2))                  | [[1], [2]]",
        "c.a = 1 OR c.a = 2                       | [[1], [2]]",
        "c.a = 1 OR c.b = 2                       | all",
        "c.a = 1 AND c.b = 2                      | [[1]]",
        "c.a = 1 AND c.a = 2                      | []",
        "c.a IN (1, 2) AND c.a IN (2, 3)          | [[2]]",
        "c.a != 1                                 | all",
        "NOT (c.a != 1)                           | [[1]]",
        "NOT (c.a != 1 OR c.b > 1)                | [[1]]",
        "c.a                                      | [[true]]",
        "NOT c.a                                  | [[false]]",
        "IS_BOOL(c.a)                             | [[false], [true]]",
        "IS_NULL(c.a)                             | [[null]]",
        "NOT IS_NULL(c.a)                         | all",
        "IS_DEFINED(c.a)                          | all",
        "ABS(c.a) = 1                             | [[1], [-1]]",
        "ABS(c.a) = 0                             | [[0]]",
        "ABS(c.a) = -1                            | []",
        "ABS(c.b) = 1                             | all",
        "ARRAY_CONTAINS([1, 'x'], c.a)            | [[1], ['x']]",
        "ARRAY_CONTAINS(@list, c.a)               | [[7]]",
        "ARRAY_CONTAINS(c.b, c.a)                 | all",
        "c.a LIKE 'x'                             | [['x']]",
        "c.a LIKE 'x!%' ESCAPE '!'                | [['x%']]",
        "c.a LIKE 'x%'                            | all",
        "c.a BETWEEN 1 AND 1                      | all",
        "c.a > 1                                  | all",
        "false                                    | []",
        "undefined                                | []",
        "1                                        | []",
        "true                                     | all",
        "c.b = 1 OR true                          | all",
        "c.a = 1 OR false                         | [[1]]",
        "EXISTS(SELECT VALUE 1 FROM x IN c.b WHERE c.a = 1) | all",
        "c.b = (SELECT VALUE c.x FROM c WHERE c.a = 1) | [[1]]",
        "(SELECT VALUE c.x WHERE c.a = 1) < c.b   | [[1]]",
        "NOT (c.b = (SELECT VALUE c.x FROM c WHERE c.a = 1)) | [[1]]",
        "c.b = (SELECT VALUE d.x FROM c AS d WHERE d.a = 1) AND c.a = 2 | []",
        "c.b = (SELECT VALUE t FROM t IN c.t WHERE t.a = 2 AND c.a = 1) | [[1]]",
        "c.b = (SELECT VALUE c FROM c IN c.t WHERE c.a = 1) | all",
        "c.b = (SELECT VALUE COUNT(1) FROM c WHERE c.a = 1) | all",
        "c.b = ARRAY(SELECT VALUE c.x FROM c WHERE c.a = 1) | all",
        "c.a.x = 1                                | all",
        "c.a = RAND()                             | all",
        "udf.f(c.a)                               | all"
      })
  void readsKeysOffAFilter(String filter, String expected) {
    assertThat(prefixes("SELECT * FROM c WHERE " + filter, SINGLE)).isEqualTo(json(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c.tenant = 'a' AND c.user = 'u' AND c.session = 's' | [['a', 'u', 's']]",
        "c.tenant = 'a'                                      | [['a']]",
        "c.tenant IN ('a', 'b') AND c.user = 'u'             | [['a', 'u'], ['b', 'u']]",
        "c.tenant = 'a' AND c.session = 's'                  | [['a']]",
        "c.user = 'u'                                        | all",
        "(c.tenant = 'a' AND c.user = 'u') OR c.tenant = 'a' | [['a']]",
        "(c.tenant = 'a' AND c.user = 'u') OR c.tenant = 'b' | [['a', 'u'], ['b']]"
      })
  void hierarchicalKeysNeedOnlyTheirBeginning(String filter, String expected) {
    assertThat(prefixes("SELECT * FROM c WHERE " + filter, TREE)).isEqualTo(json(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM c WHERE c.a = 1 AND c.b = 2              | [[1, 2]]",
        "SELECT * FROM c WHERE c.a = 1                          | all",
        "SELECT * FROM c                                        | all",
        "SELECT 1                                               | []",
        "SELECT * FROM c.a WHERE a = 1                          | all",
        "SELECT t FROM c JOIN t IN c.t WHERE c.a = 1 AND c.b = t AND c.b = 3 | [[1, 3]]",
        "SELECT c FROM x JOIN c IN x.t WHERE c.a = 1 AND c.b = 2 | all",
        "SELECT * FROM (SELECT * FROM c) AS d WHERE d.a = 1 AND d.b = 2 | all"
      })
  void otherKeysAreNeededAsAWhole(String query, String expected) {
    assertThat(prefixes(query, PAIR)).isEqualTo(json(expected));
  }

  @Test
  void computedPropertiesAreNoKeys() {
    ContainerTraits traits =
        new ContainerTraits(
            Geospatial.GEOGRAPHY,
            Map.of(),
            ComputedProperties.of(Map.of("a", "SELECT VALUE c.x FROM c")));
    Query query = Sql.parse("SELECT * FROM c WHERE c.a = 1");
    assertThat(KeyFilter.of(query, PARAMETERS, traits, SINGLE))
        .isEqualTo(KeyConstraint.everything());
  }

  @Test
  void elementsOfArraysAreNoKeys() {
    KeyDefinition key = KeyDefinition.of(List.of("/key[0]"), "Hash");
    assertThat(prefixes("SELECT * FROM c WHERE c.key[0] = 'x'", key)).isEqualTo(json("all"));
    assertThat(prefixes("SELECT * FROM c WHERE c['key[0]'] = 'x'", key)).isEqualTo(json("[['x']]"));
  }

  @Test
  void longListsStayExactAndManyCombinationsDoNot() {
    StringBuilder list = new StringBuilder("0");
    for (int i = 1; i < 20_000; i++) {
      list.append(',').append(i);
    }
    String text = "SELECT * FROM c WHERE c.a IN (" + list + ")";
    assertThat(((JsonArray) prefixes(text, SINGLE)).size()).isEqualTo(20_000);
    assertThat(prefixes(text + " AND c.b IN (" + list + ")", PAIR)).isEqualTo(json("all"));
  }

  /** Law: every item that a query returns has a key within the constraint. */
  @Property(tries = 2000)
  void whatAQueryReturnsIsWithinTheConstraint(
      @ForAll("filters") String filter, @ForAll("items") JsonObject item) {
    String text = "SELECT * FROM c WHERE " + filter;
    boolean returned =
        ReferenceQuery.compile(text, Parameters.NONE, ContainerTraits.DEFAULT)
            .execute(List.of(item), Execution.start(new ManualClock(0)))
            .hasNext();
    for (KeyDefinition key :
        List.of(SINGLE, PAIR, KeyDefinition.of(List.of("/a", "/b"), "MultiHash"))) {
      KeyConstraint keys =
          KeyFilter.of(Sql.parse(text), Parameters.NONE, ContainerTraits.DEFAULT, key);
      assertThat(!returned || keys.allows(key.key(item))).as("%s of %s", item, keys).isTrue();
    }
  }

  @Provide
  Arbitrary<String> filters() {
    Arbitrary<String> value =
        Arbitraries.of("null", "true", "false", "0", "1", "-1", "'x'", "[]", "{}", "undefined");
    Arbitrary<String> path = Arbitraries.of("c.a", "c['b']", "c.other");
    Arbitrary<String> leaf =
        Arbitraries.oneOf(
            Combinators.combine(path, Arbitraries.of("=", "!=", "<", ">="), value)
                .as((p, operator, v) -> p + " " + operator + " " + v),
            Combinators.combine(value, path).as((v, p) -> v + " = " + p),
            Combinators.combine(path, Arbitraries.of("IN", "NOT IN"), value.list().ofSize(2))
                .as((p, in, list) -> p + " " + in + " (" + String.join(", ", list) + ")"),
            Combinators.combine(
                    Arbitraries.of("IS_BOOL", "IS_NULL", "IS_DEFINED", "IS_ARRAY"), path)
                .as((f, p) -> f + "(" + p + ")"),
            Combinators.combine(path, value).as((p, v) -> "ABS(" + p + ") = " + v),
            Combinators.combine(value.list().ofSize(2), path)
                .as((list, p) -> "ARRAY_CONTAINS([" + String.join(",", list) + "], " + p + ")"),
            path.map(p -> p + " LIKE 'x'"),
            Combinators.combine(path, path, Arbitraries.of("=", "!="), value)
                .as(
                    (tested, p, operator, v) ->
                        "%s != (SELECT VALUE 'y' FROM c WHERE %s %s %s)"
                            .formatted(tested, p, operator, v)),
            path,
            value);
    return Arbitraries.lazyOf(
        () -> leaf,
        () -> leaf,
        () ->
            Combinators.combine(filters(), Arbitraries.of("AND", "OR"), filters())
                .as((l, operator, r) -> "((" + l + ") " + operator + " (" + r + "))"),
        () -> filters().map(inner -> "NOT (" + inner + ")"));
  }

  @Provide
  Arbitrary<JsonObject> items() {
    Arbitrary<JsonValue> value =
        Arbitraries.of(
            JsonUndefined.UNDEFINED,
            JsonNull.NULL,
            JsonBoolean.TRUE,
            JsonBoolean.FALSE,
            JsonNumber.of(0),
            JsonNumber.of(1),
            JsonNumber.of(-1),
            JsonString.of("x"),
            JsonArray.EMPTY,
            JsonObject.EMPTY);
    return Combinators.combine(value, value, value)
        .as(
            (a, b, other) -> {
              JsonObject.Builder item = JsonObject.builder();
              put(item, "a", a);
              put(item, "b", b);
              put(item, "other", other);
              return item.build();
            });
  }

  private static void put(JsonObject.Builder item, String name, JsonValue value) {
    if (!value.isUndefined()) {
      item.put(name, value);
    }
  }

  /** The keys as JSON, or the word for all of them. */
  private static JsonValue prefixes(String text, KeyDefinition key) {
    KeyConstraint keys = KeyFilter.of(Sql.parse(text), PARAMETERS, ContainerTraits.DEFAULT, key);
    return switch (keys) {
      case KeyConstraint.Everything _ -> JsonString.of("all");
      case KeyConstraint.Keys(List<List<JsonValue>> prefixes) ->
          JsonArray.of(
              prefixes.stream()
                  .map(
                      prefix ->
                          JsonArray.of(
                              prefix.stream()
                                  .map(v -> v.isUndefined() ? JsonObject.EMPTY : v)
                                  .toList()))
                  .sorted(JsonValue.ORDER)
                  .toList());
    };
  }

  private static JsonValue json(String text) {
    if (text.equals("all")) {
      return JsonString.of("all");
    }
    JsonArray keys = (JsonArray) new JsonReader(8).read(text.replace('\'', '"'));
    return JsonArray.of(keys.elements().stream().sorted(JsonValue.ORDER).toList());
  }
}
