package dev.partita.container.key;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Which properties make up the partition key of a container, and how keys are placed. Immutable,
 * and fixed for the life of the container.
 *
 * @param paths one to three properties; none is another's parent
 * @param version 1 hashes the first 100 characters of a string, 2 all of it
 * @param systemKey whether the database made this definition up for a container without one; its
 *     key then has no components in requests
 */
public record PartitionKeyDefinition(
    List<JsonPath> paths, PartitionKind kind, int version, boolean systemKey) {

  public static final int MAX_PATHS = 3;
  public static final int MAX_BYTES = 2048;

  /** The definition of a container that was created without one. */
  public static final PartitionKeyDefinition SYSTEM =
      new PartitionKeyDefinition(
          List.of(JsonPath.of("_partitionKey")), PartitionKind.HASH, 2, true);

  /**
   * @throws DatabaseException if no container can have such a key
   */
  public PartitionKeyDefinition {
    paths = List.copyOf(paths);
    if (paths.size() > MAX_PATHS) {
      throw DatabaseException.badRequest(
              "Too many partition key paths ("
                  + paths.size()
                  + ") specified. A maximum of 3 is allowed.")
          .with("paths", paths);
    }
    if (paths.isEmpty()) {
      throw DatabaseException.badRequest("A partition key has one to three paths.");
    }
    if (version != 1 && version != 2) {
      throw DatabaseException.badRequest("The version of a partition key is 1 or 2.")
          .with("version", version);
    }
    if (kind == PartitionKind.MULTI_HASH && version != 2) {
      throw DatabaseException.badRequest("A partition key of kind MultiHash has version 2.")
          .with("version", version);
    }
    requireSeparate(paths);
  }

  /** A hashed key over one path or several, in version 2. */
  public static PartitionKeyDefinition hash(String... paths) {
    return new PartitionKeyDefinition(
        List.of(paths).stream().map(JsonPath::parse).toList(), PartitionKind.HASH, 2, false);
  }

  /** A hierarchical key. */
  public static PartitionKeyDefinition multiHash(String... paths) {
    return new PartitionKeyDefinition(
        List.of(paths).stream().map(JsonPath::parse).toList(), PartitionKind.MULTI_HASH, 2, false);
  }

  /**
   * Reads the {@code partitionKey} of a container's description. Clients write the version as a
   * number or as {@code "V2"}, or leave it out and then mean 1.
   */
  public static PartitionKeyDefinition fromJson(JsonValue json) {
    if (!(json instanceof JsonObject object)
        || !(object.at("paths") instanceof JsonArray texts)
        || texts.elements().stream().anyMatch(text -> !(text instanceof JsonString))) {
      throw DatabaseException.badRequest(
              "A partition key definition must be an object with an array of strings as its"
                  + " paths.")
          .with("partitionKey", json);
    }
    List<JsonPath> paths =
        texts.elements().stream().map(text -> path(((JsonString) text).value())).toList();
    return new PartitionKeyDefinition(
        paths,
        kind(object.at("kind")),
        version(object.at("version")),
        object.at("systemKey") == JsonBoolean.TRUE);
  }

  private static JsonPath path(String text) {
    try {
      return JsonPath.parse(text);
    } catch (DatabaseException e) {
      // The words by which clients know it.
      DatabaseException refusal =
          new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "The partition key component definition path '"
                  + text
                  + "' could not be accepted. Partition key paths must contain only valid"
                  + " characters and not contain a trailing slash or wildcard character.",
              e);
      e.context().forEach(refusal::with);
      throw refusal;
    }
  }

  public JsonObject toJson() {
    JsonArray texts =
        JsonArray.of(paths.stream().map(path -> JsonString.of(path.toString())).toList());
    return JsonObject.builder()
        .put("paths", texts)
        .put("kind", kind.text())
        .put("version", version)
        .put("systemKey", systemKey ? JsonBoolean.TRUE : JsonUndefined.UNDEFINED)
        .build();
  }

  /** The key of a document. An object or an array at a path counts as undefined. */
  public PartitionKey extract(JsonObject document) {
    List<JsonValue> values = new ArrayList<>(paths.size());
    for (JsonPath path : paths) {
      values.add(path.evaluate(document));
    }
    return withinLimit(PartitionKey.of(values));
  }

  /**
   * Whether a document has this key, if that is plain to see, as it is of a short text; else it has
   * to be compared with what {@link #extract} gives.
   */
  public boolean isPlainlyOf(JsonObject document, PartitionKey key) {
    return paths.size() == 1
        && key.size() == 1
        && paths.getFirst().evaluate(document) instanceof JsonString found
        && found.value().length() <= MAX_BYTES / 3
        && found.equals(key.components().getFirst());
  }

  /**
   * The full key that a request names, checked against this definition. No components at all mean
   * undefined where the database made the definition up.
   */
  public PartitionKey parse(String header) {
    PartitionKey key = PartitionKey.parse(header);
    if (systemKey && key.size() == 0) {
      return PartitionKey.of(JsonUndefined.UNDEFINED);
    }
    if (key.size() != paths.size()) {
      throw wrongSize(key);
    }
    return withinLimit(key);
  }

  /** Like {@link #parse}, but a hierarchical key may also be a prefix. */
  public PartitionKey parsePrefix(String header) {
    PartitionKey key = PartitionKey.parse(header);
    boolean prefix =
        kind == PartitionKind.MULTI_HASH && key.size() > 0 && key.size() < paths.size();
    return prefix ? withinLimit(key) : parse(header);
  }

  private PartitionKey withinLimit(PartitionKey key) {
    int sizeBytes = key.stringBytes();
    if (sizeBytes > MAX_BYTES) {
      throw DatabaseException.badRequest("A partition key is too long.")
          .with("sizeBytes", sizeBytes)
          .with("limitBytes", MAX_BYTES)
          .with("paths", paths);
    }
    return key;
  }

  private DatabaseException wrongSize(PartitionKey key) {
    return new DatabaseException(
            ErrorCode.PARTITION_KEY_MISMATCH,
            "The partition key must have one component for each path of the container's.")
        .with("partitionKey", key)
        .with("paths", paths);
  }

  private static void requireSeparate(List<JsonPath> paths) {
    for (int i = 0; i < paths.size(); i++) {
      for (int j = 0; j < paths.size(); j++) {
        if (i != j && paths.get(i).isPrefixOf(paths.get(j))) {
          throw DatabaseException.badRequest(
                  "A path of a partition key must not repeat another or lead into it.")
              .with("path", paths.get(i))
              .with("other", paths.get(j));
        }
      }
    }
  }

  private static PartitionKind kind(JsonValue json) {
    return switch (json) {
      case JsonUndefined _, JsonNull _ -> PartitionKind.HASH;
      case JsonString(String text) -> PartitionKind.parse(text);
      default -> PartitionKind.parse(json.toString());
    };
  }

  private static int version(JsonValue json) {
    return switch (json) {
      case JsonUndefined _, JsonNull _ -> 1;
      case JsonNumber number when number.equals(JsonNumber.of(1)) -> 1;
      case JsonNumber number when number.equals(JsonNumber.of(2)) -> 2;
      case JsonString(String text) when text.equalsIgnoreCase("V1") || text.equals("1") -> 1;
      case JsonString(String text) when text.equalsIgnoreCase("V2") || text.equals("2") -> 2;
      default ->
          throw DatabaseException.badRequest("The version of a partition key is 1 or 2.")
              .with("version", json);
    };
  }
}
