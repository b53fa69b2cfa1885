package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import dev.partita.mongo.wire.DocumentSequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a command or of a part of one. Each is asked for by its name and type; what nobody
 * has asked for is refused at the end. Confined to one thread.
 */
public final class Arguments {

  /** What every command takes, and {@link Invocation} looks at. */
  private static final Set<String> GENERIC =
      Set.of(
          "$db",
          "lsid",
          "txnNumber",
          "startTransaction",
          "autocommit",
          "stmtId",
          "stmtIds",
          "$clusterTime",
          "$readPreference",
          "readConcern",
          "writeConcern",
          "maxTimeMS",
          "comment",
          "apiVersion",
          "apiStrict",
          "apiDeprecationErrors",
          "$audit",
          "$client",
          "$configServerState",
          "allowImplicitCollectionCreation",
          "maxTimeMSOpOnly",
          "mayBypassWriteBlocking");

  private final String of;
  private final boolean command;
  private final Map<String, BsonValue> left = new LinkedHashMap<>();
  private final Map<String, List<BsonDocument>> sequences = new HashMap<>();

  private Arguments(String of, boolean command, BsonDocument fields) {
    this.of = of;
    this.command = command;
    for (BsonElement element : fields) {
      if (left.putIfAbsent(element.name(), element.value()) != null) {
        throw MongoError.DUPLICATE_FIELD.failure(
            "BSON field '" + of + "." + element.name() + "' is a duplicate field");
      }
    }
  }

  /** Those of a command. */
  static Arguments ofCommand(String name, BsonDocument body, List<DocumentSequence> sequences) {
    Arguments arguments = new Arguments(name, true, body);
    for (DocumentSequence sequence : sequences) {
      if (arguments.left.containsKey(sequence.field())) {
        throw MongoError.DUPLICATE_SEQUENCE.failure(
            "The field '" + sequence.field() + "' is in the body and beside it.");
      }
      arguments.sequences.put(sequence.field(), sequence.documents());
    }
    return arguments;
  }

  /** Those of a part. */
  public static Arguments ofPart(String name, BsonDocument fields) {
    return new Arguments(name, false, fields);
  }

  /** Whether a field is one that every command takes. */
  static boolean isGeneric(String name) {
    return GENERIC.contains(name);
  }

  /** Takes a field of any type; null if there is none. */
  public @Nullable BsonValue value(String name) {
    return left.remove(name);
  }

  public boolean has(String name) {
    return left.containsKey(name) || sequences.containsKey(name);
  }

  /** Takes a field that changes nothing here, such as one for other kinds of servers. */
  public Arguments ignore(String... names) {
    for (String name : names) {
      left.remove(name);
    }
    return this;
  }

  /** Refuses a field that would change what the command does, in a way that it cannot. */
  public Arguments refuse(String... names) {
    for (String name : names) {
      BsonValue value = left.remove(name);
      if (value != null && !isOff(value)) {
        throw MongoError.COMMAND_NOT_SUPPORTED.failure(
            "The option '" + name + "' of '" + of + "' is not supported by this server.");
      }
    }
    return this;
  }

  private static boolean isOff(BsonValue value) {
    return value.isNullish()
        || (value.type() == BsonType.BOOLEAN && !value.asBoolean())
        || (value.isDocument() && value.asDocument().isEmpty());
  }

  public @Nullable String text(String name) {
    BsonValue value = left.remove(name);
    if (value == null || value.isNullish()) {
      return null;
    }
    if (!value.isString()) {
      throw wrongType(name, value, "string");
    }
    return value.asString();
  }

  public String requireText(String name) {
    String text = text(name);
    if (text == null) {
      throw missing(name);
    }
    return text;
  }

  public @Nullable BsonDocument document(String name) {
    BsonValue value = left.remove(name);
    if (value == null || value.isNullish()) {
      return null;
    }
    if (!value.isDocument()) {
      throw wrongType(name, value, "object");
    }
    return value.asDocument();
  }

  public BsonDocument documentOrEmpty(String name) {
    BsonDocument document = document(name);
    return document == null ? BsonDocument.EMPTY : document;
  }

  public BsonDocument requireDocument(String name) {
    BsonDocument document = document(name);
    if (document == null) {
      throw missing(name);
    }
    return document;
  }

  public @Nullable BsonArray array(String name) {
    BsonValue value = left.remove(name);
    if (value == null || value.isNullish()) {
      return null;
    }
    if (!value.isArray()) {
      throw wrongType(name, value, "array");
    }
    return value.asArray();
  }

  /** Takes documents, which may be in the body or beside it. */
  public List<BsonDocument> requireDocuments(String name) {
    List<BsonDocument> beside = sequences.remove(name);
    if (beside != null) {
      return beside;
    }
    BsonArray array = array(name);
    if (array == null) {
      throw missing(name);
    }
    List<BsonDocument> documents = new ArrayList<>();
    for (BsonValue each : array) {
      if (!each.isDocument()) {
        throw wrongType(name + "." + documents.size(), each, "object");
      }
      documents.add(each.asDocument());
    }
    return documents;
  }

  public boolean truth(String name, boolean otherwise) {
    BsonValue value = left.remove(name);
    if (value == null || value.isNullish()) {
      return otherwise;
    }
    return switch (value.type()) {
      case BOOLEAN -> value.asBoolean();
      case INT32, INT64, DOUBLE, DECIMAL128 -> whole(name, value) != 0;
      default -> throw wrongType(name, value, "bool");
    };
  }

  /** Takes a whole number, of whatever type. */
  public long number(String name, long otherwise) {
    BsonValue value = left.remove(name);
    return value == null || value.isNullish() ? otherwise : whole(name, value);
  }

  /** The same for one that cannot be negative. */
  public long count(String name, long otherwise) {
    long number = number(name, otherwise);
    if (number < 0) {
      throw MongoError.NEGATIVE_NUMBER.failure(
          "BSON field '" + name + "' value must be >= 0, actual value '" + number + "'");
    }
    return number;
  }

  private long whole(String name, BsonValue value) {
    double number =
        switch (value.type()) {
          case INT32 -> value.asInt32();
          case INT64 -> {
            yield value.asInt64();
          }
          case DOUBLE -> value.asDouble();
          case DECIMAL128 -> value.asDecimal128().doubleValue();
          default -> throw wrongType(name, value, "long', 'int', 'decimal', 'double");
        };
    return value.type() == BsonType.INT64 ? value.asInt64() : (long) number;
  }

  /**
   * Refuses what is left.
   *
   * @throws CommandFailure naming the first field that nobody has asked for
   */
  public void finish() {
    for (String name : left.keySet()) {
      if (!command || !GENERIC.contains(name)) {
        throw unknown(name);
      }
    }
    for (String name : sequences.keySet()) {
      throw unknown(name);
    }
  }

  private CommandFailure unknown(String name) {
    return MongoError.UNKNOWN_FIELD.failure(
        "BSON field '" + of + "." + name + "' is an unknown field.");
  }

  private CommandFailure missing(String name) {
    return MongoError.MISSING_FIELD.failure(
        "BSON field '" + of + "." + name + "' is missing but a required field");
  }

  CommandFailure wrongType(String name, BsonValue value, String expected) {
    return MongoError.TYPE_MISMATCH.failure(
        "BSON field '"
            + of
            + "."
            + name
            + "' is the wrong type '"
            + value.type().alias()
            + "', expected type '"
            + expected
            + "'");
  }
}
