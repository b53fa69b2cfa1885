package dev.partita.telemetry;

import dev.partita.advice.LoggedRequest;
import dev.partita.advice.RequestShape;
import dev.partita.advice.RequestShape.Action;
import dev.partita.advice.RequestShape.Scope;
import dev.partita.advice.ValueHash;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.IsoTime;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads entries of the request log, of both versions of its format, as they are replayed. The
 * components of the partition key have the paths of {@link LoggedRequest#keyPath}, as an entry does
 * not say which properties they are.
 */
final class EntryReader {

  private final ValueHash hash;
  private final String database;
  private final String container;

  EntryReader(ValueHash hash, String database, String container) {
    this.hash = hash;
    this.database = database;
    this.container = container;
  }

  /** Empty if the entry is about something else, or came to nothing that a key could change. */
  Optional<LoggedRequest> read(JsonObject entry) {
    Action action = action(text(entry, "operation"));
    int status = (int) number(entry, "status", 0);
    boolean useful = status == 429 || status < 400 || status == 404 || status == 409;
    if (action == null
        || !useful
        || !text(entry, "container").equals(container)
        || !text(entry, "database").equals(database)) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(entry, action, status));
    } catch (DatabaseException | NumberFormatException | DateTimeParseException e) {
      throw new DatabaseException(ErrorCode.CORRUPT, "An entry of the request log is damaged.", e)
          .with("entry", entry);
    }
  }

  private LoggedRequest read(JsonObject entry, Action action, int status) {
    Map<String, Long> values = new LinkedHashMap<>();
    int choices = filter(entry, values);
    key(entry, values);
    if (entry.at("id") instanceof JsonString(String id)) {
      values.put("/id", ValueHash.parse(id));
    }
    if (entry.at("document") instanceof JsonObject document) {
      document.forEach(
          member -> {
            if (member.value() instanceof JsonString(String digits)) {
              values.put(member.name(), ValueHash.parse(digits));
            }
          });
    }
    Set<String> changes = new HashSet<>(strings(entry.at("changes")));
    return new LoggedRequest(
        IsoTime.millis(text(entry, "at")),
        new RequestShape(action, scope(entry), List.copyOf(values.keySet()), changes, choices),
        number(entry, "weight", 1),
        number(entry, "ru", 0),
        strings(entry.at("items")).stream().mapToLong(ValueHash::parse).toArray(),
        values.values().stream().mapToLong(Long::longValue).toArray(),
        (long) number(entry, "writtenBytes", 0),
        (int) number(entry, "partitions", text(entry, "partition").isEmpty() ? 0 : 1),
        status == 429);
  }

  private int filter(JsonObject entry, Map<String, Long> values) {
    int choices = 1;
    if (entry.at("filter") instanceof JsonArray filter) {
      for (JsonValue each : filter) {
        if (each instanceof JsonObject equality) {
          long value =
              equality.at("hash") instanceof JsonString(String digits)
                  ? ValueHash.parse(digits)
                  : hash.of(equality.at("value"));
          values.put(text(equality, "path"), value);
          choices *= (int) number(equality, "choices", 1);
        }
      }
    }
    return choices;
  }

  private void key(JsonObject entry, Map<String, Long> values) {
    List<Long> components = new ArrayList<>();
    strings(entry.at("keyHashes")).forEach(each -> components.add(ValueHash.parse(each)));
    String key = text(entry, "key");
    if (key.startsWith("[")) {
      PartitionKey.parse(key).components().forEach(each -> components.add(hash.of(each)));
    }
    for (int i = 0; i < components.size(); i++) {
      values.put(LoggedRequest.keyPath(i), components.get(i));
    }
  }

  private static @Nullable Action action(String operation) {
    return switch (operation) {
      case "Read" -> Action.READ;
      case "Create" -> Action.CREATE;
      case "Upsert", "Replace" -> Action.WRITE;
      case "Patch" -> Action.PATCH;
      case "Delete" -> Action.DELETE;
      case "Query" -> Action.QUERY;
      case "Batch" -> Action.WRITE;
      case "ReadFeed", "ChangeFeed" -> Action.FEED;
      case "Execute" -> Action.SCRIPT;
      default -> null;
    };
  }

  private static Scope scope(JsonObject entry) {
    return switch (text(entry, "scope")) {
      case "batch" -> Scope.BATCH;
      case "bulk" -> Scope.BULK;
      default -> text(entry, "operation").equals("Batch") ? Scope.BATCH : Scope.SINGLE;
    };
  }

  private static String text(JsonObject object, String name) {
    return object.at(name) instanceof JsonString(String text) ? text : "";
  }

  private static double number(JsonObject object, String name, double otherwise) {
    return object.at(name) instanceof JsonNumber number ? number.doubleValue() : otherwise;
  }

  private static List<String> strings(JsonValue value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof JsonArray array) {
      array.forEach(
          each -> {
            if (each instanceof JsonString(String text)) {
              texts.add(text);
            }
          });
    }
    return texts;
  }
}
