package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchOperation;
import dev.partita.document.BatchResult;
import dev.partita.document.Documents;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Several operations in one request: as one transaction, or each for itself. */
final class BatchCalls {

  private static final int OPERATIONS_MAX = 100;

  private final Documents documents;
  private final Queries queries;

  BatchCalls(Documents documents, Queries queries) {
    this.documents = documents;
    this.queries = queries;
  }

  Reply run(Call call, Container container) {
    if (!(JsonReader.DEFAULT.read(call.body()) instanceof JsonArray operations)) {
      throw DatabaseException.badRequest("A batch is a JSON array of operations.");
    }
    if (operations.isEmpty() || operations.size() > OPERATIONS_MAX) {
      throw DatabaseException.badRequest("A batch has between 1 and 100 operations.")
          .with("operations", operations.size());
    }
    return call.flag("x-ms-cosmos-batch-atomic")
        ? atomic(call, container, operations)
        : bulk(call, container, operations);
  }

  private Reply atomic(Call call, Container container, JsonArray operations) {
    PartitionKey key = Scope.requireKey(call, container);
    List<BatchOperation> parsed = new ArrayList<>();
    for (JsonValue operation : operations) {
      parsed.add(parse(operation));
    }
    BatchResult result = documents.items(container).batch(key, parsed);
    List<JsonValue> rows = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      DatabaseException error = result.error();
      if (error == null) {
        rows.add(row(call, operations.at(i), result.results().get(i)));
      } else if (i == result.failedAt()) {
        rows.add(failed(error));
      } else {
        rows.add(status(ErrorCode.FAILED_DEPENDENCY.status(), 0, RequestCharge.ZERO).build());
      }
    }
    return reply(rows, result.succeeded(), result.charge())
        .served(result.partition(), result.lsn());
  }

  /** Each operation for itself; one that fails does not keep the others from being done. */
  private Reply bulk(Call call, Container container, JsonArray operations) {
    Items items = documents.items(container);
    boolean goOn = call.flag("x-ms-cosmos-batch-continue-on-error");
    List<JsonValue> rows = new ArrayList<>();
    RequestCharge charge = RequestCharge.ZERO;
    boolean allSucceeded = true;
    for (JsonValue operation : operations) {
      if (!allSucceeded && !goOn) {
        rows.add(status(ErrorCode.FAILED_DEPENDENCY.status(), 0, RequestCharge.ZERO).build());
        continue;
      }
      try {
        ItemResult result = single(items, key(call, container, operation), parse(operation));
        charge = charge.plus(result.charge());
        rows.add(row(call, operation, result));
      } catch (DatabaseException e) {
        allSucceeded = false;
        rows.add(failed(e));
      }
    }
    return reply(rows, allSucceeded, charge).served(Scope.of(call, container).owners(container));
  }

  private ItemResult single(Items items, PartitionKey key, BatchOperation operation) {
    return switch (operation) {
      case BatchOperation.Create(JsonObject document) -> items.create(key, document);
      case BatchOperation.Upsert(JsonObject document, Precondition precondition) ->
          items.upsert(key, document, precondition);
      case BatchOperation.Replace(String id, JsonObject document, Precondition precondition) ->
          items.replace(key, id, document, precondition);
      case BatchOperation.Patch patch ->
          items.patch(key, patch.id(), patch.patch(), patch.condition(), patch.precondition());
      case BatchOperation.Delete(String id, Precondition precondition) ->
          items.delete(key, id, precondition);
      case BatchOperation.Read(String id, Precondition precondition) ->
          items.read(key, id, precondition);
    };
  }

  private static PartitionKey key(Call call, Container container, JsonValue operation) {
    if (operation instanceof JsonObject object
        && object.at("partitionKey") instanceof JsonString(String text)) {
      return Scope.definition(container).parse(text);
    }
    return Scope.requireKey(call, container);
  }

  private BatchOperation parse(JsonValue value) {
    if (!(value instanceof JsonObject operation)
        || !(operation.at("operationType") instanceof JsonString named)) {
      throw DatabaseException.badRequest(
          "An operation of a batch is an object with an operationType.");
    }
    String type = named.value();
    Precondition precondition =
        new Precondition(text(operation, "ifMatch"), text(operation, "ifNoneMatch"));
    return switch (type) {
      case "Create" -> new BatchOperation.Create(body(operation));
      case "Upsert" -> new BatchOperation.Upsert(body(operation), precondition);
      case "Replace" -> new BatchOperation.Replace(id(operation), body(operation), precondition);
      case "Delete" -> new BatchOperation.Delete(id(operation), precondition);
      case "Read" -> new BatchOperation.Read(id(operation), precondition);
      case "Patch" -> {
        JsonPatch patch = JsonPatch.fromJson(operation.at("resourceBody"));
        yield new BatchOperation.Patch(
            id(operation), patch, queries.condition(patch.condition()), precondition);
      }
      default ->
          throw DatabaseException.badRequest("The operationType of a batch is not known.")
              .with("operationType", type);
    };
  }

  private static JsonObject body(JsonObject operation) {
    if (operation.at("resourceBody") instanceof JsonObject body) {
      return body;
    }
    throw DatabaseException.badRequest("The operation needs a resourceBody that is an object.");
  }

  private static String id(JsonObject operation) {
    String id = text(operation, "id");
    if (id == null) {
      throw DatabaseException.badRequest("The operation needs the id of an item.");
    }
    return id;
  }

  private static @Nullable String text(JsonObject operation, String name) {
    return operation.at(name) instanceof JsonString(String text) ? text : null;
  }

  private static JsonObject row(Call call, JsonValue operation, ItemResult result) {
    int status =
        switch (result.kind()) {
          case CREATED -> 201;
          case REPLACED, READ -> 200;
          case DELETED -> 204;
          case NOT_MODIFIED -> 304;
        };
    JsonObject.Builder row = status(status, 0, result.charge()).put("eTag", result.etag());
    boolean read = result.kind() == ItemResult.Kind.READ;
    boolean minimal =
        call.minimal()
            || (operation instanceof JsonObject object
                && object.at("minimalReturnPreference") == JsonBoolean.TRUE);
    if (result.item() != null && (read || !minimal)) {
      row.put("resourceBody", result.requireItem().document());
    }
    return row.build();
  }

  private static JsonObject failed(DatabaseException error) {
    JsonValue retry =
        Optional.ofNullable(error.context().get("retryAfterMillis"))
            .map(millis -> (JsonValue) JsonNumber.of(((Number) millis).longValue()))
            .orElse(JsonUndefined.UNDEFINED);
    return status(error.code().status(), error.code().subStatus(), RequestCharge.ZERO)
        .put("retryAfterMilliseconds", retry)
        .put("message", error.getMessage())
        .build();
  }

  private static JsonObject.Builder status(int status, int subStatus, RequestCharge charge) {
    return JsonObject.builder()
        .put("statusCode", status)
        .put("subStatusCode", subStatus)
        .put("requestCharge", JsonNumber.of(charge.requestUnits()));
  }

  private static Reply reply(List<JsonValue> rows, boolean succeeded, RequestCharge charge) {
    return Reply.of(succeeded ? 200 : 207).charge(charge).body(JsonArray.of(rows));
  }
}
