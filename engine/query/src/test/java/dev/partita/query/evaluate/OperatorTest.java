package dev.partita.query.evaluate;

import dev.partita.query.Evaluation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of operators, by the rules of the language. */
class OperatorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1 = 1                      | true
          1 = 1.0                    | true
          0 = -0                     | true
          1 = '1'                    | false
          1 != '1'                   | true
          null = 0                   | false
          null = null                | true
          {} != []                   | true
          [1, 2] = [1, 2]            | true
          [1, 2] = [2, 1]            | false
          {a: 1, b: 2} = {b: 2, a: 1}| true
          {a: undefined} = {}        | true
          undefined = undefined      | undefined
          undefined != 1             | undefined
          1 = undefined              | undefined
          NaN = NaN                  | false
          NaN != NaN                 | true
          Infinity = Infinity        | true
          1 <> 2                     | true
          """)
  void equality(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1 < 2                      | true
          2 <= 2                     | true
          null <= null               | true
          null < null                | false
          false < true               | true
          'a' < 'b'                  | true
          'B' < 'a'                  | true
          'a' < 'ab'                 | true
          1 < 'a'                    | undefined
          1 < true                   | undefined
          [1] < [2]                  | undefined
          [1] <= [1]                 | undefined
          {} >= {}                   | undefined
          undefined < 1              | undefined
          '\\uD83D\\uDE00' < '\\uFF01'| true
          2 BETWEEN 1 AND 3          | true
          3 BETWEEN 1 AND 3          | true
          4 BETWEEN 1 AND 3          | false
          4 NOT BETWEEN 1 AND 3      | true
          4 BETWEEN 'a' AND 3        | false
          2 BETWEEN 'a' AND 3        | undefined
          1 IN (1, 2)                | true
          3 IN (1, 2)                | false
          3 NOT IN (1, 2)            | true
          [1] IN ([1], 2)            | true
          undefined IN (1)           | undefined
          1 IN (undefined, 1)        | true
          1 IN (undefined)           | false
          """)
  void order(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          true AND undefined         | undefined
          false AND undefined        | false
          undefined AND false        | false
          true OR undefined          | true
          undefined OR true          | true
          false OR undefined         | undefined
          1 OR true                  | true
          1 AND true                 | undefined
          0 AND false                | false
          NOT true                   | false
          NOT 1                      | undefined
          NOT undefined              | undefined
          NOT null                   | undefined
          true ? 1 : 2               | 1
          false ? 1 : 2              | 2
          null ? 3 : 5               | 5
          undefined ? 3 : 5          | 5
          'true' ? 3 : 5             | 5
          undefined ?? 5             | 5
          null ?? 5                  | null
          undefined ?? undefined ?? 7| 7
          """)
  void logic(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          1 + 2                      ; 3
          'a' + 'b'                  ; undefined
          1 + '2'                    ; undefined
          1 + null                   ; undefined
          7 / 2                      ; 3.5
          7 % 3                      ; 1
          -7 % 3                     ; -1
          5.5 % 2                    ; 1.5
          -'a'                       ; undefined
          +5                         ; 5
          5 & 3                      ; 1
          5 | 3                      ; 7
          5 ^ 3                      ; 6
          ~5                         ; -6
          1 << 3                     ; 8
          1 << 33                    ; 2
          -1 >> 1                    ; -1
          -1 >>> 0                   ; 4294967295
          4294967297 | 0             ; 1
          2147483648 | 0             ; -2147483648
          'a' & 1                    ; undefined
          'a' || 'b'                 ; "ab"
          'a' || 1                   ; undefined
          [1, undefined, 2]          ; [1, 2]
          {a: 1, b: undefined}       ; {"a": 1}
          [10, 20][1]                ; 20
          [10, 20][2]                ; undefined
          [10, 20][-1]               ; undefined
          [10, 20]['0']              ; undefined
          {a: {b: 1}}.a.b            ; 1
          {a: 1}['a']                ; 1
          {a: 1}.b                   ; undefined
          'abc'.length               ; undefined
          """)
  void arithmeticAndConstruction(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          1 + 2 * 3                    ; 7
          1 | 2 + 3                    ; 6
          1 + 2 << 3                   ; 24
          2 = 2 = true                 ; true
          1 < 2 = true                 ; true
          NOT false = true             ; true
          NOT true IN (false)          ; true
          true OR true AND false       ; true
          'a' || 'b' = 'ab'            ; true
          'ab' LIKE 'a' || '%'         ; true
          false ? 1 : true ? 2 : 3     ; 2
          undefined ?? false OR true   ; true
          -2 * -3                      ; 6
          - 2 + 5                      ; 3
          8 >> 1 = 4                   ; true
          (1 BETWEEN 0 AND 2) AND true ; true
          (LET x = 2 IN x * x)         ; 4
          """)
  void precedence(String expression, String expected) {
    Evaluation.check(expression, expected);
  }
}
