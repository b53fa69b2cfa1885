package dev.partita.query;

import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.reference.ReferenceQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries with the results of the service or of its documentation. */
class ReferenceCasesTest {

  static Stream<Cases.Case> cases() {
    return Stream.of("docs-examples", "query-samples", "dotnet-groupby", "dotnet-undefined")
        .flatMap(Cases::of);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void comesToTheSameResults(Cases.Case given) {
    ReferenceQuery query =
        ReferenceQuery.compile(given.query(), given.parameters(), ContainerTraits.DEFAULT);
    List<JsonValue> results = new ArrayList<>();
    query
        .execute(given.documents(), Execution.start(new ManualClock(1_700_000_000_000L)))
        .forEachRemaining(results::add);
    new Expectation(given, tolerance(given)).check(results);
  }

  /**
   * Distances and areas on the earth differ from the published ones in the eighth digit, by less
   * than a tenth of a millimetre: the coordinates seem to be rounded there.
   */
  private static double tolerance(Cases.Case given) {
    if (given.query().contains("ST_DISTANCE") || given.query().contains("ST_AREA")) {
      return 1e-7;
    }
    return given.query().matches("(?is).*\\b(SUM|AVG)\\(.*") ? 1e-9 : 1e-12;
  }
}
