package dev.partita.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What operators have set for the whole cluster. Immutable.
 *
 * @param replicas how many nodes keep each group, if there are so many
 * @param repairAfterMillis how long a node may be silent until its replicas are made elsewhere
 */
public record ClusterSettings(int replicas, long repairAfterMillis) {

  public static final ClusterSettings STANDARD =
      new ClusterSettings(3, TimeUnit.MINUTES.toMillis(10));

  private static final String REPLICAS = "replicas";
  private static final String REPAIR_AFTER = "repair-after";
  private static final List<String> NAMES = List.of(REPLICAS, REPAIR_AFTER);
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(s|m|h)");
  private static final long REPAIR_AFTER_MILLIS_MIN = 1_000;

  /**
   * With one of them changed.
   *
   * @throws DatabaseException BAD_REQUEST naming the setting, if there is none of this name or it
   *     cannot have this value
   */
  public ClusterSettings with(String name, String value) {
    return switch (name) {
      case REPLICAS -> new ClusterSettings(replicas(value), repairAfterMillis);
      case REPAIR_AFTER -> new ClusterSettings(replicas, duration(value));
      default ->
          throw DatabaseException.badRequest("There is no such setting of a cluster.")
              .with("setting", name)
              .with("settings", NAMES);
    };
  }

  private static int replicas(String value) {
    return switch (value) {
      case "1", "3", "5" -> Integer.parseInt(value);
      default ->
          throw invalid(REPLICAS, value, "1, 3 or 5: of an even number no more nodes may fail");
    };
  }

  private static long duration(String value) {
    Matcher matcher = DURATION.matcher(value);
    if (matcher.matches()) {
      long number = Long.parseLong(matcher.group(1));
      long millis =
          switch (matcher.group(2)) {
            case "s" -> TimeUnit.SECONDS.toMillis(number);
            case "m" -> TimeUnit.MINUTES.toMillis(number);
            default -> TimeUnit.HOURS.toMillis(number);
          };
      if (millis >= REPAIR_AFTER_MILLIS_MIN) {
        return millis;
      }
    }
    throw invalid(REPAIR_AFTER, value, "a time such as 90s, 10m or 2h");
  }

  private static DatabaseException invalid(String name, String value, String possible) {
    return DatabaseException.badRequest("The setting cannot have this value.")
        .with("setting", name)
        .with("value", value)
        .with("possible", possible);
  }

  public JsonObject toJson() {
    return JsonObject.builder()
        .put(REPLICAS, replicas)
        .put(REPAIR_AFTER, TimeUnit.MILLISECONDS.toSeconds(repairAfterMillis) + "s")
        .build();
  }

  /** Settings from what {@link #toJson} gave. */
  public static ClusterSettings fromJson(JsonObject json) {
    ClusterSettings settings = STANDARD;
    for (JsonObject.Member member : json) {
      settings = settings.with(member.name(), Figures.plain(member.value()));
    }
    return settings;
  }
}
