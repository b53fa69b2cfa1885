package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import dev.partita.throughput.ThroughputSettings;
import org.jspecify.annotations.Nullable;

/** Throughput as the headers of a request give it. */
final class Throughputs {

  private static final String MANUAL = "x-ms-offer-throughput";
  private static final String AUTOSCALE = "x-ms-cosmos-offer-autopilot-settings";

  private Throughputs() {}

  static @Nullable ThroughputSettings of(Call call) {
    String manual = call.header(MANUAL);
    String autoscale = call.header(AUTOSCALE);
    if (manual != null && autoscale != null) {
      throw DatabaseException.badRequest("Throughput is either manual or autoscale, not both.")
          .with(MANUAL, manual)
          .with(AUTOSCALE, autoscale);
    }
    if (manual != null) {
      try {
        return new ThroughputSettings.Manual(Long.parseLong(manual.trim()));
      } catch (NumberFormatException e) {
        throw Call.invalid(MANUAL, manual, "a number of request units per second");
      }
    }
    return autoscale == null ? null : autoscale(JsonReader.DEFAULT.read(autoscale), autoscale);
  }

  static ThroughputSettings autoscale(JsonValue settings, String shown) {
    if (settings instanceof JsonObject object
        && object.at("maxThroughput") instanceof JsonNumber max
        && max.isIntegral()) {
      refuseGrowth(object.at("autoUpgradePolicy"));
      return new ThroughputSettings.Autoscale(max.longValue());
    }
    throw Call.invalid(AUTOSCALE, shown, "{\"maxThroughput\":number}");
  }

  /** Clients always send a policy for how the maximum grows; most say that it does not. */
  private static void refuseGrowth(JsonValue policy) {
    if (policy instanceof JsonObject object
        && object.at("throughputPolicy") instanceof JsonObject throughput
        && throughput.at("incrementPercent") instanceof JsonNumber percent
        && !percent.equals(JsonNumber.of(0))) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED,
              "The maximum of autoscale throughput does not grow by itself: leave"
                  + " autoUpgradePolicy out, or say 0, and change the maximum when it is time.")
          .with("incrementPercent", percent);
    }
  }
}
