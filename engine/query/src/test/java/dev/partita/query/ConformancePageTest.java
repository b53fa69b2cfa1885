package dev.partita.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.plan.PlanCasesTest;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.SyntaxCasesTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Generator and check of the page with the results of the conformance cases. Run with {@code
 * -Dconformance.write=true} to write it anew.
 */
class ConformancePageTest {

  private static final Path PAGE = Path.of("../../docs/sql-conformance.md");

  /** Number of cases of an area, and those that fail. */
  private record Count(int cases, List<String> failed) {}

  @Test
  void thePageHasTheResults() throws IOException {
    String page = page();
    if (Boolean.getBoolean("conformance.write")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private static String page() {
    PlanCasesTest plans = new PlanCasesTest();
    SyntaxCasesTest syntax = new SyntaxCasesTest();
    Map<String, Count> areas = new LinkedHashMap<>();
    areas.put("Texts that are queries", count("syntax-accepted", syntax::acceptsAndPrintsAgain));
    areas.put("Texts that are none", count("syntax-rejected", syntax::refuses));
    areas.put(
        "Refusals, with code, words and place", count("errors", plans::refusesAsTheServiceDoes));
    Map<String, List<Cases.Case>> byKind =
        Cases.of("dotnet-queryplan")
            .collect(
                Collectors.groupingBy(
                    each -> id(each).split("/", -1)[1], LinkedHashMap::new, Collectors.toList()));
    byKind.forEach(
        (kind, cases) ->
            areas.put("Plans: " + kind, count(cases.stream(), each -> plan(plans, each))));
    areas.put(
        "Results: examples of the documentation", count("docs-examples", ConformancePageTest::run));
    areas.put("Results: published samples", count("query-samples", ConformancePageTest::run));
    areas.put("Results: GROUP BY", count("dotnet-groupby", ConformancePageTest::run));
    areas.put(
        "Results: undefined and mixed types", count("dotnet-undefined", ConformancePageTest::run));
    return text(areas);
  }

  private static String text(Map<String, Count> areas) {
    StringBuilder text =
        new StringBuilder(
            """
            # SQL conformance

            What the recorded and published cases of the query language come to: texts, plans and errors of the service
            itself, and queries with the results that it or its documentation gives. Numbers must agree to a relative
            error of 1e-12, sums and averages to 1e-9. Where keys lie in the order of their values, a comparison with them is
            planned for all keys here, and for a range of them by the service; this alone is not counted as a difference. A test of
            `engine/query` makes this page from the cases.

            | Area | Cases | Passed | Failed |
            |---|---:|---:|---|
            """);
    int cases = 0;
    int failed = 0;
    for (Map.Entry<String, Count> area : areas.entrySet()) {
      Count count = area.getValue();
      cases += count.cases;
      failed += count.failed.size();
      text.append(
          "| %s | %d | %d | %s |\n"
              .formatted(
                  area.getKey(),
                  count.cases,
                  count.cases - count.failed.size(),
                  String.join(", ", count.failed)));
    }
    return text.append("| **All** | %d | %d | |\n".formatted(cases, cases - failed)).toString();
  }

  private static Count count(String file, Consumer<Cases.Case> check) {
    return count(Cases.of(file), check);
  }

  private static Count count(Stream<Cases.Case> cases, Consumer<Cases.Case> check) {
    List<String> failed = new ArrayList<>();
    int[] all = {0};
    cases.forEach(
        each -> {
          all[0]++;
          try {
            check.accept(each);
          } catch (AssertionError | RuntimeException _) {
            // Errors in a case are reported by the test of its kind.
            failed.add(id(each));
          }
        });
    return new Count(all[0], failed);
  }

  private static String id(Cases.Case given) {
    return ((JsonString) given.at("id")).value();
  }

  private static void plan(PlanCasesTest plans, Cases.Case given) {
    if (given.at("expectedPlan").isUndefined()) {
      plans.refusesAsTheServiceDoes(given);
    } else {
      plans.plansAsTheServiceDoes(given);
    }
  }

  private static void run(Cases.Case given) {
    List<JsonValue> results = new ArrayList<>();
    ReferenceQuery.compile(given.query(), given.parameters(), ContainerTraits.DEFAULT)
        .execute(given.documents(), Execution.start(new ManualClock(1_700_000_000_000L)))
        .forEachRemaining(results::add);
    double tolerance = given.query().matches("(?is).*\\b(SUM|AVG)\\(.*") ? 1e-9 : 1e-12;
    new Expectation(given, tolerance).check(results);
  }
}
