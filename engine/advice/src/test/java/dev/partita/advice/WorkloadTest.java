package dev.partita.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.partita.advice.RequestShape.Action;
import dev.partita.advice.RequestShape.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkloadTest {

  @Test
  void becomesAnHourOfRequestsInTheProportionsThatWereAskedFor() {
    Scenario products = Scenarios.products();
    Workload workload =
        new Workload(
            null,
            List.of(
                new Workload.Kind(
                    Action.QUERY, Scope.SINGLE, 900, List.of("/category"), Set.of(), 3, 1),
                new Workload.Kind(Action.READ, Scope.SINGLE, 100, List.of(), Set.of(), 1, 1)));
    List<LoggedRequest> requests = new ArrayList<>();
    workload.replay(products.documents, Scenario.NOW, ValueHash.open(), requests::add);
    double queries =
        requests.stream()
            .filter(each -> each.shape().action() == Action.QUERY)
            .mapToDouble(LoggedRequest::weight)
            .sum();
    double all = requests.stream().mapToDouble(LoggedRequest::weight).sum();
    assertThat(all).isCloseTo(3_600_000, within(1.0));
    assertThat(queries).isCloseTo(3_240_000, within(1.0));
    assertThat(requests)
        .allMatch(
            each -> each.atMillis() >= Scenario.NOW - 3_600_000 && each.atMillis() < Scenario.NOW);

    Advisor advisor =
        new Advisor(
            Subject.planned("products", 10_000, Scenario.NOW),
            AdviceOptions.DEFAULT.withPartitions(10),
            ValueHash.open());
    requests.forEach(advisor::add);
    products.documents.forEach(each -> advisor.add(each, 300));
    assertThat(advisor.advise(_ -> {}, () -> false).best().candidate().text())
        .isEqualTo("/category");
  }
}
