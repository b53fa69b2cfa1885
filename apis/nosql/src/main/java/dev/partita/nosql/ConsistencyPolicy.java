package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.document.ReadTerms;
import dev.partita.json.JsonObject;
import dev.partita.partition.ReadConsistency;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The account's level of consistency: what reads get that ask for none, and the strongest that they
 * can ask for. Immutable.
 *
 * @param operations how many changes a read with bounded staleness may lack
 * @param seconds how old what it gets may be
 */
public record ConsistencyPolicy(ConsistencyLevel level, int operations, int seconds) {

  /** The least that the service takes in one region. */
  private static final int OPERATIONS_MIN = 10;

  private static final int OPERATIONS_MAX = 1_000_000;
  private static final int SECONDS_MIN = 5;
  private static final int SECONDS_MAX = 86_400;

  private static final String LEVEL = "x-ms-consistency-level";
  private static final String STRATEGY = "x-ms-cosmos-read-consistency-strategy";

  /** Levels by the names of strategies; null for the account's own. */
  private static final Map<String, ConsistencyLevel> STRATEGIES =
      Map.of(
          "Eventual", ConsistencyLevel.EVENTUAL,
          "Session", ConsistencyLevel.SESSION,
          "LatestCommitted", ConsistencyLevel.STRONG,
          "GlobalStrong", ConsistencyLevel.STRONG);

  public static final ConsistencyPolicy SESSION =
      new ConsistencyPolicy(ConsistencyLevel.SESSION, 100, SECONDS_MIN);

  static final Setting<ConsistencyPolicy> SETTING =
      Setting.of(
          "consistency",
          "session",
          "LEVEL",
          "The account's level of consistency: strong, bounded-staleness (or"
              + " bounded-staleness:OPERATIONS:SECONDS), session, consistent-prefix, eventual.",
          ConsistencyPolicy::read);

  private static ConsistencyPolicy read(SettingValue value) {
    List<String> parts = List.of(value.text().split(":", -1));
    String name = parts.getFirst().toUpperCase(Locale.ROOT).replace('-', '_');
    ConsistencyLevel level =
        Arrays.stream(ConsistencyLevel.values())
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElse(null);
    if (level == null) {
      throw value.invalid("one of strong, bounded-staleness, session, consistent-prefix, eventual");
    }
    if (parts.size() == 1) {
      return new ConsistencyPolicy(level, SESSION.operations, SESSION.seconds);
    }
    Integer operations = parts.size() == 3 ? number(parts.get(1)) : null;
    Integer seconds = parts.size() == 3 ? number(parts.get(2)) : null;
    if (level != ConsistencyLevel.BOUNDED_STALENESS
        || operations == null
        || operations < OPERATIONS_MIN
        || operations > OPERATIONS_MAX
        || seconds == null
        || seconds < SECONDS_MIN
        || seconds > SECONDS_MAX) {
      throw value.invalid(
          "bounded-staleness:OPERATIONS:SECONDS with %d to %d operations and %d to %d seconds"
              .formatted(OPERATIONS_MIN, OPERATIONS_MAX, SECONDS_MIN, SECONDS_MAX));
    }
    return new ConsistencyPolicy(level, operations, seconds);
  }

  private static @Nullable Integer number(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** As the account document has it. */
  JsonObject toJson() {
    JsonObject.Builder json = JsonObject.builder().put("defaultConsistencyLevel", level.wireName());
    if (level == ConsistencyLevel.BOUNDED_STALENESS) {
      json.put("maxStalenessPrefix", operations).put("maxIntervalInSeconds", seconds);
    }
    return json.build();
  }

  /**
   * On what terms a call reads.
   *
   * @throws DatabaseException BAD_REQUEST if it asks for more than the account has, or for what
   *     there is not
   */
  ReadTerms terms(Call call) {
    return switch (asked(call)) {
      case STRONG -> new ReadTerms(ReadConsistency.LEADER, 2);
      case BOUNDED_STALENESS ->
          new ReadTerms(
              new ReadConsistency.Bounded(operations, TimeUnit.SECONDS.toMillis(seconds)), 2);
      // What the session has seen is there by then.
      case SESSION, CONSISTENT_PREFIX, EVENTUAL -> new ReadTerms(ReadConsistency.ANY, 1);
    };
  }

  private ConsistencyLevel asked(Call call) {
    String name = call.header(LEVEL);
    String strategy = call.header(STRATEGY);
    if (name != null && strategy != null) {
      throw DatabaseException.badRequest(
              "A consistency level and a read consistency strategy exclude each other.")
          .with(LEVEL, name)
          .with(STRATEGY, strategy);
    }
    if (strategy != null && !strategy.equals("Default")) {
      ConsistencyLevel known = STRATEGIES.get(strategy);
      if (known == null) {
        throw Call.invalid(
            STRATEGY,
            strategy,
            "Default or one of " + STRATEGIES.keySet().stream().sorted().toList());
      }
      return known;
    }
    if (name == null) {
      return level;
    }
    ConsistencyLevel asked = ConsistencyLevel.named(name);
    if (asked == null || asked.isStrongerThan(level)) {
      throw Call.invalid(
          LEVEL,
          name,
          "one that is not stronger than the account's, %s: %s"
              .formatted(level.wireName(), allowed()));
    }
    return asked;
  }

  private List<String> allowed() {
    return Arrays.stream(ConsistencyLevel.values())
        .filter(each -> !each.isStrongerThan(level))
        .map(ConsistencyLevel::wireName)
        .toList();
  }
}
