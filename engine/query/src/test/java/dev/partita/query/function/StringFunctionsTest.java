package dev.partita.query.function;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.query.Evaluation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StringFunctionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          CONCAT('a', 'b', 'c')                    ; "abc"
          CONCAT('a', 1)                           ; undefined
          CONTAINS('abc', 'b')                     ; true
          CONTAINS('abc', 'B')                     ; false
          CONTAINS('abc', 'B', true)               ; true
          CONTAINS('abc', '')                      ; true
          CONTAINS('abc', 1)                       ; undefined
          CONTAINS('abc', 'b', 1)                  ; undefined
          STARTSWITH('abc', 'ab')                  ; true
          STARTSWITH('abc', 'AB')                  ; false
          STARTSWITH('abc', 'AB', true)            ; true
          ENDSWITH('abc', 'bc')                    ; true
          ENDSWITH('abc', 'BC', true)              ; true
          STRINGEQUALS('abc', 'ABC')               ; false
          STRINGEQUALS('abc', 'ABC', true)         ; true
          CONTAINS_ANY_CI('Have a nice day', 'NICE', 'x') ; true
          CONTAINS_ANY_CS('Have a nice day', 'NICE', 'x') ; false
          CONTAINS_ALL_CI('Have a nice day', 'have', 'DAY') ; true
          CONTAINS_ALL_CS('Have a nice day', 'have', 'day') ; false
          ContainsAnyCi('abc', 1, 'b')             ; true
          CONTAINS_ALL_CS('abc', 'a', 1)           ; undefined
          INDEX_OF('abcb', 'b')                    ; 1
          INDEX_OF('abcb', 'b', 2)                 ; 3
          INDEX_OF('abc', 'x')                     ; -1
          LastIndexOf('abcdeabc', 'abc')           ; 5
          LastIndexOf('abcdeabc', 'abc', 6)        ; 0
          LastIndexOf('abcdeabc', 'abc', 7)        ; 5
          LEFT('abc', 2)                           ; "ab"
          LEFT('abc', 0)                           ; ""
          LEFT('abc', -1)                          ; ""
          LEFT('abc', 9)                           ; "abc"
          LEFT('abc', 1.5)                         ; undefined
          RIGHT('abc', 2)                          ; "bc"
          RIGHT('abc', -1)                         ; ""
          SUBSTRING('abcdef', 1, 3)                ; "bcd"
          SUBSTRING('abcdef', -1, 3)               ; ""
          SUBSTRING('abcdef', 6, 3)                ; ""
          SUBSTRING('abcdef', 2, 99)               ; "cdef"
          SUBSTRING('abcdef', 2, 0)                ; ""
          SUBSTRING('abcdef', 1.5, 1)              ; undefined
          LENGTH('abc')                            ; 3
          LENGTH('')                               ; 0
          LENGTH(1)                                ; undefined
          LOWER('ABC')                             ; "abc"
          UPPER('abc')                             ; "ABC"
          UPPER('µ')                               ; "µ"
          UPPER('ß')                               ; "ß"
          REVERSE('abc')                           ; "cba"
          TRIM('  a b ')                           ; "a b"
          LTRIM('  a ')                            ; "a "
          RTRIM(' a  ')                            ; " a"
          TRIM('-_-x-_-', '-_')                    ; "x"
          LTRIM('aab', 'a')                        ; "b"
          TRIM(' a ', '')                          ; " a "
          REPLACE('aXbX', 'X', '-')                ; "a-b-"
          REPLACE('aXb', 'x', '-')                 ; "aXb"
          REPLICATE('ab', 3)                       ; "ababab"
          REPLICATE('ab', 0)                       ; ""
          REPLICATE('ab', -1)                      ; undefined
          REPLICATE('ab', 1.9)                     ; "ab"
          REPLICATE('ab', 5001)                    ; undefined
          StringJoin(['a', 'b'], '-')              ; "a-b"
          StringJoin(['a', 1], '-')                ; undefined
          StringSplit('a-b-c', '-')                ; ["a","b","c"]
          StringSplit('abc', '')                   ; ["abc"]
          """)
  void strings(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          StringToArray('[1, "a"]')                ; [1,"a"]
          StringToArray(' [] ')                    ; []
          StringToArray('{}')                      ; undefined
          StringToArray("[1,]")                    ; undefined
          StringToBoolean('true')                  ; true
          StringToBoolean(' false ')               ; false
          StringToBoolean('TRUE')                  ; undefined
          StringToNull('null')                     ; null
          StringToNull('NULL')                     ; undefined
          StringToNumber('-1.5e2')                 ; -150
          StringToNumber(' 7 ')                    ; 7
          StringToNumber('0x10')                   ; undefined
          StringToNumber('1 2')                    ; undefined
          StringToNumber('')                       ; undefined
          StringToObject('{"a": [1]}')             ; {"a":[1]}
          StringToObject("{'a': 1}")               ; undefined
          StringToObject(1)                        ; undefined
          ToString('a')                            ; "a"
          ToString(1.0)                            ; "1"
          ToString(1.5)                            ; "1.5"
          ToString(null)                           ; "null"
          ToString(true)                           ; "true"
          ToString([1, 'a', {b: null}])            ; "[1,\\"a\\",{\\"b\\":null}]"
          ToString(NaN)                            ; "NaN"
          ToString(Infinity)                       ; "Infinity"
          ToString(undefined)                      ; undefined
          """)
  void conversions(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          RegexMatch('abcd', 'BC')                 ; false
          RegexMatch('abcd', 'BC', 'i')            ; true
          RegexMatch('abcd', 'b.d')                ; true
          RegexMatch('a\\nb', 'a.b')               ; false
          RegexMatch('a\\nb', 'a.b', 's')          ; true
          RegexMatch('a\\nb', '^b')                ; false
          RegexMatch('a\\nb', '^b', 'm')           ; true
          RegexMatch('abc', 'a b c', 'x')          ; true
          RegexMatch('abc', '[', '')               ; undefined
          RegexMatch('abc', 'a', 'g')              ; undefined
          RegexMatch(1, 'a')                       ; undefined
          RegexExtract('ab12', '[0-9]+')           ; "12"
          """)
  void regularExpressions(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  /** A pattern that backtracks exponentially in other engines. */
  @ParameterizedTest
  @CsvSource("(a+)+$")
  void noPatternTakesForever(String pattern) {
    Evaluation.check("RegexMatch('" + "a".repeat(5000) + "!', '" + pattern + "')", "false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"^(?!a)", "(?<=a)b", "(a)\\\\1", "a{2000}"})
  void patternsThatOnlyOthersUnderstandAreRefused(String pattern) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Evaluation.check("RegexMatch('aa', '" + pattern + "')", "true"))
        .withMessageContaining("linear time");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(a{0,1000}){400,}",
        "[(]((a{1000}){1000})",
        "\\\\Q[\\\\E(a{1000}){1000}]",
        "a{999999999999}"
      })
  void patternsAreOnlySoLarge(String pattern) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Evaluation.check("RegexMatch('aa', '" + pattern + "')", "true"))
        .withMessageContaining("too large");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          (a{1,100}b?){1,100}$      ; true
          ^[]({]?a+$                ; true
          ^(\\\\Q(((\\\\E)?a{2}$    ; true
          ^a{,9}$                   ; false
          ^\\\\x{0061}{2}$          ; true
          """)
  void whatIsNotRepeatedIsNotCounted(String pattern, String expected) {
    Evaluation.check("RegexMatch('aa', '" + pattern + "')", expected);
  }

  @ParameterizedTest
  @CsvSource({"(, 250, true", "(, 251, undefined", "(, 50000, undefined", "(?=, 50000, undefined"})
  void groupsNestOnlySoDeep(String group, int depth, String expected) {
    String pattern = group.repeat(depth) + "a" + ")".repeat(depth);
    Evaluation.check("RegexMatch('a', '" + pattern + "')", expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          HASH('a') = HASH('a')                    ; true
          HASH('a') = HASH('b')                    ; false
          HASH({a: 1, b: 0}) = HASH({b: -0, a: 1.0}) ; true
          HASH('a', 10) < 10                       ; true
          HASH('a', 1)                             ; 0
          HASH('a', 0)                             ; undefined
          HASH(undefined)                          ; undefined
          """)
  void hashes(String expression, String expected) {
    Evaluation.check(expression, expected);
  }
}
