package dev.partita.aggregation.stage;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Map;

/** Series of preferred numbers, to which boundaries of buckets are rounded. Immutable. */
final class Granularity {

  private static final double[] R5 = {10, 16, 25, 40, 63};
  private static final double[] R10 = {100, 125, 160, 200, 250, 315, 400, 500, 630, 800};
  private static final double[] R20 = {
    100, 112, 125, 140, 160, 180, 200, 224, 250, 280, 315, 355, 400, 450, 500, 560, 630, 710, 800,
    900
  };
  private static final double[] R40 = {
    100, 106, 112, 118, 125, 132, 140, 150, 160, 170, 180, 190, 200, 212, 224, 236, 250, 265, 280,
    300, 315, 335, 355, 375, 400, 425, 450, 475, 500, 530, 560, 600, 630, 670, 710, 750, 800, 850,
    900, 950
  };
  private static final double[] R80 = {
    103, 109, 115, 122, 128, 136, 145, 155, 165, 175, 185, 195, 206, 218, 230, 243, 258, 272, 290,
    307, 325, 345, 365, 387, 412, 437, 462, 487, 515, 545, 575, 615, 650, 690, 730, 775, 825, 875,
    925, 975
  };
  private static final double[] ONE_TWO_FIVE = {10, 20, 50};
  private static final double[] E6 = {10, 15, 22, 33, 47, 68};
  private static final double[] E12 = {10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82};
  private static final double[] E24 = {
    10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91
  };

  /** An empty series is that of powers of two. */
  private static final Map<String, double[]> SERIES =
      Map.ofEntries(
          Map.entry("R5", R5),
          Map.entry("R10", R10),
          Map.entry("R20", R20),
          Map.entry("R40", R40),
          Map.entry("R80", R80),
          Map.entry("1-2-5", ONE_TWO_FIVE),
          Map.entry("E6", E6),
          Map.entry("E12", E12),
          Map.entry("E24", E24),
          Map.entry("E48", geometric(48)),
          Map.entry("E96", geometric(96)),
          Map.entry("E192", geometric(192)),
          Map.entry("POWERSOF2", new double[0]));

  private final double[] series;

  private Granularity(double[] series) {
    this.series = series;
  }

  /** Numbers with equal quotients between one and ten, with three digits. */
  private static double[] geometric(int count) {
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      double exact = 100 * Math.pow(10, (double) i / count);
      numbers[i] =
          new BigDecimal(exact).round(new MathContext(3, RoundingMode.HALF_UP)).doubleValue();
    }
    return numbers;
  }

  static Granularity of(String name) {
    double[] series = SERIES.get(name);
    if (series == null) {
      throw new MqlException(40_257, "Unknown rounding granularity '" + name + "'");
    }
    return new Granularity(series);
  }

  /** The least number of the series that is greater; zero stays. */
  BsonValue up(BsonValue value) {
    double number = BsonNumbers.toDouble(value);
    if (number == 0) {
      return value;
    }
    return series.length == 0
        ? power(Math.floor(Math.log(number) / Math.log(2)) + 1)
        : BsonValue.float64(up(number));
  }

  /** The greatest number of the series that is less; zero stays. */
  BsonValue down(BsonValue value) {
    double number = BsonNumbers.toDouble(value);
    if (number == 0) {
      return value;
    }
    return series.length == 0
        ? power(Math.ceil(Math.log(number) / Math.log(2)) - 1)
        : BsonValue.float64(down(number));
  }

  private static BsonValue power(double exponent) {
    return exponent >= 0 && exponent < Long.SIZE - 1
        ? BsonValue.integer(1L << (int) exponent)
        : BsonValue.float64(Math.pow(2, exponent));
  }

  private double up(double number) {
    double factor = 1;
    while (number >= last() * factor) {
      factor *= 10;
    }
    while (number < series[0] * factor) {
      double least = series[0] * factor;
      factor /= 10;
      if (number >= last() * factor) {
        return least;
      }
    }
    double scale = factor;
    return Arrays.stream(series)
        .map(each -> each * scale)
        .filter(each -> each > number)
        .min()
        .orElse(number);
  }

  private double down(double number) {
    double factor = 1;
    while (number <= series[0] * factor) {
      factor /= 10;
    }
    while (number > last() * factor) {
      double greatest = last() * factor;
      factor *= 10;
      if (number <= series[0] * factor) {
        return greatest;
      }
    }
    double scale = factor;
    return Arrays.stream(series)
        .map(each -> each * scale)
        .filter(each -> each < number)
        .max()
        .orElse(number);
  }

  private double last() {
    return series[series.length - 1];
  }
}
