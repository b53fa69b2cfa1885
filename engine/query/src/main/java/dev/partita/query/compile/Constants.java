package dev.partita.query.compile;

import dev.partita.query.evaluate.Constant;
import java.util.Optional;

/** Named numeric constants, which any alias of the same name hides. */
final class Constants {

  private Constants() {}

  static Optional<Constant> find(String name) {
    return switch (name) {
      case "NaN" -> Optional.of(Constant.of(Double.NaN));
      case "Infinity" -> Optional.of(Constant.of(Double.POSITIVE_INFINITY));
      default -> Optional.empty();
    };
  }
}
