package dev.partita.protocol;

import dev.partita.json.JsonValue;
import java.util.Map;

/**
 * A protocol at work. Safe for use by any number of threads. Closed once, before the data, when its
 * listeners take no more requests.
 */
public interface Protocol extends AutoCloseable {

  /** What operators can have it do with containers, by the last segment of its address. */
  default Map<String, OperatorActions.OfContainer> containerActions() {
    return Map.of();
  }

  /** What operators can have it do with databases, by the first segment behind theirs. */
  default Map<String, OperatorActions.OfDatabase> databaseActions() {
    return Map.of();
  }

  /** What operators can have it do with the server, by the first segment of its address. */
  default Map<String, OperatorActions.OfServer> serverActions() {
    return Map.of();
  }

  /** What the account's document of the admin API says of it, by property. */
  default Map<String, JsonValue> accountFacts() {
    return Map.of();
  }

  /** Ends what is under way. */
  @Override
  default void close() {}
}
