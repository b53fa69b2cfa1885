package dev.partita.table;

import dev.partita.container.key.PartitionKey;
import dev.partita.telemetry.OperationKind;
import dev.partita.telemetry.RequestOutcome;

/** How metrics and the request log tell calls apart. */
final class OperationKinds {

  private OperationKinds() {}

  /** Reports what a call asks for, and of what. */
  static void describe(Call call, RequestOutcome outcome) {
    String table = call.target().table();
    outcome
        .operation(of(call))
        .on(call.form() == TableForm.STORAGE ? call.account() : "", table == null ? "" : table)
        .key(key(call.target()));
  }

  static OperationKind of(Call call) {
    return switch (call.target()) {
      case Target.Service(), Target.TableList(), Target.OneTable(String _) ->
          OperationKind.METADATA;
      case Target.Batch() -> OperationKind.BATCH;
      case Target.Entities _ when call.query("comp") != null -> OperationKind.METADATA;
      case Target.Entities(String _) -> ofEntities(call, OperationKind.QUERY);
      case Target.OneEntity _ -> ofEntities(call, OperationKind.READ);
    };
  }

  private static OperationKind ofEntities(Call call, OperationKind reading) {
    return switch (call.method()) {
      case "GET" -> reading;
      case "POST" -> OperationKind.CREATE;
      case "PUT" -> call.header("if-match") == null ? OperationKind.UPSERT : OperationKind.REPLACE;
      case "MERGE", "PATCH" -> OperationKind.PATCH;
      case "DELETE" -> OperationKind.DELETE;
      default -> OperationKind.OTHER;
    };
  }

  /** The partition key, in the form that all keys have. */
  private static String key(Target target) {
    return target instanceof Target.OneEntity(String _, String partitionKey, String _)
        ? PartitionKey.of(partitionKey).toJson()
        : "";
  }
}
