package dev.partita.server;

import dev.partita.gremlin.GremlinOptions;
import dev.partita.nosql.MasterKeys;
import java.util.List;

/** The options of the Gremlin API: the same account and the same keys as those of the others. */
final class GremlinSettings {

  private GremlinSettings() {}

  static GremlinOptions of(ServerOptions options) {
    MasterKeys keys = options.nosql().keys();
    return GremlinOptions.of(
            keys == null
                ? null
                : new GremlinOptions.Keys(bytes(keys.readWrite()), bytes(keys.readOnly())))
        .withEvaluationMillis(options.gremlinMillis());
  }

  private static List<byte[]> bytes(List<MasterKeys.Key> keys) {
    return keys.stream().map(MasterKeys.Key::bytes).toList();
  }
}
