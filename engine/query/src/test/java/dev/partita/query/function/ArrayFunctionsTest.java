package dev.partita.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonValue;
import dev.partita.query.Evaluation;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayFunctionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          ARRAY_CONCAT([1], [2, 3])                        ; [1,2,3]
          ARRAY_CONCAT([1], [2], [])                       ; [1,2]
          ARRAY_CONCAT([1], 2)                             ; undefined
          ARRAY_CONTAINS([1, 2], 2)                        ; true
          ARRAY_CONTAINS([1, 2], '2')                      ; false
          ARRAY_CONTAINS([{a: 1, b: 2}], {a: 1})           ; false
          ARRAY_CONTAINS([{a: 1, b: 2}], {a: 1}, true)     ; true
          ARRAY_CONTAINS([{a: 1, b: 2}], {a: 2}, true)     ; false
          ARRAY_CONTAINS([{a: {x: 1, y: 2}}], {a: {x: 1}}, true) ; false
          ARRAY_CONTAINS([[1]], [1])                       ; true
          ARRAY_CONTAINS(1, 1)                             ; undefined
          ARRAY_CONTAINS([1], undefined)                   ; undefined
          ARRAY_CONTAINS([1], 1, 'x')                      ; undefined
          ArrayContains([1], 1)                            ; true
          ARRAY_CONTAINS_ANY([1, 2], 3, 2)                 ; true
          ARRAY_CONTAINS_ANY([1, 2], 3, undefined)         ; undefined
          ARRAY_CONTAINS_ANY([1, 2], 1, undefined)         ; true
          ARRAY_CONTAINS_ANY([], 1, 2)                     ; false
          ARRAY_CONTAINS_ALL([1, 2], 1, 2)                 ; true
          ARRAY_CONTAINS_ALL([1, 2], 1, 3)                 ; false
          ARRAY_CONTAINS_ALL([1, 2], 1, undefined)         ; undefined
          ARRAY_CONTAINS_ALL([1, 2], 3, undefined)         ; false
          ARRAY_LENGTH([1, 2])                             ; 2
          ARRAY_LENGTH('ab')                               ; undefined
          ARRAY_SLICE([1, 2, 3], 1)                        ; [2,3]
          ARRAY_SLICE([1, 2, 3], 0, 2)                     ; [1,2]
          ARRAY_SLICE([1, 2, 3], -2)                       ; [2,3]
          ARRAY_SLICE([1, 2, 3], -2, 1)                    ; [2]
          ARRAY_SLICE([1, 2, 3], -9, 2)                    ; [1,2]
          ARRAY_SLICE([1, 2, 3], 1, 9)                     ; [2,3]
          ARRAY_SLICE([1, 2, 3], 1, 0)                     ; []
          ARRAY_SLICE([1, 2, 3], 1, -1)                    ; []
          ARRAY_SLICE([1, 2, 3], 9)                        ; []
          ARRAY_SLICE([1, 2, 3], 0.5)                      ; undefined
          ARRAY_SUM([1, 2, 3.5])                           ; 6.5
          ARRAY_SUM([1, 'a'])                              ; undefined
          ARRAY_SUM([1, undefined, 2])                     ; 3
          ARRAY_AVG([1, 2])                                ; 1.5
          ARRAY_AVG([])                                    ; undefined
          ARRAY_MEDIAN([3, 1, 2])                          ; 2
          ARRAY_MEDIAN([4, 1, 2, 3])                       ; 2.5
          ARRAY_MIN([12, 'abc', true, false, null])        ; null
          ARRAY_MAX([12, 'abc', true, false, null])        ; "abc"
          ARRAY_MAX([12, [1]])                             ; undefined
          ARRAY_MIN([])                                    ; undefined
          CHOOSE(1, 'a', 'b')                              ; "a"
          CHOOSE(2, 'a', 'b')                              ; "b"
          CHOOSE(0, 'a', 'b')                              ; undefined
          CHOOSE(3, 'a', 'b')                              ; undefined
          CHOOSE(1.5, 'a', 'b')                            ; undefined
          CHOOSE(1, 'a', undefined)                        ; "a"
          OBJECTTOARRAY({a: 1, b: 'x'})                    ; [{"k":"a","v":1},{"k":"b","v":"x"}]
          OBJECTTOARRAY({a: 1}, 'name')                    ; [{"name":"a","v":1}]
          OBJECTTOARRAY({a: 1}, 'name', 'value')           ; [{"name":"a","value":1}]
          OBJECTTOARRAY([1])                               ; undefined
          SETEQUAL([1, 2, 2], [2, 1])                      ; true
          SETEQUAL([1], [1, 2])                            ; false
          SETEQUAL([1], 1)                                 ; undefined
          """)
  void arrays(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SETUNION([1, 2, 2], [2, 3])          ; [1,2,3]
          SETINTERSECT([1, 2, 2, 3], [2, 3, 4]); [2,3]
          SETDIFFERENCE([1, 1, 2, 3], [2])     ; [1,3]
          """)
  void setsHaveNoOrder(String expression, String expected) {
    List<JsonValue> elements = ((JsonArray) Evaluation.value(expression)).elements();
    assertThat(elements)
        .containsExactlyInAnyOrderElementsOf(((JsonArray) Evaluation.json(expected)).elements());
  }
}
