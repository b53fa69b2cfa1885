package dev.partita.execution;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.execution.plan.IndexUtilization;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.testkit.TestEngine;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IndexUtilizationTest {

  /** Tests run in the folder of their module, two levels below the root of the repository. */
  private static final Path CASES =
      Path.of(System.getProperty("partita.cases", "../../../shared/cases/sql"))
          .resolve("index-metrics.jsonl");

  @Test
  void saysWhatTheServiceSays() throws IOException {
    assumeTrue(Files.exists(CASES), "There are no shared cases.");
    List<String> differences = new ArrayList<>();
    try (Fixture fixture = new Fixture()) {
      Items items = items(fixture, IndexingPolicy.DEFAULT);
      for (String line : Files.readAllLines(CASES)) {
        JsonObject each = JsonReader.DEFAULT.readObject(line.getBytes(StandardCharsets.UTF_8));
        String query = ((JsonString) each.at("query")).value();
        JsonObject found = utilization(items, query).toJson();
        if (!found.equals(each.at("expectedIndexMetrics"))) {
          differences.add(query + "\n  " + each.at("expectedIndexMetrics") + "\n  " + found);
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void namesWhatThePolicyLeavesOut() {
    try (Fixture fixture = new Fixture()) {
      Items items =
          items(
              fixture,
              IndexingPolicy.fromJson(
                  json("{'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/a/?'}]}")));

      IndexUtilization found = utilization(items, "SELECT * FROM c WHERE c.a = 1");

      assertThat(found.usedSingles()).isEmpty();
      assertThat(found.missingSingles()).singleElement().extracting("path").hasToString("/a");
    }
  }

  @Test
  void wantsAnIndexForEachRangeBesideTheEqualities() {
    try (Fixture fixture = new Fixture()) {
      Items items = items(fixture, IndexingPolicy.DEFAULT);

      IndexUtilization found =
          utilization(
              items,
              "SELECT * FROM c WHERE c.city = 'Ulm' AND c.age > 30 AND c.kind = 1 AND c.size < 9");

      assertThat(found.missingComposites())
          .extracting(composite -> composite.index().toString())
          .satisfiesExactly(
              first -> assertThat(first).contains("/city", "/kind", "/age").doesNotContain("/size"),
              second ->
                  assertThat(second).contains("/city", "/kind", "/size").doesNotContain("/age"));
    }
  }

  @Test
  void writesBothForms() {
    try (Fixture fixture = new Fixture()) {
      Items items = items(fixture, IndexingPolicy.DEFAULT);

      IndexUtilization found =
          utilization(items, "SELECT * FROM c WHERE c.id = '1' AND c[\"x y\"] > 2");

      String first =
          new String(Base64.getDecoder().decode(found.headerTextV1()), StandardCharsets.UTF_8);
      assertThat(first).contains("\"IndexSpec\":\"/\\\"x y\\\"/?\"").contains("UtilizedSingle");
      assertThat(found.headerTextV2()).doesNotContain("+").doesNotContain(" ");
      assertThat(
              JsonReader.DEFAULT.read(
                  URLDecoder.decode(found.headerTextV2(), StandardCharsets.UTF_8)))
          .isEqualTo(found.toJson());
    }
  }

  private static Items items(Fixture fixture, IndexingPolicy policy) {
    return fixture.items(
        ContainerDefinition.of("c", TestEngine.scheme("/pk")).withIndexing(policy));
  }

  private static IndexUtilization utilization(Items items, String query) {
    return new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults())
        .page(items, QueryRequest.of(query))
        .utilization();
  }
}
