package dev.partita.query.function;

import java.util.Locale;
import java.util.Optional;

/** Distance metrics of vectors. */
public enum VectorMetric {
  COSINE(true),
  DOT_PRODUCT(true),
  EUCLIDEAN(false);

  private final boolean largerIsCloser;

  VectorMetric(boolean largerIsCloser) {
    this.largerIsCloser = largerIsCloser;
  }

  public boolean largerIsCloser() {
    return largerIsCloser;
  }

  /** Finds a metric by a name such as {@code dotproduct}, in any case. */
  public static Optional<VectorMetric> named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "cosine" -> Optional.of(COSINE);
      case "dotproduct" -> Optional.of(DOT_PRODUCT);
      case "euclidean" -> Optional.of(EUCLIDEAN);
      default -> Optional.empty();
    };
  }

  double measure(double[] left, double[] right) {
    double product = 0;
    double leftSquares = 0;
    double rightSquares = 0;
    double distanceSquares = 0;
    for (int i = 0; i < left.length; i++) {
      product += left[i] * right[i];
      leftSquares += left[i] * left[i];
      rightSquares += right[i] * right[i];
      distanceSquares += (left[i] - right[i]) * (left[i] - right[i]);
    }
    return switch (this) {
      case COSINE -> product / Math.sqrt(leftSquares * rightSquares);
      case DOT_PRODUCT -> product;
      case EUCLIDEAN -> Math.sqrt(distanceSquares);
    };
  }
}
