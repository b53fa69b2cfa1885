package dev.partita.query.function;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.ValueOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Aggregate functions. All take one argument and ignore rows where it is undefined. */
public enum Aggregate {
  AVG("Average"),
  COUNT("Count"),
  COUNTIF("CountIf"),
  MAKELIST("MakeList"),
  MAKESET("MakeSet"),
  MAX("Max"),
  MIN("Min"),
  SUM("Sum");

  /** State of an aggregate over the rows so far. For one group of one execution. */
  public interface Accumulator {

    /** Adds a value that is not undefined; returns how many values it keeps because of it. */
    int add(JsonValue value);

    /** Adds a value several times; returns how many values it keeps because of it. */
    default int add(JsonValue value, long times) {
      int kept = 0;
      for (long i = 0; i < times; i++) {
        kept += add(value);
      }
      return kept;
    }

    /**
     * Adds the state of a later part, which was created by {@link Aggregate#startPart}; returns how
     * many values it keeps because of it.
     */
    int addAll(Accumulator part);

    /**
     * The result, which may be undefined.
     *
     * @throws DatabaseException if it is a number that is not finite
     */
    JsonValue result();
  }

  private final String planName;

  Aggregate(String planName) {
    this.planName = planName;
  }

  /** Finds an aggregate by its name, in any case. */
  public static Optional<Aggregate> named(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "AVG" -> Optional.of(AVG);
      case "COUNT" -> Optional.of(COUNT);
      case "COUNTIF" -> Optional.of(COUNTIF);
      case "MAKELIST" -> Optional.of(MAKELIST);
      case "MAKESET" -> Optional.of(MAKESET);
      case "MAX" -> Optional.of(MAX);
      case "MIN" -> Optional.of(MIN);
      case "SUM" -> Optional.of(SUM);
      default -> Optional.empty();
    };
  }

  /** Name in query plans. */
  public String planName() {
    return planName;
  }

  public Accumulator start() {
    return switch (this) {
      case AVG -> new Average();
      case COUNT -> new Count();
      case COUNTIF -> new CountIf();
      case MAKELIST -> new Collected(new ArrayList<>());
      case MAKESET -> new Collected(new LinkedHashSet<>());
      case MAX -> new Extreme(1);
      case MIN -> new Extreme(-1);
      case SUM -> new Sum();
    };
  }

  /** Creates the state for a part of the rows, to be added to another state. */
  public Accumulator startPart() {
    return this == AVG || this == SUM ? new Addends() : start();
  }

  private static final class Count implements Accumulator {
    private long count;

    @Override
    public int add(JsonValue value) {
      count++;
      return 0;
    }

    @Override
    public int addAll(Accumulator part) {
      count += ((Count) part).count;
      return 0;
    }

    @Override
    public JsonValue result() {
      return JsonNumber.of(count);
    }
  }

  private static final class CountIf implements Accumulator {
    private long count;

    @Override
    public int add(JsonValue value) {
      count += value == JsonBoolean.TRUE ? 1 : 0;
      return 0;
    }

    @Override
    public int addAll(Accumulator part) {
      count += ((CountIf) part).count;
      return 0;
    }

    @Override
    public JsonValue result() {
      return JsonNumber.of(count);
    }
  }

  /** Sum: zero of no values, and undefined as soon as a value is not a number. */
  private static class Sum implements Accumulator {
    double sum;
    long count;
    boolean mixed;

    @Override
    public int add(JsonValue value) {
      if (value instanceof JsonNumber number) {
        sum += number.doubleValue();
        count++;
      } else {
        mixed = true;
      }
      return 0;
    }

    @Override
    public int addAll(Accumulator part) {
      Addends addends = (Addends) part;
      for (int i = 0; i < addends.count; i++) {
        sum += addends.numbers[i];
      }
      count += addends.count;
      mixed |= addends.mixed;
      return 0;
    }

    @Override
    public JsonValue result() {
      return mixed ? JsonUndefined.UNDEFINED : Numbers.result(sum);
    }
  }

  /** Numbers in their order: a sum of doubles depends on it. */
  private static final class Addends implements Accumulator {
    private double[] numbers = new double[4];
    private int count;
    private boolean mixed;

    @Override
    public int add(JsonValue value) {
      if (!(value instanceof JsonNumber number)) {
        mixed = true;
        return 0;
      }
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      numbers[count++] = number.doubleValue();
      return 0;
    }

    @Override
    public int addAll(Accumulator part) {
      throw new IllegalStateException("Parts are added to a whole.");
    }

    @Override
    public JsonValue result() {
      throw new IllegalStateException("A part has no result.");
    }
  }

  /** Average: as the sum, but undefined of no values. */
  private static final class Average extends Sum {
    @Override
    public JsonValue result() {
      return mixed || count == 0 ? JsonUndefined.UNDEFINED : Numbers.result(sum / count);
    }
  }

  /** Minimum or maximum in the order of all values, undefined if a value is an array or object. */
  private static final class Extreme implements Accumulator {
    private final int sign;
    private JsonValue best = JsonUndefined.UNDEFINED;
    private boolean unordered;

    Extreme(int sign) {
      this.sign = sign;
    }

    @Override
    public int add(JsonValue value) {
      if (value instanceof JsonArray || value instanceof JsonObject) {
        unordered = true;
      } else if (best.isUndefined() || ValueOrder.ORDER.compare(value, best) * sign > 0) {
        best = value;
      }
      return 0;
    }

    @Override
    public int addAll(Accumulator part) {
      Extreme other = (Extreme) part;
      unordered |= other.unordered;
      return other.best.isUndefined() ? 0 : add(other.best);
    }

    @Override
    public JsonValue result() {
      return unordered ? JsonUndefined.UNDEFINED : best;
    }
  }

  private static final class Collected implements Accumulator {
    private final Collection<JsonValue> values;

    Collected(Collection<JsonValue> values) {
      this.values = values;
    }

    @Override
    public int add(JsonValue value) {
      return values.add(value) ? 1 : 0;
    }

    @Override
    public int addAll(Accumulator part) {
      return ((Collected) part).values.stream().mapToInt(this::add).sum();
    }

    @Override
    public JsonValue result() {
      return JsonArray.of(List.copyOf(values));
    }
  }
}
