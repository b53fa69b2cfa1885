package dev.partita.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.partita.advice.RequestShape.Action;
import dev.partita.advice.RequestShape.Scope;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.EffectivePartitionKey;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AdvisorTest {

  static Stream<Arguments> scenarios() {
    return Stream.of(
        scenario("profiles", Scenarios::profiles, "/userId"),
        scenario("devices", Scenarios::devices, "/deviceId, /date", "join(/deviceId, /date)"),
        scenario("logs of hosts", Scenarios::logsOfHosts, "/host"),
        scenario(
            "logs of vehicles", Scenarios::logsOfVehicles, "/vin", "calculated(/date, /vin, 100)"),
        scenario("tenants", Scenarios::tenants, "/tenantId, /userId"),
        scenario("products", Scenarios::products, "/category"),
        scenario("cache", Scenarios::cache, "/id"),
        scenario("monotonic", Scenarios::monotonic, "prefix(/PartitionKey)"));
  }

  private static Arguments scenario(String name, Supplier<Scenario> made, String... sensible) {
    return Arguments.of(name, made, List.of(sensible));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void putsFirstWhatThoseWhoKnowTheTrafficWouldChooseWithTheFiguresOfASimulation(
      String name, Supplier<Scenario> made, List<String> sensible) {
    Scenario scenario = made.get();
    Advice advice = scenario.advice();
    assertThat(sensible).as(name + ": " + shown(advice)).contains(advice.best().candidate().text());
    assertThat(advice.best().score()).isLessThan(0.9 * advice.present().score());
    for (Evaluation each : advice.ranked()) {
      boolean plain =
          each.candidate().form() == KeyCandidate.Form.SINGLE
              && !(scenario.ranged && each.present())
              && each.problems().stream().noneMatch(problem -> problem.contains("do not have it"));
      if (plain) {
        compare(name, scenario, each);
      }
    }
  }

  private static String shown(Advice advice) {
    StringBuilder shown = new StringBuilder(String.join("\n", advice.sentences()));
    for (Evaluation each : advice.ranked()) {
      shown
          .append('\n')
          .append(each.candidate().text())
          .append(" score ")
          .append(each.score())
          .append(" needs ")
          .append(each.requiredThroughput())
          .append(' ')
          .append(each.problems());
    }
    return shown.toString();
  }

  /** A simulation that keeps everything, and places keys as the server does. */
  private static void compare(String name, Scenario scenario, Evaluation advised) {
    List<String> paths = advised.candidate().paths();
    String path = paths.getFirst();
    Map<Object, Long> bytes = new HashMap<>();
    for (JsonObject document : scenario.documents) {
      bytes.merge(
          Scenario.key(document, paths), (long) JsonWriter.bytes(document).length, Long::sum);
    }
    double[] partitions = new double[Scenario.PARTITIONS];
    Map<Object, Double> keys = new HashMap<>();
    double total = 0;
    int cross = 0;
    for (Scenario.Event event : scenario.events) {
      boolean isQuery = event.action() == Action.QUERY;
      boolean named =
          isQuery
              ? event.filter().keySet().stream().anyMatch(each -> areSame(scenario, each, path))
              : event.action() == Action.CREATE || isNamed(scenario, event, path);
      int asked = named ? 1 : Scenario.PARTITIONS;
      double charge =
          isQuery
              ? event.work() + Replay.ASKING * asked
              : event.work() + (named ? 0 : Replay.ASKING * asked);
      total += charge;
      if (named) {
        Object value =
            isQuery
                ? PartitionKeyDefinition.hash(path)
                    .extract(
                        JsonObject.builder()
                            .put(path.substring(1), value(scenario, event, path))
                            .build())
                : Scenario.key(event.items().getFirst(), paths);
        keys.merge(value, charge, Double::sum);
        partitions[partition((PartitionKey) value)] += charge;
      } else {
        cross++;
        for (int i = 0; i < partitions.length; i++) {
          partitions[i] += charge / partitions.length;
        }
      }
    }
    double most = 0;
    for (double each : partitions) {
      most = Math.max(most, each);
    }
    String as = name + " " + advised.candidate().text();
    assertThat((double) advised.distinct())
        .as(as + " distinct")
        .isCloseTo(bytes.size(), Percentage.withPercentage(10));
    long stored = bytes.values().stream().mapToLong(Long::longValue).sum();
    double largest = bytes.values().stream().mapToLong(Long::longValue).max().orElse(0);
    double scale = Math.max(1, scenario.bytes / (double) stored);
    if (largest > 0.001 * stored) {
      assertThat((double) advised.largestKeyBytes())
          .as(as + " largest")
          .isCloseTo(largest * scale, Percentage.withPercentage(10));
    }
    assertThat(advised.requestUnits())
        .as(as + " charge")
        .isCloseTo(total * scenario.weight, Percentage.withPercentage(10));
    assertThat(advised.hottestPartition())
        .as(as + " hottest partition")
        .isCloseTo(most / total, Percentage.withPercentage(10));
    assertThat(advised.crossRequests())
        .as(as + " cross")
        .isCloseTo(cross / (double) scenario.events.size(), within(0.001));
  }

  private static String value(Scenario scenario, Scenario.Event event, String path) {
    return event.filter().entrySet().stream()
        .filter(each -> areSame(scenario, each.getKey(), path))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  /** Whether two properties have one value in all documents. */
  private static boolean areSame(Scenario scenario, String first, String second) {
    return first.equals(second)
        || scenario.documents.stream()
            .allMatch(each -> Scenario.text(each, first).equals(Scenario.text(each, second)));
  }

  /** What one who has the present key and the id of an item knows. */
  private static boolean isNamed(Scenario scenario, Scenario.Event event, String path) {
    String wanted = Scenario.text(event.items().getFirst(), path);
    return scenario.present.paths().stream().anyMatch(own -> own.toString().equals(path))
        || Scenario.text(event.items().getFirst(), "/id").equals(wanted);
  }

  private static int partition(PartitionKey key) {
    byte[] bytes = EffectivePartitionKey.of(PartitionKeyDefinition.hash("/any"), key).bytes();
    double part =
        (((bytes[0] & 0xFF) << 16) | ((bytes[1] & 0xFF) << 8) | (bytes[2] & 0xFF))
            / (double) (1 << 22);
    return (int) Math.min(Scenario.PARTITIONS - 1, part * Scenario.PARTITIONS);
  }

  @Test
  void countsWhatWouldSpanKeysChangeThemOrCollide() {
    Scenario scenario = Scenarios.tenants();
    List<JsonObject> sameTenant = new ArrayList<>();
    for (JsonObject each : scenario.documents) {
      if (Scenario.text(each, "/tenantId").equals("tenant 0")) {
        sameTenant.add(each);
      }
    }
    for (int i = 0; i < 500; i++) {
      scenario.batch(sameTenant.subList(i * 2, i * 2 + 2));
    }
    for (int i = 0; i < 300; i++) {
      scenario.document(
          i, "id", "order " + i, "tenantId", "new " + i, "userId", "user " + i, "state", "state 1");
    }
    Advice advice = scenario.advice();
    Evaluation users = find(advice, "/tenantId, /userId");
    assertThat(users.spanningTransactions()).isCloseTo(500, within(5.0));
    assertThat(users.problems()).anyMatch(each -> each.contains("transactional batches"));
    assertThat(find(advice, "/tenantId").spanningTransactions()).isZero();
    assertThat(find(advice, "/id").collidingIds()).isEqualTo(300);
    assertThat(find(advice, "/tenantId").collidingIds()).isZero();
  }

  private static Evaluation find(Advice advice, String key) {
    return advice.ranked().stream()
        .filter(each -> each.candidate().text().equals(key))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void seesThatAPatchWouldMoveAnItem() {
    Scenario scenario = Scenarios.cache();
    ValueHash hash = ValueHash.open();
    Advisor advisor = new Advisor(scenario.subject(), AdviceOptions.DEFAULT, hash);
    JsonObject first = scenario.documents.getFirst();
    for (int i = 0; i < 50; i++) {
      LoggedRequest read = scenario.logged(scenario.events.get(i), hash);
      advisor.add(
          read.withShape(
              new RequestShape(
                  Action.PATCH, Scope.SINGLE, read.shape().paths(), Set.of("/size"), 1)));
    }
    scenario.documents.forEach(each -> advisor.add(each, 300));
    Advice advice = advisor.advise(_ -> {}, () -> false);
    assertThat(first.at("size").isUndefined()).isFalse();
    assertThat(find(advice, "/size").changingUpdates()).isEqualTo(50);
    assertThat(find(advice, "/id").changingUpdates()).isZero();
  }

  @Test
  void saysWhenThereIsNothingToAdviseOn() {
    Advisor advisor =
        new Advisor(Subject.planned("new", 400, 0), AdviceOptions.DEFAULT, ValueHash.open());
    assertThatThrownBy(() -> advisor.advise(_ -> {}, () -> false))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("no documents");
  }

  @Test
  void canBeCancelled() {
    Scenario scenario = Scenarios.cache();
    Advisor advisor = new Advisor(scenario.subject(), AdviceOptions.DEFAULT, ValueHash.open());
    scenario.documents.forEach(each -> advisor.add(each, 300));
    assertThatThrownBy(() -> advisor.advise(_ -> {}, () -> true)).hasMessageContaining("cancelled");
  }
}
