package dev.partita.query.function;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.query.Evaluation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MathFunctionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          ABS(-1.5)                       ; 1.5
          ABS('a')                        ; undefined
          ACOS(-1)                        ; 3.141592653589793
          ASIN(1)                         ; 1.5707963267948966
          ATAN(1)                         ; 0.7853981633974483
          ATN2(1, 0)                      ; 1.5707963267948966
          ATN2(0, 1)                      ; 0
          CEILING(1.2)                    ; 2
          CEILING(-1.2)                   ; -1
          FLOOR(-1.2)                     ; -2
          COS(0)                          ; 1
          COT(1)                          ; 0.6420926159343306
          DEGREES(PI())                   ; 180
          RADIANS(180)                    ; 3.141592653589793
          EXP(0)                          ; 1
          LOG(EXP(1))                     ; 1
          LOG(8, 2)                       ; 3
          LOG10(1000)                     ; 3
          POWER(2, 10)                    ; 1024
          ROUND(2.5)                      ; 3
          ROUND(-0.5)                     ; -1
          ROUND(2.4)                      ; 2
          SIGN(-7)                        ; -1
          SIGN(0)                         ; 0
          SIN(0)                          ; 0
          SQRT(9)                         ; 3
          SQUARE(3)                       ; 9
          TAN(0)                          ; 0
          TRUNC(-2.7)                     ; -2
          PI()                            ; 3.141592653589793
          RAND() < 1                      ; true
          NUMBERBIN(37.752)               ; 37
          NUMBERBIN(37.752, 10)           ; 30
          NUMBERBIN(37.752, -100)         ; 100
          NUMBERBIN(37.752, 0.1)          ; 37.7
          NUMBERBIN(37.752, 0.01)         ; 37.75
          NUMBERBIN(37.752, 0)            ; undefined
          """)
  void numbers(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          IntAdd(1, 2)                    ; 3
          IntAdd(9007199254740993, 1)     ; 9007199254740994
          IntAdd(1.5, 2)                  ; undefined
          IntSub(1, 2)                    ; -1
          IntMul(3, 4)                    ; 12
          IntDiv(7, 2)                    ; 3
          IntDiv(-7, 2)                   ; -3
          IntDiv(7, 0)                    ; undefined
          IntMod(-7, 2)                   ; -1
          IntMod(7, 0)                    ; undefined
          IntBitAnd(6, 3)                 ; 2
          IntBitOr(6, 3)                  ; 7
          IntBitXor(6, 3)                 ; 5
          IntBitNot(0)                    ; -1
          IntBitLeftShift(1, 40)          ; 1099511627776
          IntBitRightShift(1024, 3)       ; 128
          IntBitwiseAnd(6, 3)             ; 2
          """)
  void integers(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          IS_FINITE_NUMBER(8.9 / 0.0)     ; false
          IS_FINITE_NUMBER(1)             ; true
          IS_NUMBER(1 / 0)                ; true
          IS_DEFINED(0 / 0)               ; true
          1 / (1 / 0)                     ; 0
          1 / 0 > 5                       ; true
          """)
  void numbersMayBeInfiniteOnTheWay(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOG(0)", "SQRT(-1)", "ACOS(42)", "1 / 0", "[0 / 0]", "{a: 1 / 0}"})
  void infiniteNumbersAreNoResults(String expression) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Evaluation.value(expression))
        .withMessageContaining("not finite");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          IIF(true, 1, 2)                 ; 1
          IIF(false, 1, 2)                ; 2
          IIF('true', 1, 2)               ; 2
          IIF(null, 1, 2)                 ; 2
          IIF(undefined, 1, 2)            ; 2
          IS_ARRAY([])                    ; true
          IS_ARRAY({})                    ; false
          IS_BOOL(false)                  ; true
          IS_BOOLEAN(false)               ; true
          IS_BOOL(0)                      ; false
          IS_DEFINED(null)                ; true
          IS_DEFINED(undefined)           ; false
          IS_NULL(null)                   ; true
          IS_NULL(undefined)              ; false
          IS_NUMBER(1)                    ; true
          IS_NUMBER('1')                  ; false
          IS_OBJECT({})                   ; true
          IS_OBJECT([])                   ; false
          IS_PRIMITIVE(null)              ; true
          IS_PRIMITIVE('a')               ; true
          IS_PRIMITIVE([])                ; false
          IS_PRIMITIVE(undefined)         ; false
          IS_STRING('')                   ; true
          IS_INTEGER(1.0)                 ; true
          IS_INTEGER(1.5)                 ; false
          IS_INTEGER(9223372036854775807) ; true
          IS_INTEGER(1e300)               ; false
          IS_INTEGER('1')                 ; false
          IS_DATETIME('2024-01-01')       ; true
          IS_DATETIME('2024-13-01')       ; false
          IS_DATETIME(1)                  ; false
          """)
  void conditionsAndTypes(String expression, String expected) {
    Evaluation.check(expression, expected);
  }
}
