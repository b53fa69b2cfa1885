package dev.partita.simulation;

import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that must never happen and has happened in a simulation. */
final class SimulationFailure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private transient List<String> lines = List.of();

  SimulationFailure(String what) {
    this(what, null);
  }

  SimulationFailure(String what, @Nullable Throwable cause) {
    super(what, cause);
  }

  /**
   * @param lines what happened last
   */
  SimulationFailure(String what, Throwable cause, List<String> lines) {
    this(what, cause);
    this.lines = List.copyOf(lines);
  }

  List<String> lines() {
    return lines;
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation is in a library for this alone
  static void require(boolean holds, String otherwise, Object... values) {
    if (!holds) {
      throw new SimulationFailure(otherwise.formatted(values));
    }
  }
}
