package dev.partita.mql.sort;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonKeyWriter;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.FieldNames;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed sort. A field that has several values sorts by its smallest one ascending and by its
 * largest one descending; an empty array sorts as undefined, and what is missing as null.
 * Immutable; safe for use by any number of threads.
 */
public final class SortPattern implements Comparator<BsonDocument> {

  private static final int MAX_FIELDS = 32;

  /** A field of the sort. */
  public record Field(BsonPath path, boolean ascending) {}

  private final List<Field> fields;
  private final BsonOrder order;

  private SortPattern(List<Field> fields, BsonOrder order) {
    this.fields = fields;
    this.order = order;
  }

  /**
   * Parses the argument of a sort.
   *
   * @throws MqlException if it is none
   */
  public static SortPattern parse(BsonDocument sort, MqlContext context) {
    List<Field> fields = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (BsonElement element : sort) {
      String name = element.name();
      BsonValue value = element.value();
      if (value.isDocument()) {
        throw refusal(value.asDocument());
      }
      if (!value.isNumber()) {
        throw new MqlException(
            15974, "Illegal key in $sort specification: " + name + ": " + ErrorText.of(value));
      }
      long direction = BsonNumbers.truncated(value);
      if (direction != 1 && direction != -1) {
        throw new MqlException(
            15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
      }
      var _ = FieldNames.ofPath(name);
      if (seen.add(name)) {
        fields.add(new Field(BsonPath.of(name), direction == 1));
      }
    }
    if (fields.size() > MAX_FIELDS) {
      throw MqlException.badValue("too many compound keys in the sort");
    }
    return new SortPattern(List.copyOf(fields), context.order());
  }

  private static MqlException refusal(BsonDocument value) {
    if (value.has("$meta")) {
      return new MqlException(MqlCode.COMMAND_NOT_SUPPORTED, "$meta is not supported in a sort.");
    }
    return new MqlException(17312, "$meta is the only expression supported by $sort right now");
  }

  public List<Field> fields() {
    return fields;
  }

  public boolean isEmpty() {
    return fields.isEmpty();
  }

  @Override
  public int compare(BsonDocument first, BsonDocument second) {
    for (Field field : fields) {
      int byField = order.compare(value(first, field), value(second, field));
      if (byField != 0) {
        return field.ascending() ? byField : -byField;
      }
    }
    return 0;
  }

  /** The value that a document sorts by in a field. */
  public BsonValue value(BsonDocument document, Field field) {
    return new Extreme(field, order).of(document);
  }

  /** Bytes that sort like the documents, for top-k, spilling and merging. */
  public byte[] key(BsonDocument document) {
    BsonKeyWriter key = new BsonKeyWriter(order);
    for (Field field : fields) {
      BsonValue value = value(document, field);
      if (field.ascending()) {
        key.add(value);
      } else {
        key.addDescending(value);
      }
    }
    return key.toBytes();
  }

  /** The search for the value that a document sorts by. For one field and one thread. */
  private static final class Extreme {
    private final Field field;
    private final BsonOrder order;
    private @Nullable BsonValue found;

    Extreme(Field field, BsonOrder order) {
      this.field = field;
      this.order = order;
    }

    BsonValue of(BsonDocument document) {
      inDocument(document, 0);
      BsonValue best = found;
      return best == null ? BsonValue.NULL : best;
    }

    private void inDocument(BsonDocument document, int part) {
      reached(document.get(field.path().name(part)), part);
    }

    private void reached(@Nullable BsonValue value, int part) {
      boolean last = part == field.path().size() - 1;
      if (value == null) {
        take(BsonValue.NULL);
      } else if (last) {
        takeAll(value);
      } else if (value.isDocument()) {
        inDocument(value.asDocument(), part + 1);
      } else if (value.isArray()) {
        inArray(value.asArray(), part + 1);
      } else {
        take(BsonValue.NULL);
      }
    }

    private void inArray(BsonArray array, int part) {
      int index = field.path().indexAt(part);
      if (index >= 0) {
        requireUnambiguous(array, field.path().name(part));
        reached(array.get(index), part);
        return;
      }
      for (BsonValue element : array) {
        if (element.isDocument()) {
          inDocument(element.asDocument(), part);
        } else {
          take(BsonValue.NULL);
        }
      }
    }

    private static void requireUnambiguous(BsonArray array, String name) {
      for (BsonValue element : array) {
        if (element.isDocument() && element.asDocument().has(name)) {
          throw new MqlException(
              16746,
              "Ambiguous field name found in array (do not use numeric field names in embedded"
                  + " elements in an array), field: '"
                  + name
                  + "' for array: "
                  + ErrorText.of(array.asDocument().toValue()));
        }
      }
    }

    private void takeAll(BsonValue value) {
      if (!value.isArray()) {
        take(value);
        return;
      }
      if (value.asArray().isEmpty()) {
        take(BsonValue.UNDEFINED);
      }
      for (BsonValue element : value.asArray()) {
        take(element);
      }
    }

    private void take(BsonValue value) {
      BsonValue best = found;
      int byOrder = best == null ? 0 : order.compare(value, best);
      if (best == null || (field.ascending() ? byOrder < 0 : byOrder > 0)) {
        found = value;
      }
    }
  }
}
