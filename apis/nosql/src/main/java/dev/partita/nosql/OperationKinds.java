package dev.partita.nosql;

import dev.partita.telemetry.OperationKind;
import dev.partita.telemetry.RequestOutcome;

/** How metrics and the request log tell calls apart. */
final class OperationKinds {

  private OperationKinds() {}

  /** Reports what a call asks for, and of what. */
  static void describe(Call call, RequestOutcome outcome) {
    ResourcePath path = call.path();
    boolean ofDatabase = path.size() > 1 && path.at(0).equals("dbs");
    boolean ofContainer = ofDatabase && path.size() > 3 && path.at(2).equals("colls");
    String key = call.request().headers().first("x-ms-documentdb-partitionkey");
    outcome
        .operation(of(call))
        .on(ofDatabase ? path.at(1) : "", ofContainer ? path.at(3) : "")
        .key(key == null ? "" : key);
  }

  static OperationKind of(Call call) {
    boolean feed = call.path().isFeed();
    return switch (ResourceType.of(call.path())) {
      case ITEM -> ofItem(call, feed);
      case PROCEDURE ->
          call.intent() == Intent.EXECUTE ? OperationKind.EXECUTE : OperationKind.METADATA;
      case null, default -> OperationKind.METADATA;
    };
  }

  private static OperationKind ofItem(Call call, boolean feed) {
    return switch (call.intent()) {
      case READ -> feed ? ofFeed(call) : OperationKind.READ;
      case QUERY -> OperationKind.QUERY;
      case PLAN -> OperationKind.QUERY_PLAN;
      case BATCH -> OperationKind.BATCH;
      case CREATE -> OperationKind.CREATE;
      case UPSERT -> OperationKind.UPSERT;
      case EXECUTE -> OperationKind.OTHER;
      case CHANGE ->
          switch (call.method()) {
            case "PUT" -> OperationKind.REPLACE;
            case "PATCH" -> OperationKind.PATCH;
            case "DELETE" -> OperationKind.DELETE;
            default -> OperationKind.OTHER;
          };
    };
  }

  private static OperationKind ofFeed(Call call) {
    return call.header("a-im") == null ? OperationKind.READ_FEED : OperationKind.CHANGE_FEED;
  }
}
