package dev.partita.admin.partitions;

import dev.partita.container.Container;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.throughput.ThroughputPool;
import dev.partita.throughput.ThroughputSettings;

/** The throughput of a container as a document. */
final class Throughput {

  private Throughput() {}

  static JsonObject of(Catalogue catalogue, Container container) {
    ThroughputSettings own = container.record().throughput();
    if (own != null) {
      return switch (own) {
        case ThroughputSettings.Manual(long ruPerSecond) ->
            JsonObject.builder().put("mode", "manual").put("ruPerSecond", ruPerSecond).build();
        case ThroughputSettings.Autoscale autoscale ->
            JsonObject.builder()
                .put("mode", "autoscale")
                .put("ruPerSecond", level(container, autoscale))
                .put("maxRuPerSecond", autoscale.maxRuPerSecond())
                .build();
      };
    }
    ThroughputSettings shared =
        catalogue
            .database(container.record().database())
            .map(DatabaseRecord::throughput)
            .orElse(null);
    return shared == null
        ? JsonObject.builder().put("mode", "unlimited").put("ruPerSecond", JsonNumber.ZERO).build()
        : JsonObject.builder()
            .put("mode", "shared")
            .put("ruPerSecond", shared.ruPerSecond())
            .build();
  }

  /** What the current hour has reached; where nothing is limited, what it would begin with. */
  private static long level(Container container, ThroughputSettings.Autoscale autoscale) {
    ThroughputPool pool = container.throughput();
    return pool == null ? autoscale.floorRuPerSecond() : pool.billedRuPerSecond();
  }
}
