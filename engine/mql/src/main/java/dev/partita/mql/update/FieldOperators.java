package dev.partita.mql.update;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.BsonArithmetic;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operators on single values. */
final class FieldOperators {

  private FieldOperators() {}

  record Set(BsonValue value) implements FieldOperator {
    @Override
    public BsonValue apply(@Nullable BsonValue current, Target target) {
      return value;
    }
  }

  record SetOnInsert(BsonValue value) implements FieldOperator {
    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Target target) {
      return target.scope().isInsert() || current == null ? value : current;
    }

    @Override
    public boolean creates(Target target) {
      return target.scope().isInsert();
    }

    @Override
    public boolean ignoresImpossiblePath() {
      return true;
    }
  }

  record Unset() implements FieldOperator {
    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Target target) {
      return null;
    }

    @Override
    public boolean creates(Target target) {
      return false;
    }

    @Override
    public boolean ignoresImpossiblePath() {
      return true;
    }
  }

  /** {@code $inc} and {@code $mul}. */
  record Arithmetic(String name, BsonValue operand) implements FieldOperator {
    @Override
    public BsonValue apply(@Nullable BsonValue current, Target target) {
      boolean adds = name.equals("$inc");
      if (current == null) {
        return adds ? operand : zero();
      }
      if (!current.isNumber()) {
        throw MqlException.typeMismatch(
            "Cannot apply "
                + name
                + " to a value of non-numeric type. "
                + target.id()
                + " has the field '"
                + lastPart(target.path())
                + "' of non-numeric type "
                + current.type().alias());
      }
      BsonValue result =
          adds ? BsonArithmetic.add(current, operand) : BsonArithmetic.multiply(current, operand);
      if (result == null) {
        throw MqlException.badValue(
            "Failed to apply "
                + name
                + " operations to current value ("
                + (current.type() == BsonType.INT64 ? "(NumberLong)" : "(NumberInt)")
                + ErrorText.of(current)
                + ") for document "
                + target.id());
      }
      return result;
    }

    private BsonValue zero() {
      BsonValue zero = BsonArithmetic.multiply(operand, BsonValue.int32(0));
      return zero == null ? BsonValue.int32(0) : zero;
    }
  }

  static String lastPart(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** {@code $min} and {@code $max}. */
  record Extreme(BsonValue operand, boolean smallest, BsonOrder order) implements FieldOperator {
    @Override
    public BsonValue apply(@Nullable BsonValue current, Target target) {
      if (current == null) {
        return operand;
      }
      int byOrder = order.compare(operand, current);
      return (smallest ? byOrder < 0 : byOrder > 0) ? operand : current;
    }
  }

  record CurrentDate(boolean timestamp) implements FieldOperator {
    @Override
    public BsonValue apply(@Nullable BsonValue current, Target target) {
      return timestamp ? target.scope().timestamp() : target.scope().now();
    }
  }

  /** {@code $bit}: operations one after the other. */
  record Bitwise(List<Step> steps) implements FieldOperator {
    record Step(String name, BsonValue operand) {}

    @Override
    public BsonValue apply(@Nullable BsonValue current, Target target) {
      BsonValue result = current == null ? BsonValue.int32(0) : current;
      if (result.type() != BsonType.INT32 && result.type() != BsonType.INT64) {
        throw MqlException.badValue(
            "Cannot apply $bit to a value of non-integral type."
                + target.id().replace("{", "").replace("}", "")
                + " has the field "
                + lastPart(target.path())
                + " of non-integer type "
                + result.type().alias());
      }
      for (Step step : steps) {
        result = step(result, step);
      }
      return result;
    }

    private static BsonValue step(BsonValue current, Step step) {
      long operand = integer(step.operand);
      long value = integer(current);
      long result =
          switch (step.name) {
            case "and" -> value & operand;
            case "or" -> value | operand;
            default -> value ^ operand;
          };
      boolean small = current.type() == BsonType.INT32 && step.operand.type() == BsonType.INT32;
      return small ? BsonValue.int32((int) result) : BsonValue.int64(result);
    }

    private static long integer(BsonValue value) {
      return value.type() == BsonType.INT32 ? value.asInt32() : value.asInt64();
    }
  }

  /** The other end of {@code $rename}: it takes the value from the document as it was. */
  record Renamed(BsonPath source) implements FieldOperator {
    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Target target) {
      BsonValue moved = value(target);
      return moved == null ? current : moved;
    }

    @Override
    public boolean creates(Target target) {
      return value(target) != null;
    }

    @Override
    public boolean ignoresImpossiblePath() {
      return true;
    }

    private @Nullable BsonValue value(Target target) {
      BsonValue found = source.resolve(target.document());
      if (found == null) {
        requireReachable(target.document());
        return null;
      }
      requireNoArray(source, "source", target);
      requireNoArray(BsonPath.of(target.path()), "destination", target);
      return found;
    }

    /** Fails if the source lies in something that has no fields, unless that is missing. */
    private void requireReachable(BsonDocument document) {
      BsonDocument at = document;
      for (int i = 0; i < source.size() - 1; i++) {
        BsonValue value = at.get(source.name(i));
        if (value == null) {
          return;
        }
        if (value.isArray() && source.indexAt(i + 1) >= 0) {
          return;
        }
        if (!value.isDocument()) {
          throw new MqlException(
              MqlCode.PATH_NOT_VIABLE,
              "cannot use the part ("
                  + source.name(i)
                  + " of "
                  + source
                  + ") to traverse the element ({"
                  + source.name(i)
                  + ": "
                  + ErrorText.of(value)
                  + "})");
        }
        at = value.asDocument();
      }
    }

    private static void requireNoArray(BsonPath path, String end, Target target) {
      BsonDocument at = target.document();
      for (int i = 0; i < path.size() - 1; i++) {
        BsonValue value = at.get(path.name(i));
        if (value != null && value.isArray()) {
          String id = target.id();
          throw MqlException.badValue(
              "The "
                  + end
                  + " field cannot be an array element, '"
                  + path
                  + "' in doc with "
                  + id.substring(1, id.length() - 1)
                  + " has an array field called '"
                  + path.name(i)
                  + "'");
        }
        if (value == null || !value.isDocument()) {
          return;
        }
        at = value.asDocument();
      }
    }
  }
}
