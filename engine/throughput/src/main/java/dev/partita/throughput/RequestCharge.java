package dev.partita.throughput;

import java.math.BigDecimal;

/**
 * An exact, non-negative amount of request units, held in hundredths. Immutable; sums are exact, so
 * a total equals the sum of the amounts that clients were shown. Also used for rates, as the amount
 * per second.
 */
public record RequestCharge(long hundredths) implements Comparable<RequestCharge> {

  public static final RequestCharge ZERO = new RequestCharge(0);

  private static final int PER_UNIT = 100;

  public RequestCharge {
    if (hundredths < 0) {
      throw new IllegalArgumentException("A charge is not negative: " + hundredths);
    }
  }

  /** An amount of whole request units. */
  public static RequestCharge of(long requestUnits) {
    return new RequestCharge(Math.multiplyExact(requestUnits, PER_UNIT));
  }

  /** Parses the result of {@link #toString}. */
  public static RequestCharge parse(String text) {
    return new RequestCharge(new BigDecimal(text).movePointRight(2).longValueExact());
  }

  public RequestCharge plus(RequestCharge other) {
    return new RequestCharge(Math.addExact(hundredths, other.hundredths));
  }

  public RequestCharge times(long factor) {
    return new RequestCharge(Math.multiplyExact(hundredths, factor));
  }

  /** The nearest floating-point number, for metrics and charts; sums belong on this type. */
  public double requestUnits() {
    return (double) hundredths / PER_UNIT;
  }

  @Override
  public int compareTo(RequestCharge other) {
    return Long.compare(hundredths, other.hundredths);
  }

  /** The amount as clients see it: {@code 5.71}, {@code 1.3}, {@code 10}. */
  @Override
  public String toString() {
    long whole = hundredths / PER_UNIT;
    long rest = hundredths % PER_UNIT;
    if (rest == 0) {
      return Long.toString(whole);
    }
    return rest % 10 == 0 ? whole + "." + rest / 10 : whole + (rest < 10 ? ".0" : ".") + rest;
  }
}
