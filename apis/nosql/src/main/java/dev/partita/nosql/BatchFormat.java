package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.document.Precondition;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.nosql.hybridrow.BatchOperationRow;
import dev.partita.nosql.hybridrow.BatchResultRow;
import dev.partita.nosql.hybridrow.HybridRowBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How batches are written down. Clients are answered in the format that they used. */
enum BatchFormat {
  JSON {
    @Override
    List<BatchRow> read(byte[] body) {
      if (!(JsonReader.DEFAULT.read(body) instanceof JsonArray operations)) {
        throw DatabaseException.badRequest("A batch is a JSON array of operations.");
      }
      requireCount(operations.size());
      List<BatchRow> rows = new ArrayList<>();
      for (JsonValue operation : operations) {
        rows.add(row(operation));
      }
      return rows;
    }

    @Override
    Reply write(Reply reply, List<BatchOutcome> outcomes) {
      return reply.body(JsonArray.of(outcomes.stream().map(BatchFormat::json).toList()));
    }
  },

  HYBRID_ROW {
    @Override
    List<BatchRow> read(byte[] body) {
      List<BatchOperationRow> operations = HybridRowBatch.operations(body, OPERATIONS_MAX);
      requireCount(operations.size());
      return operations.stream().map(BatchFormat::row).toList();
    }

    @Override
    Reply write(Reply reply, List<BatchOutcome> outcomes) {
      return reply.binary(
          HybridRowBatch.results(outcomes.stream().map(BatchFormat::hybridRow).toList()));
    }
  };

  private static final int OPERATIONS_MAX = 100;

  /** As in the binary format, which names them in its schema. */
  private static final List<String> UNHONOURED = List.of("timeToLiveInSeconds", "binaryId");

  static BatchFormat of(byte[] body) {
    return HybridRowBatch.isHybridRow(body) ? HYBRID_ROW : JSON;
  }

  /**
   * @throws DatabaseException BAD_REQUEST if it is no batch
   */
  abstract List<BatchRow> read(byte[] body);

  abstract Reply write(Reply reply, List<BatchOutcome> outcomes);

  private static void requireCount(int operations) {
    if (operations == 0) {
      throw DatabaseException.badRequest("Batch request has no operations.");
    }
    if (operations > OPERATIONS_MAX) {
      throw DatabaseException.badRequest(
              "Batch request has more operations than what is supported. Send several batches.")
          .with("operations", operations)
          .with("limit", OPERATIONS_MAX);
    }
  }

  private static BatchRow row(JsonValue value) {
    if (!(value instanceof JsonObject operation)
        || !(operation.at("operationType") instanceof JsonString(String type))) {
      throw DatabaseException.badRequest(
              "An operation of a batch is an object with an operationType.")
          .with("operation", value);
    }
    for (String name : UNHONOURED) {
      if (operation.has(name)) {
        throw new DatabaseException(
                ErrorCode.UNSUPPORTED, "A property of an operation of the batch is not supported.")
            .with("property", name)
            .with("value", operation.at(name));
      }
    }
    String directive = text(operation, "indexingDirective");
    if (directive != null && directive.toLowerCase(Locale.ROOT).equals("exclude")) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED, "A property of an operation of the batch is not supported.")
          .with("property", "indexingDirective")
          .with("value", directive);
    }
    JsonValue body = operation.at("resourceBody");
    return new BatchRow(
        type,
        text(operation, "partitionKey"),
        text(operation, "id"),
        () -> body,
        new Precondition(text(operation, "ifMatch"), text(operation, "ifNoneMatch")),
        truth(operation, "minimalReturnPreference"));
  }

  private static BatchRow row(BatchOperationRow operation) {
    byte[] body = operation.body();
    return new BatchRow(
        operation.type(),
        operation.partitionKey(),
        operation.id(),
        () -> body == null ? JsonUndefined.UNDEFINED : JsonReader.DEFAULT.read(body),
        new Precondition(operation.ifMatch(), operation.ifNoneMatch()),
        operation.minimal());
  }

  private static @Nullable String text(JsonObject operation, String name) {
    return switch (operation.at(name)) {
      case JsonUndefined _, JsonNull _ -> null;
      case JsonString(String text) -> text;
      default -> throw otherType(operation, name, "a string");
    };
  }

  private static boolean truth(JsonObject operation, String name) {
    return switch (operation.at(name)) {
      case JsonUndefined _, JsonNull _ -> false;
      case JsonBoolean truth -> truth.value();
      default -> throw otherType(operation, name, "true or false");
    };
  }

  private static DatabaseException otherType(JsonObject operation, String name, String expected) {
    return DatabaseException.badRequest("A property of an operation of the batch has a wrong type.")
        .with("property", name)
        .with("value", operation.at(name))
        .with("expected", expected);
  }

  private static JsonObject json(BatchOutcome outcome) {
    JsonObject.Builder row =
        JsonObject.builder()
            .put("statusCode", outcome.status())
            .put("subStatusCode", outcome.subStatus())
            .put("requestCharge", JsonNumber.of(outcome.charge().requestUnits()));
    if (outcome.etag() != null) {
      row.put("eTag", outcome.etag());
    }
    if (outcome.retryAfterMillis() > 0) {
      row.put("retryAfterMilliseconds", outcome.retryAfterMillis());
    }
    if (outcome.message() != null) {
      row.put("message", outcome.message());
    }
    StoredItem item = outcome.item();
    return item == null ? row.build() : row.put("resourceBody", item.document()).build();
  }

  private static BatchResultRow hybridRow(BatchOutcome outcome) {
    StoredItem item = outcome.item();
    String message = outcome.message();
    byte[] text = message == null ? null : message.getBytes(StandardCharsets.UTF_8);
    return new BatchResultRow(
        outcome.status(),
        outcome.subStatus(),
        outcome.etag(),
        item == null ? text : item.json(),
        outcome.retryAfterMillis(),
        outcome.charge().requestUnits());
  }
}
