package dev.partita.testkit.queue;

import dev.partita.container.check.Problem;
import dev.partita.container.check.Severity;

/** What can be wrong with queues. */
enum QueueProblem implements Problem {
  TIMER_MISSING("A message is hidden, and no timer shows it again."),
  TIMER_STRAY("A timer is for a message that is not hidden until then.");

  private final String text;

  QueueProblem(String text) {
    this.text = text;
  }

  @Override
  public Severity severity() {
    return Severity.ERROR;
  }

  @Override
  public String text() {
    return text;
  }
}
