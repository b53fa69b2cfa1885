package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import java.util.Locale;

/** The description of the account, from which clients learn where to send everything else. */
final class AccountDocument {

  private static final String REGION = "Local";
  private static final String QUERY_ENGINE =
      """
      {"maxSqlQueryInputLength":524288,"maxJoinsPerSqlQuery":10,"maxLogicalAndPerSqlQuery":2000,\
      "maxLogicalOrPerSqlQuery":2000,"maxUdfRefPerSqlQuery":10,"maxInExpressionItemsCount":16000,\
      "queryMaxInMemorySortDocumentCount":500,"maxQueryRequestTimeoutFraction":0.9,\
      "sqlAllowNonFiniteNumbers":false,"sqlAllowAggregateFunctions":true,"sqlAllowSubQuery":true,\
      "sqlAllowScalarSubQuery":true,"allowNewKeywords":true,"sqlAllowLike":true,\
      "sqlAllowGroupByClause":true,"maxSpatialQueryCells":12,"spatialMaxGeometryPointCount":256,\
      "sqlDisableOptimizationFlags":0,"sqlAllowTop":true,"enableSpatialIndexing":true}\
      """;

  private AccountDocument() {}

  static JsonObject of(String account, String endpoint) {
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
        .put("userConsistencyPolicy", consistency())
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

  /** Where clients reach this server: what they used to send the request. */
  static String endpoint(Call call) {
    String host = call.header("x-forwarded-host");
    if (host == null) {
      host = call.header("host");
    }
    if (host == null) {
      throw DatabaseException.badRequest("The request has no Host header.");
    }
    String scheme = call.header("x-forwarded-proto");
    return (scheme == null ? "http" : scheme.toLowerCase(Locale.ROOT)) + "://" + host + "/";
  }

  private static JsonObject replicas() {
    return JsonObject.builder().put("minReplicaSetSize", 1).put("maxReplicasetSize", 1).build();
  }

  private static JsonObject consistency() {
    return JsonObject.builder().put("defaultConsistencyLevel", "Session").build();
  }
}
