package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The description of the account, from which clients learn where to send everything else. */
final class AccountDocument {

  // A name, an address or an address of IPv6 in brackets, and perhaps a port.
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
  private static final String REGION = "Local";
  private static final String QUERY_ENGINE =
      """
      {"maxSqlQueryInputLength":524288,"maxJoinsPerSqlQuery":10,"maxLogicalAndPerSqlQuery":2000,\
      "maxLogicalOrPerSqlQuery":2000,"maxUdfRefPerSqlQuery":10,"maxInExpressionItemsCount":16000,\
      "queryMaxInMemorySortDocumentCount":500,"maxQueryRequestTimeoutFraction":0.9,\
      "sqlAllowNonFiniteNumbers":false,"sqlAllowAggregateFunctions":true,"sqlAllowSubQuery":true,\
      "sqlAllowScalarSubQuery":true,"allowNewKeywords":true,"sqlAllowLike":true,\
      "sqlAllowGroupByClause":true,"maxSpatialQueryCells":12,"spatialMaxGeometryPointCount":256,\
      "sqlDisableOptimizationFlags":0,"sqlAllowTop":true,"enableSpatialIndexing":true,\
      "clientDisableOptimisticDirectExecution":true}\
      """;

  private AccountDocument() {}

  static JsonObject of(String account, String endpoint, ConsistencyPolicy consistency) {
    JsonArray locations =
        JsonArray.of(
            JsonObject.builder()
                .put("name", REGION)
                .put("databaseAccountEndpoint", endpoint)
                .build());
    return JsonObject.builder()
        .put("_self", "")
        .put("id", account)
        .put("_rid", account)
        .put("media", "//media/")
        .put("addresses", "//addresses/")
        .put("_dbs", "//dbs/")
        .put("writableLocations", locations)
        .put("readableLocations", locations)
        .put("enableMultipleWriteLocations", false)
        .put("continuousBackupEnabled", false)
        .put("userReplicationPolicy", replicas().with("asyncReplication", JsonBoolean.FALSE))
        .put("userConsistencyPolicy", consistency.toJson())
        .put("systemReplicationPolicy", replicas())
        .put(
            "readPolicy",
            JsonObject.builder()
                .put("primaryReadCoefficient", 1)
                .put("secondaryReadCoefficient", 1)
                .build())
        .put("queryEngineConfiguration", QUERY_ENGINE.strip())
        .build();
  }

  /**
   * Where clients reach this server: what they used to send the request, or what the first proxy on
   * its way says they used.
   */
  static String endpoint(Call call) {
    String host = forwarded(call, "host");
    if (host == null) {
      host = call.header("host");
    }
    if (host == null || !HOST.matcher(host).matches()) {
      throw DatabaseException.badRequest(
              "The request does not say in Host, or X-Forwarded-Host, where it was sent.")
          .with("host", String.valueOf(host));
    }
    return scheme(call) + "://" + host + (namesPort(host) ? "" : port(call)) + "/";
  }

  /** The port with its colon, or nothing where a proxy says nothing and a client said nothing. */
  private static String port(Call call) {
    String port = forwarded(call, "port");
    if (port != null && !PORT.matcher(port).matches()) {
      throw DatabaseException.badRequest("X-Forwarded-Port is not a port.").with("port", port);
    }
    return port == null ? "" : ":" + port;
  }

  private static String scheme(Call call) {
    String scheme = forwarded(call, "proto");
    if (scheme == null) {
      return call.request().secure() ? "https" : "http";
    }
    return switch (scheme.toLowerCase(Locale.ROOT)) {
      case "http" -> "http";
      case "https" -> "https";
      default ->
          throw DatabaseException.badRequest("X-Forwarded-Proto is neither http nor https.")
              .with("proto", scheme);
    };
  }

  /** What the proxy nearest to the client has added; those behind it append theirs. */
  private static @Nullable String forwarded(Call call, String what) {
    String value = call.header("x-forwarded-" + what);
    return value == null ? null : value.split(",", 2)[0].strip();
  }

  /** An address of IPv6 has colons of its own, but brackets around them. */
  private static boolean namesPort(String host) {
    return host.lastIndexOf(':') > host.lastIndexOf(']');
  }

  private static JsonObject replicas() {
    return JsonObject.builder().put("minReplicaSetSize", 1).put("maxReplicasetSize", 1).build();
  }
}
