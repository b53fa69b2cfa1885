package dev.partita.testkit;

import static dev.partita.testkit.Expect.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import org.junit.jupiter.api.Test;

class TestEngineTest {

  @Test
  void createsAContainerAtItsFirstUse() {
    try (TestEngine test = new TestEngine()) {
      Container created = test.container(TestEngine.definition("c"));
      assertThat(test.container(TestEngine.definition("c"))).isSameAs(created);
      assertFails(
          ErrorCode.CONFLICT,
          () ->
              test.engine
                  .containers()
                  .createContainer(test.database(), created.definition(), null));
    }
  }

  @Test
  void failsWhenBackgroundWorkHasFailed() {
    TestEngine test = withFault();
    assertThatThrownBy(test::close)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("run the failing chore")
        .hasMessageContaining("broken");
  }

  @Test
  void passesWhenTheTestTakesTheFaults() {
    try (TestEngine test = withFault()) {
      assertThat(test.takeFaults()).hasSize(1);
    }
  }

  private static TestEngine withFault() {
    TestEngine test = new TestEngine();
    test.container(TestEngine.definition("c"));
    test.engine
        .housekeeping()
        .add(
            "run the failing chore",
            _ -> {
              throw new IllegalStateException("broken");
            });
    test.engine.housekeeping().round();
    return test;
  }
}
