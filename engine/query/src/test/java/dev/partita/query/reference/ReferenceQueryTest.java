package dev.partita.query.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.Evaluation;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.spatial.Geospatial;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole queries over a few items, by the rules of the language. */
class ReferenceQueryTest {

  private static final List<JsonObject> ITEMS =
      Stream.of(
              "{'id':'1','n':1,'s':'x','tags':['a','b']}",
              "{'id':'2','n':2,'s':'x','tags':['b']}",
              "{'id':'3','n':'two','s':'y','tags':[]}",
              "{'id':'4','n':null,'s':'y','tags':'a'}",
              "{'id':'5','s':null}",
              "{'id':'6','n':[1],'s':'x','tags':[['a']]}")
          .map(text -> Evaluation.object(text.replace('\'', '"')))
          .toList();

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT VALUE c.id FROM c WHERE c.n = 1                     ; ['1']
          SELECT VALUE c.id FROM c WHERE c.n != 1                    ; ['2','3','4','6']
          SELECT VALUE c.id FROM c WHERE NOT (c.n = 1)               ; ['2','3','4','6']
          SELECT VALUE c.id FROM c WHERE c.n < 3                     ; ['1','2']
          SELECT VALUE c.id FROM c WHERE c.n                         ; []
          SELECT VALUE c.n FROM c                                    ; [1,2,'two',null,[1]]
          SELECT c.n FROM c WHERE c.id IN ('4','5')                  ; [{'n':null},{}]
          SELECT c.id, c.n + 1 AS m FROM c WHERE c.s = 'x'           ; [{'id':'1','m':2},{'id':'2','m':3},{'id':'6'}]
          SELECT c.n, 1, c.s FROM c WHERE c.id = '1'                 ; [{'n':1,'$1':1,'s':'x'}]
          SELECT VALUE t FROM c JOIN t IN c.tags                     ; ['a','b','b',['a']]
          SELECT VALUE t FROM t IN c.tags                            ; ['a','b','b',['a']]
          SELECT VALUE tags FROM c.tags                              ; [['a','b'],['b'],[],'a',[['a']]]
          SELECT VALUE c.id FROM c JOIN c.tags                       ; ['1','2','3','4','6']
          SELECT VALUE [a, b] FROM c JOIN a IN c.tags JOIN b IN c.tags WHERE c.id = '1' ; [['a','a'],['a','b'],['b','a'],['b','b']]
          SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 'a') ; ['1']
          SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.tags) FROM c WHERE c.id < '3' ; [['a','b'],['b']]
          SELECT VALUE (SELECT VALUE COUNT(1) FROM t IN c.tags) FROM c ; [2,1,0,0,0,1]
          SELECT VALUE EXISTS(SELECT VALUE undefined)                ; [false]
          SELECT VALUE EXISTS(SELECT undefined)                      ; [true]
          SELECT VALUE FIRST(SELECT VALUE t FROM t IN c.tags) FROM c WHERE c.id = '1' ; ['a']
          SELECT VALUE LAST(SELECT VALUE t FROM t IN c.tags) FROM c WHERE c.id = '1'  ; ['b']
          SELECT VALUE ALL(SELECT VALUE t = 'b' FROM t IN c.tags) FROM c WHERE c.id <= '2' ; [false,true]
          SELECT VALUE x.m FROM (SELECT c.n AS m FROM c) AS x WHERE x.m = 2 ; [2]
          SELECT VALUE p.k FROM c JOIN p IN ObjectToArray(c) WHERE c.id = '5' ; ['id','s']
          SELECT VALUE t FROM c JOIN t IN ARRAY_SLICE(c.tags, 1)     ; ['b']
          SELECT VALUE t FROM c JOIN t IN UPPER(c.s)                 ; []
          """)
  void rowsAndColumns(String query, String expected) {
    assertThat(Evaluation.results(query, ITEMS)).isEqualTo(array(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT VALUE c.id FROM c ORDER BY c.n                      ; ['5','4','1','2','3','6']
          SELECT VALUE c.id FROM c ORDER BY c.n DESC                 ; ['6','3','2','1','4','5']
          SELECT VALUE c.id FROM c ORDER BY c.s, c.id DESC           ; ['5','6','2','1','4','3']
          SELECT TOP 2 VALUE c.id FROM c ORDER BY c.n                ; ['5','4']
          SELECT VALUE c.id FROM c ORDER BY c.n OFFSET 1 LIMIT 2     ; ['4','1']
          SELECT VALUE c.id FROM c OFFSET 4 LIMIT 10                 ; ['5','6']
          SELECT TOP 0 * FROM c                                      ; []
          SELECT DISTINCT VALUE c.s FROM c                           ; ['x','y',null]
          SELECT DISTINCT c.zzz FROM c                               ; [{}]
          SELECT DISTINCT TOP 1 VALUE c.s FROM c                     ; ['x']
          """)
  void orderAndWindows(String query, String expected) {
    assertThat(Evaluation.results(query, ITEMS)).isEqualTo(array(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT VALUE COUNT(1) FROM c                               ; [6]
          SELECT VALUE COUNT(c.n) FROM c                             ; [5]
          SELECT VALUE COUNT(1) FROM c WHERE false                   ; [0]
          SELECT VALUE SUM(c.n) FROM c WHERE c.n < 3                 ; [3]
          SELECT VALUE SUM(c.n) FROM c                               ; []
          SELECT VALUE SUM(c.zzz) FROM c                             ; [0]
          SELECT SUM(c.n) FROM c                                     ; [{}]
          SELECT VALUE AVG(c.n) FROM c WHERE IS_NUMBER(c.n)          ; [1.5]
          SELECT VALUE AVG(c.zzz) FROM c                             ; []
          SELECT VALUE MIN(c.n) FROM c                               ; []
          SELECT VALUE MIN(c.n) FROM c WHERE NOT IS_ARRAY(c.n)       ; [null]
          SELECT VALUE MAX(c.n) FROM c WHERE NOT IS_ARRAY(c.n)       ; ['two']
          SELECT VALUE COUNTIF(c.s = 'x') FROM c                     ; [3]
          SELECT VALUE MAKELIST(c.s) FROM c                          ; [['x','x','y','y',null,'x']]
          SELECT VALUE MAKESET(c.s) FROM c                           ; [['x','y',null]]
          SELECT VALUE MAKELIST(c.zzz) FROM c                        ; [[]]
          SELECT c.s, COUNT(1) AS k FROM c GROUP BY c.s              ; [{'s':'x','k':3},{'s':'y','k':2},{'s':null,'k':1}]
          SELECT VALUE COUNT(1) FROM c WHERE false GROUP BY c.s      ; []
          SELECT VALUE c.zzz FROM c GROUP BY c.zzz                   ; []
          SELECT c.zzz FROM c GROUP BY c.zzz                         ; [{}]
          SELECT VALUE UPPER(c.s) FROM c GROUP BY UPPER(c.s)         ; ['X','Y']
          SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.s FROM c) ; [3]
          """)
  void aggregatesAndGroups(String query, String expected) {
    assertThat(Evaluation.results(query, ITEMS)).isEqualTo(array(expected));
  }

  /** Conditions that clients insert for the filter to resume after a row. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          ASC  ; ( c.n > 1 OR IS_STRING(c.n) OR IS_ARRAY(c.n) OR IS_OBJECT(c.n) )  ; ['2','3','6']
          ASC  ; ( c.n >= 1 OR IS_STRING(c.n) OR IS_ARRAY(c.n) OR IS_OBJECT(c.n) ) ; ['1','2','3','6']
          DESC ; ( c.n < 1 OR NOT IS_DEFINED(c.n) OR IS_NULL(c.n) OR IS_BOOLEAN(c.n) ) ; ['4','5']
          ASC  ; IS_DEFINED(c.n)     ; ['4','1','2','3','6']
          DESC ; NOT IS_DEFINED(c.n) ; ['5']
          ASC  ; true                ; ['5','4','1','2','3','6']
          DESC ; false               ; []
          ASC  ; ((c.n > 1)) OR ((c.n = 1) AND (c.id > '1')) ; ['2']
          """)
  void resumesWithTheFiltersOfClients(String direction, String filter, String expected) {
    String query =
        "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, c.id AS payload\nFROM c\nWHERE ("
            + filter
            + ")\nORDER BY c.n "
            + direction;
    assertThat(
            Evaluation.results(query, ITEMS).stream()
                .map(row -> ((JsonObject) row).at("payload"))
                .toList())
        .isEqualTo(array(expected));
  }

  /** Partial aggregates of partitions without rows can be merged by clients. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT VALUE [{"item": COUNT(1)}] FROM c ; [[{'item':0}]]
          SELECT VALUE [{"item": SUM(c.n)}] FROM c ; [[{'item':0}]]
          SELECT VALUE [{"item": MIN(c.n), "item2": {"min": MIN(c.n), "count": COUNT(c.n)}}] FROM c ; [[{'item2':{'count':0}}]]
          SELECT VALUE [{"item": {"sum": SUM(c.n), "count": COUNT(c.n)}}] FROM c ; [[{'item':{'sum':0,'count':0}}]]
          """)
  void emptyPartitionsHaveAggregates(String query, String expected) {
    assertThat(Evaluation.results(query, List.of())).isEqualTo(array(expected));
  }

  @Test
  void computedPropertiesComeBeforeStoredOnes() {
    ContainerTraits traits =
        new ContainerTraits(
            Geospatial.GEOGRAPHY,
            Map.of(),
            ComputedProperties.of(Map.of("n", "SELECT VALUE UPPER(c.s) FROM c")));
    assertThat(Evaluation.results("SELECT VALUE c.n FROM c WHERE c.n = 'Y'", ITEMS, traits))
        .isEqualTo(array("['Y','Y']"));
    assertThat(Evaluation.results("SELECT * FROM c WHERE c.id = '2'", ITEMS, traits))
        .isEqualTo(List.of(ITEMS.get(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT VALUE c.n FROM c", "SELECT VALUE ['x', c[\"n\"]] FROM c"})
  void computedPropertiesDoNotUseOneAnother(String query) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(
            () -> ComputedProperties.of(Map.of("n", "SELECT VALUE 1 FROM c", "other", query)));
  }

  @ParameterizedTest
  @CsvSource({"n, 541236", "s, 512634"})
  void aParameterMayNameWhatGivesTheOrder(String property, String expected) {
    ReferenceQuery query =
        ReferenceQuery.compile(
            "SELECT VALUE c.id FROM c ORDER BY c[@by]",
            new Parameters(Map.of("@by", JsonString.of(property))),
            ContainerTraits.DEFAULT);
    StringBuilder ids = new StringBuilder();
    query
        .execute(ITEMS, Execution.start(new ManualClock(0)))
        .forEachRemaining(id -> ids.append(((JsonString) id).value()));
    assertThat(ids).hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE (SELECT VALUE t FROM t IN c.tags) FROM c",
        "SELECT VALUE t FROM c JOIN t IN c.tags ORDER BY t.x",
        "SELECT TOP @n * FROM c",
        "SELECT VALUE udf.f(c.n) FROM c",
        "SELECT VALUE SUM(1e308) FROM c",
        "SELECT AVG(1e308) AS a FROM c"
      })
  void refusesWhatOnlyShowsWhenItRuns(String query) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Evaluation.results(query, ITEMS));
  }

  private static List<JsonValue> array(String text) {
    return ((JsonArray) Evaluation.json(text.replace('\'', '"'))).elements();
  }
}
