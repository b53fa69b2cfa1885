package dev.partita.telemetry;

import dev.partita.json.JsonObject;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Where the entries of the request log are kept besides memory. Safe for any number of threads. */
public interface RequestStore {

  /** Takes an entry; returns at once. */
  void add(JsonObject entry);

  /**
   * Reads what is kept, the oldest first.
   *
   * @param wanted whether a line, which is a JSON object in text, is worth the reading
   * @return whether the store has anything to read from
   */
  boolean read(Predicate<String> wanted, Consumer<JsonObject> each);
}
