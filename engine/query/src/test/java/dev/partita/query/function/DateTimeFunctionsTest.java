package dev.partita.query.function;

import dev.partita.query.Evaluation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DateTimeFunctionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          IS_DATETIME('2024-02-29')                     ; true
          IS_DATETIME('2023-02-29')                     ; false
          IS_DATETIME('2024-01-01Z')                    ; true
          IS_DATETIME('2024-01-01T00:00:00')            ; true
          IS_DATETIME('2024-01-01 00:00:00Z')           ; true
          IS_DATETIME('2024-01-01T00:00:00.1234567Z')   ; true
          IS_DATETIME('2024-01-01T00:00:00.12345678Z')  ; false
          IS_DATETIME('2024-01-01T00:00:00.Z')          ; false
          IS_DATETIME('2024-01-01T00')                  ; false
          IS_DATETIME('2024-01-01T24:00:00')            ; false
          IS_DATETIME('2024-01-01T00:00:00+01:00')      ; false
          IS_DATETIME('2024-1-1')                       ; false
          """)
  void strictFormat(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          DateTimeAdd('mm', 1, '2020-01-31T00:00:00Z')      ; "2020-02-29T00:00:00.0000000Z"
          DateTimeAdd('yyyy', -1, '2020-02-29')             ; "2019-02-28T00:00:00.0000000Z"
          DateTimeAdd('hour', 25, '2020-01-01')             ; "2020-01-02T01:00:00.0000000Z"
          DateTimeAdd('ns', 100, '2020-01-01')              ; "2020-01-01T00:00:00.0000001Z"
          DateTimeAdd('mcs', -1, '2020-01-01')              ; "2019-12-31T23:59:59.9999990Z"
          DateTimeAdd('mm', 1.5, '2020-01-01')              ; undefined
          DateTimeAdd('fortnight', 1, '2020-01-01')         ; undefined
          DateTimeAdd('mm', 1, 'yesterday')                 ; undefined
          DateTimeDiff('yyyy', '2019-12-31', '2020-01-01')  ; 1
          DateTimeDiff('mm', '2020-01-31', '2020-02-01')    ; 1
          DateTimeDiff('dd', '2020-01-01T23:59:59Z', '2020-01-02T00:00:00Z') ; 1
          DateTimeDiff('hh', '2020-01-01T00:59:59Z', '2020-01-01T01:00:00Z') ; 1
          DateTimeDiff('hh', '2020-01-01T01:00:00Z', '2020-01-01T00:59:59Z') ; -1
          DateTimeDiff('ss', '2020-01-01', '2020-01-01T00:00:00.9Z')         ; 0
          DateTimeDiff('ns', '2020-01-01', '2020-01-01T00:00:00.0000001Z')   ; 100
          DateTimeDiff('ns', '1970-01-01', '2262-01-01')                     ; 9214646400000000000
          DateTimeDiff('ns', '2400-01-01', '2000-01-01')                     ; -12622780800000000000
          DateTimeBin('2021-01-08T18:35:00.0000000Z', 'hh', 5)               ; "2021-01-08T15:00:00.0000000Z"
          DateTimeBin('2021-01-08T18:35:00.0000000Z', 'dd', 7)               ; "2021-01-07T00:00:00.0000000Z"
          DateTimeBin('2021-01-08T18:35:00.0000000Z', 'dd', 7, '1601-01-01T00:00:00.0000000Z') ; "2021-01-04T00:00:00.0000000Z"
          DateTimeBin('2021-01-08T18:35:00Z', 'hh')         ; "2021-01-08T18:00:00.0000000Z"
          DateTimeBin('2021-01-08', 'hh', 0)                ; undefined
          DateTimeBin('2021-01-08', 'hh', -1)               ; undefined
          DateTimeBin('2021-01-08', 'hh', 1, '1500-01-01')  ; undefined
          """)
  void arithmetic(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          DateTimeFromParts(2020, 9, 4)                     ; "2020-09-04T00:00:00.0000000Z"
          DateTimeFromParts(2020, 9, 4, 10, 52, 12, 1234567) ; "2020-09-04T10:52:12.1234567Z"
          DateTimeFromParts(2020, 13, 4)                    ; undefined
          DateTimeFromParts(2020, 2, 30)                    ; undefined
          DateTimeFromParts(2020, 9, 4.5)                   ; undefined
          DateTimePart('yyyy', '2020-01-02T03:04:05.6301617Z') ; 2020
          DateTimePart('mm', '2020-01-02T03:04:05.6301617Z')   ; 1
          DateTimePart('mi', '2020-01-02T03:04:05.6301617Z')   ; 4
          DateTimePart('ms', '2016-05-29T08:30:00.1301617')    ; 130
          DateTimePart('mcs', '2016-05-29T08:30:00.1301617')   ; 130161
          DateTimePart('ns', '2016-05-29T08:30:00.1301617')    ; 130161700
          YEAR('2020-01-02')                                ; 2020
          MONTH('2020-01-02')                               ; 1
          DAY('2020-01-02')                                 ; 2
          YEAR('x')                                         ; undefined
          DateTimeToTicks('2020-01-02T03:04:05.6789123Z')   ; 15779342456789123
          DateTimeToTicks('1970-01-01')                     ; 0
          TicksToDateTime(15779342456789123)                ; "2020-01-02T03:04:05.6789123Z"
          DateTimeToTimestamp('2020-07-09T23:20:13.4575530Z') ; 1594336813457
          TimestampToDateTime(1594227912345)                ; "2020-07-08T17:05:12.3450000Z"
          TimestampToDateTime('x')                          ; undefined
          GetCurrentTimestamp()                             ; 1704110400000
          GetCurrentTicks()                                 ; 17041104000000000
          GetCurrentDateTime()                              ; "2024-01-01T12:00:00.0000000Z"
          GetCurrentDateTimeStatic()                        ; "2024-01-01T12:00:00.0000000Z"
          GetCurrentTimestampStatic()                       ; 1704110400000
          """)
  void partsAndConversions(String expression, String expected) {
    Evaluation.check(expression, expected);
  }
}
