package dev.partita.query.function;

import dev.partita.query.Evaluation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorFunctionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "VectorDistance([3, 4], [4, 3])                                          ; 0.96",
        "VectorDistance([3, 4], [0, 0], true, {distanceFunction: 'Euclidean'})   ; 5",
        "VectorDistance([3, 4], [4, 3], true, {distanceFunction: 'DotProduct'})  ; 24",
        "VectorDistance([3, 4], [0, 0])                                          ; undefined",
        "VectorDistance([0, 0], [0, 0])                                          ; undefined",
        "VectorDistance([3, 4], [1])                                             ; undefined",
        "VectorDistance([3, 4], [1, 'a'])                                        ; undefined",
        "VectorDistance([], [])                                                  ; undefined",
        "VectorDistance([3, 4], null)                                            ; undefined"
      })
  void measures(String call, String expected) {
    Evaluation.check(call, expected);
  }
}
