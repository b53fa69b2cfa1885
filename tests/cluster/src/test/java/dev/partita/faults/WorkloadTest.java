package dev.partita.faults;

import static dev.partita.testkit.LinearizabilityChecker.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.faults.Workload.Operation;
import dev.partita.testkit.LinearizabilityChecker.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the check of the clients' histories takes, and what it finds. */
class WorkloadTest {

  @Test
  void takesWhatIsExplainedByAnOrder() {
    assertThat(
            Workload.problem(
                List.of(
                    event(1, 4, new Operation.Write(1)),
                    event(2, 3, new Operation.Read(0)),
                    event(5, NEVER, new Operation.Write(2)),
                    event(6, 7, new Operation.Read(1)),
                    event(8, 9, new Operation.Read(2)),
                    event(10, 11, new Operation.Change(2, 3, true)),
                    event(12, 13, new Operation.Change(2, 4, false)))))
        .isNull();
  }

  @Test
  void findsAReadOfADeposedLeader() {
    assertThat(
            Workload.problem(
                List.of(
                    event(1, 2, new Operation.Write(1)),
                    event(3, 4, new Operation.Write(2)),
                    event(5, 6, new Operation.Read(1)))))
        .isNotNull();
  }

  @Test
  void findsAWriteThatWasAnsweredAndLost() {
    assertThat(
            Workload.problem(
                List.of(
                    event(1, 2, new Operation.Write(1)),
                    event(3, 4, new Operation.Change(1, 2, true)),
                    event(5, 6, new Operation.Read(1)))))
        .isNotNull();
  }

  @Test
  void findsAComparisonThatTwoHaveWon() {
    assertThat(
            Workload.problem(
                List.of(
                    event(1, 2, new Operation.Write(1)),
                    event(3, 6, new Operation.Change(1, 2, true)),
                    event(4, 5, new Operation.Change(1, 3, true)))))
        .isNotNull();
  }

  private static Event<Operation> event(long called, long answered, Operation operation) {
    return new Event<>(called, answered, operation);
  }
}
