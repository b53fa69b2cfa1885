package dev.partita.cli;

import dev.partita.cli.shell.Interrupts;
import java.util.concurrent.atomic.AtomicLong;

/** Interrupts at times that a test chooses. */
final class Interruptions {

  private Interruptions() {}

  static Interrupts never() {
    return afterQuestions(Long.MAX_VALUE);
  }

  /** Interrupts after the command has polled this many times. */
  static Interrupts afterQuestions(long questions) {
    return () -> {
      var left = new AtomicLong(questions);
      return new Interrupts.Watch() {
        @Override
        public boolean requested() {
          return left.get() <= 0 || left.decrementAndGet() <= 0;
        }

        @Override
        public void close() {
          left.set(0);
        }
      };
    };
  }
}
