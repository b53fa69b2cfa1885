package dev.partita.query.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.query.syntax.Sql;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryCheckerTest {

  /** The last column is the wrong part of the text. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT * FORM c                                ; SC1001 ; FORM
          SELECT * FROM c WHERE c.value = 1              ; SC1001 ; value
          SELECT * FROM c WHERE c.x IS NULL              ; SC1001 ; IS
          SELECT TOP -1 * FROM c                         ; SC1001 ; -
          SELECT * FROM @p                               ; SC1001 ; @p
          SELECT x.a FROM c                              ; SC2001 ; x
          SELECT * FROM c JOIN t IN d.tags               ; SC2001 ; d
          SELECT NOSUCH(c.a) FROM c                      ; SC2005 ; NOSUCH
          SELECT * FROM c GROUP BY c.a                   ; SC2041 ; *
          SELECT ABS(1, 2) FROM c                        ; SC2050 ; ABS(1, 2)
          SELECT TOP 1.5 * FROM c                        ; SC2060 ; 1.5
          SELECT TOP 4294967296 * FROM c                 ; SC2060 ; 4294967296
          SELECT * FROM c OFFSET 4294967296 LIMIT 1      ; SC2062 ; 4294967296
          SELECT * FROM c OFFSET 1 LIMIT 4294967296      ; SC2061 ; 4294967296
          SELECT MAX(MIN(c.a)) FROM c                    ; SC2101 ; MAX(MIN(c.a))
          SELECT SUM((SELECT VALUE 1)) FROM c            ; SC2101 ; SUM((SELECT VALUE 1))
          SELECT c.b FROM c GROUP BY c.a                 ; SC2102 ; c.b
          SELECT c.b, COUNT(1) FROM c                    ; SC2102 ; c.b
          SELECT (SELECT c.a ORDER BY c.a) FROM c        ; SC2202 ; ORDER BY c.a
          SELECT (SELECT TOP 1 c.a) FROM c               ; SC2203 ; TOP 1
          SELECT (SELECT c.a OFFSET 0 LIMIT 1) FROM c    ; SC2204 ; OFFSET 0 LIMIT 1
          SELECT c.a[c.b] FROM c                         ; SC2990 ; c.a[c.b]
          SELECT FullTextScore(c.a, 'x') FROM c          ; SC2240 ; FullTextScore(c.a, 'x')
          SELECT * FROM c ORDER BY RANK UPPER(c.a)       ; SC2221 ; ORDER BY RANK UPPER(c.a)
          SELECT t FROM t IN c.t ORDER BY RANK FullTextScore(t.a, 'x') ; SC2223 ; t IN c.t
          """)
  void namesWhatIsWrongAndWhere(String text, String code, String part) {
    List<JsonObject> errors = errors(text);
    JsonObject error = errors.getFirst();
    assertThat(error.at("code")).isEqualTo(JsonString.of(code));
    JsonObject location = (JsonObject) error.at("location");
    int start = (int) ((JsonNumber) location.at("start")).longValue();
    int end = (int) ((JsonNumber) location.at("end")).longValue();
    assertThat(text.substring(start, end)).isEqualTo(part);
  }

  @Test
  void saysHowManyCandidatesASearchMayHave() {
    String text = "SELECT VectorDistance(c.v, [1], true, {'searchListSizeMultiplier': %s}) FROM c";
    assertThat(errors(text.formatted("101")).getFirst().at("message"))
        .isEqualTo(
            JsonString.of(
                "The 'searchListSizeMultiplier' value 101 specified in the VectorDistance function"
                    + " is outside the supported range. The value must be between 1 and 100."));
    assertThat(errors(text.formatted("2.5")).getFirst().at("code"))
        .isEqualTo(JsonString.of("SC2213"));
  }

  @Test
  void theEndIsWhereTheTextEnds() {
    assertThat(errors("SELECT * FROM"))
        .containsExactly(
            (JsonObject)
                new JsonReader(8)
                    .read(
                        "{\"severity\":\"Error\",\"location\":{\"start\":13,\"end\":13},"
                            + "\"code\":\"SC1002\","
                            + "\"message\":\"Syntax error, unexpected end-of-file.\"}"));
  }

  @Test
  void ordersThatNoIndexHasAreRefusedWithoutAPlace() {
    assertThat(errors("SELECT * FROM c ORDER BY UPPER(c.a)"))
        .containsExactly(
            (JsonObject)
                new JsonReader(8)
                    .read(
                        "{\"severity\":\"Error\",\"code\":2206,\"message\":\"Unsupported ORDER BY"
                            + " clause. ORDER BY item expression could not be mapped to a document"
                            + " path.\"}"));
  }

  @Test
  void allErrorsAreListed() {
    assertThat(errors("SELECT x.a, NOSUCH(1) FROM c WHERE y = 1 ORDER BY z.a"))
        .extracting(error -> error.at("code").toString())
        .containsExactly("\"SC2001\"", "\"SC2001\"", "\"SC2001\"", "\"SC2005\"");
  }

  @Test
  void userCallsAndJoinsAreLimited() {
    assertThat(errors("SELECT " + "udf.f(1), ".repeat(10) + "udf.f(1) FROM c"))
        .extracting(error -> error.at("code").toString())
        .containsExactly("\"SC3005\"");
    QueryChecker.check(Sql.parse("SELECT " + "udf.f(1), ".repeat(9) + "udf.f(1) FROM c"));
    assertThat(errors("SELECT c FROM c" + joins(11))).hasSize(1);
    QueryChecker.check(Sql.parse("SELECT c FROM c" + joins(10)));
  }

  private static String joins(int count) {
    StringBuilder joins = new StringBuilder();
    for (int i = 0; i < count; i++) {
      joins.append(" JOIN t").append(i).append(" IN c.t");
    }
    return joins.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "SELECT * FROM anything.at.all",
        "SELECT 1",
        "SELECT VALUE COUNT(1) FROM c",
        "SELECT VALUE {a: COUNT(1)}",
        "SELECT ABS(AVG(c.a)) FROM c",
        "SELECT c.a, UPPER(c.a), COUNT(1) FROM c GROUP BY c.a",
        "SELECT c['a'] FROM c GROUP BY c.a",
        "SELECT c.a.b FROM c GROUP BY c.a",
        "SELECT UPPER(c.a) FROM c GROUP BY upper(c.a)",
        "SELECT p FROM p IN p.sizes",
        "SELECT (SELECT VALUE COUNT(1) FROM t IN c.tags) FROM c",
        "SELECT ARRAY(SELECT DISTINCT t FROM t IN c.tags) FROM c",
        "SELECT c[@p], c['a'], c.a[0] FROM c",
        "SELECT abs(1), Array_Length([]), arraylength([]) FROM c",
        "SELECT * FROM c WHERE DOCUMENTID(c.a) > 1",
        "SELECT * FROM c ORDER BY VectorDistance(c.v, [1])",
        "SELECT * FROM c ORDER BY RANK RRF(FullTextScore(c.a, 'x'), VectorDistance(c.v, [1]))"
      })
  void acceptsWhatIsRight(String text) {
    QueryChecker.check(Sql.parse(text));
  }

  private static List<JsonObject> errors(String text) {
    DatabaseException failure =
        catchThrowableOfType(DatabaseException.class, () -> QueryChecker.check(Sql.parse(text)));
    assertThat(failure).as(text).isNotNull();
    assertThat(failure.code().status()).isEqualTo(400);
    String body = QueryErrors.body(failure).orElseThrow();
    List<JsonObject> errors = new ArrayList<>();
    for (JsonValue error : (JsonArray) ((JsonObject) new JsonReader(8).read(body)).at("errors")) {
      errors.add((JsonObject) error);
    }
    return errors;
  }
}
