package dev.partita.mql.update;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import dev.partita.mql.query.DocumentFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The operators on arrays. */
final class ArrayOperators {

  private ArrayOperators() {}

  /** {@code $push}: adds elements at a position, then sorts, then cuts. */
  record Push(
      List<BsonValue> added,
      @Nullable Long position,
      @Nullable Long slice,
      @Nullable Comparator<BsonValue> sort)
      implements FieldOperator {
    @Override
    public BsonValue apply(@Nullable BsonValue current, Target target) {
      if (current != null && !current.isArray()) {
        throw MqlException.badValue(
            "The field '"
                + FieldOperators.lastPart(target.path())
                + "' must be an array but is of type "
                + current.type().alias()
                + " in document "
                + target.id());
      }
      List<BsonValue> elements = current == null ? new ArrayList<>() : current.asArray().values();
      elements.addAll(place(elements.size()), added);
      if (sort != null) {
        elements.sort(sort);
      }
      return BsonArray.of(cut(elements)).toValue();
    }

    private int place(int size) {
      if (position == null || position >= size) {
        return size;
      }
      return (int) (position >= 0 ? position : Math.max(0, size + position));
    }

    private List<BsonValue> cut(List<BsonValue> elements) {
      int size = elements.size();
      if (slice == null) {
        return elements;
      }
      return slice >= 0
          ? elements.subList(0, (int) Math.min(slice, size))
          : elements.subList((int) Math.max(0, size + slice), size);
    }

    @Override
    public boolean appends() {
      return position == null && slice == null && sort == null;
    }
  }

  record AddToSet(List<BsonValue> added, BsonOrder order) implements FieldOperator {
    @Override
    public BsonValue apply(@Nullable BsonValue current, Target target) {
      if (current != null && !current.isArray()) {
        throw MqlException.badValue(
            "Cannot apply $addToSet to non-array field. Field named '"
                + FieldOperators.lastPart(target.path())
                + "' has non-array type "
                + current.type().alias());
      }
      List<BsonValue> elements = current == null ? new ArrayList<>() : current.asArray().values();
      Set<BsonOrder.Key> present = new HashSet<>();
      for (BsonValue element : elements) {
        present.add(order.key(element));
      }
      boolean grown = current == null;
      for (BsonValue element : added) {
        if (present.add(order.key(element))) {
          elements.add(element);
          grown = true;
        }
      }
      return grown || current == null ? BsonArray.of(elements).toValue() : current;
    }

    @Override
    public boolean appends() {
      return true;
    }
  }

  record Pop(boolean first) implements FieldOperator {
    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Target target) {
      if (current == null) {
        return null;
      }
      if (!current.isArray()) {
        throw MqlException.typeMismatch(
            "Path '"
                + target.path()
                + "' contains an element of non-array type '"
                + current.type().alias()
                + "'");
      }
      List<BsonValue> elements = current.asArray().values();
      if (elements.isEmpty()) {
        return current;
      }
      elements.remove(first ? 0 : elements.size() - 1);
      return BsonArray.of(elements).toValue();
    }

    @Override
    public boolean creates(Target target) {
      return false;
    }
  }

  /** {@code $pull} and {@code $pullAll}: removes the elements that meet a condition. */
  record Pull(Condition condition) implements FieldOperator {
    @FunctionalInterface
    interface Condition {
      Predicate<BsonValue> in(Variables variables);
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Target target) {
      if (current == null) {
        return null;
      }
      if (!current.isArray()) {
        throw MqlException.badValue("Cannot apply $pull to a non-array value");
      }
      List<BsonValue> elements = current.asArray().values();
      return elements.removeIf(condition.in(target.scope().variables()))
          ? BsonArray.of(elements).toValue()
          : current;
    }

    @Override
    public boolean creates(Target target) {
      return false;
    }

    static Pull equalTo(BsonValue value, BsonOrder order) {
      return new Pull(_ -> element -> order.equal(element, value));
    }

    static Pull equalToAny(Iterable<BsonValue> values, BsonOrder order) {
      Set<BsonOrder.Key> wanted = new HashSet<>();
      for (BsonValue value : values) {
        wanted.add(order.key(value));
      }
      return new Pull(_ -> element -> wanted.contains(order.key(element)));
    }

    /** Elements that match as the value of a field would. */
    static Pull matchingValue(DocumentFilter filterOnEmptyName) {
      return new Pull(
          variables ->
              element -> filterOnEmptyName.matches(BsonDocument.of("", element), variables));
    }

    /** Documents that match a query. */
    static Pull matchingDocument(DocumentFilter filter) {
      return new Pull(
          variables ->
              element ->
                  element.type() == BsonType.DOCUMENT
                      && filter.matches(element.asDocument(), variables));
    }
  }
}
