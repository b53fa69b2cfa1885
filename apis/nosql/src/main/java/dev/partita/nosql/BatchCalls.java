package dev.partita.nosql;

import dev.partita.advice.RequestShape;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchLimits;
import dev.partita.document.BatchResult;
import dev.partita.document.Documents;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.telemetry.RequestDetail;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Several operations in one request: as one transaction, or each for itself. */
final class BatchCalls {

  private static final int BODY_BYTES_MAX = 2 << 20;

  /** An answer is full with the item that reaches this size. Clients take one more item of 2 MB. */
  private static final int RESULT_BYTES_MAX = 3 << 20;

  private final Documents documents;

  BatchCalls(Documents documents) {
    this.documents = documents;
  }

  Reply run(Call call, Container container) {
    if (call.body().length > BODY_BYTES_MAX) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE, "Several operations in one request have at most 2 MB together.")
          .with("sizeBytes", call.body().length)
          .with("limitBytes", BODY_BYTES_MAX);
    }
    if (ScriptCalls.hasTriggers(call)) {
      throw DatabaseException.badRequest(
              "Triggers run with the write of one item, not with several operations in one"
                  + " request.")
          .with(
              "header",
              "x-ms-documentdb-pre-trigger-include, x-ms-documentdb-post-trigger-include");
    }
    BatchFormat format = BatchFormat.of(call.body());
    List<BatchRow> rows = format.read(call.body());
    return call.flag("x-ms-cosmos-batch-atomic")
        ? atomic(call, container, format, rows)
        : bulk(call, container, format, rows);
  }

  private Reply atomic(Call call, Container container, BatchFormat format, List<BatchRow> rows) {
    PartitionKey key = Scope.requireKey(call, container);
    if (rows.stream().anyMatch(row -> row.type().equals("Read"))) {
      SessionTokens.requireReadable(call, container, key);
    }
    List<ItemOperation> operations = new ArrayList<>();
    for (BatchRow row : rows) {
      requireSameKey(container, key, row);
      operations.add(operation(row));
    }
    Set<Integer> unwanted = new HashSet<>();
    for (int i = 0; i < rows.size(); i++) {
      if (minimal(call, rows.get(i)) && !rows.get(i).type().equals("Read")) {
        unwanted.add(i);
      }
    }
    call.outcome().detail(() -> RequestDetail.of(RequestShape.Scope.BATCH, key, operations));
    BatchLimits limits = BatchLimits.USUAL.without(unwanted);
    BatchResult result = documents.items(container).batch(key, operations, limits);
    List<BatchOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      DatabaseException error = result.error();
      if (error == null) {
        outcomes.add(BatchOutcome.of(result.results().get(i), minimal(call, rows.get(i))));
      } else {
        outcomes.add(
            i == result.failedAt()
                ? BatchOutcome.of(error, result.charge())
                : BatchOutcome.NOT_TRIED);
      }
    }
    return format
        .write(reply(result.succeeded(), result.charge()), outcomes)
        .served(result.partition(), result.lsn());
  }

  /** Each operation for itself; one that fails does not keep the others from being done. */
  private Reply bulk(Call call, Container container, BatchFormat format, List<BatchRow> rows) {
    Items items = documents.items(container);
    Scope scope = Scope.of(call, container);
    Optional<PartitionKey> given = Scope.optionalKey(call, container);
    boolean goOn = call.flag("x-ms-cosmos-batch-continue-on-error");
    List<BatchOutcome> outcomes = new ArrayList<>();
    RequestCharge charge = RequestCharge.ZERO;
    boolean allSucceeded = true;
    long resultBytes = 0;
    call.outcome().detail(() -> bulkDetail(container, rows, given.orElse(null)));
    for (BatchRow row : rows) {
      if (!allSucceeded && !goOn) {
        outcomes.add(BatchOutcome.NOT_TRIED);
        continue;
      }
      if (resultBytes >= RESULT_BYTES_MAX) {
        allSucceeded = false;
        outcomes.add(BatchOutcome.ANSWER_FULL);
        continue;
      }
      try {
        given.ifPresent(key -> requireSameKey(container, key, row));
        PartitionKey key = given.isPresent() ? given.get() : requireKey(container, row);
        ItemResult result = items.carryOut(key, operation(row));
        charge = charge.plus(result.charge());
        BatchOutcome outcome = BatchOutcome.of(result, minimal(call, row));
        resultBytes += outcome.itemBytes();
        outcomes.add(outcome);
      } catch (DatabaseException e) {
        allSucceeded = false;
        BatchOutcome failed = BatchOutcome.of(e);
        charge = charge.plus(failed.charge());
        outcomes.add(failed);
      }
    }
    container.catchUp();
    return format.write(reply(allSucceeded, charge), outcomes).served(scope.owners(container));
  }

  private static RequestDetail bulkDetail(
      Container container, List<BatchRow> rows, @Nullable PartitionKey given) {
    List<RequestDetail.Item> items = new ArrayList<>();
    for (BatchRow row : rows) {
      String id = operation(row).itemId();
      if (id != null) {
        items.add(new RequestDetail.Item(given == null ? requireKey(container, row) : given, id));
      }
    }
    return RequestDetail.ofBulk(items, rows.size());
  }

  /**
   * The key of the header is what the sender's rights were checked against: an operation cannot
   * have another.
   */
  private static void requireSameKey(Container container, PartitionKey key, BatchRow row) {
    String own = row.partitionKey();
    if (own != null && !Scope.definition(container).parse(own).equals(key)) {
      throw DatabaseException.badRequest(
              "One or more operations within the batch request have a different partition key value"
                  + " than the request.")
          .with("operation", own)
          .with("request", key);
    }
  }

  private static PartitionKey requireKey(Container container, BatchRow row) {
    String own = row.partitionKey();
    if (own == null) {
      throw DatabaseException.badRequest(
          "An operation of the batch needs a partition key, of its own or in the request's"
              + " header.");
    }
    return Scope.definition(container).parse(own);
  }

  private static ItemOperation operation(BatchRow row) {
    Precondition precondition = row.precondition();
    return switch (row.type()) {
      case "Create" -> new ItemOperation.Create(body(row));
      case "Upsert" -> new ItemOperation.Upsert(body(row), precondition);
      case "Replace" -> new ItemOperation.Replace(id(row), body(row), precondition);
      case "Delete" -> new ItemOperation.Delete(id(row), precondition);
      case "Read" -> new ItemOperation.Read(id(row), readCondition(precondition));
      case "Patch" -> ItemCalls.patch(id(row), row.body().get(), precondition);
      default ->
          throw DatabaseException.badRequest("The operationType of a batch is not known.")
              .with("operationType", row.type());
    };
  }

  /**
   * In a batch a read has one kind of condition, under whichever name its tag is sent: the item is
   * of use only if it has changed.
   */
  private static Precondition readCondition(Precondition given) {
    String tag = given.ifMatch();
    return tag == null || given.ifNoneMatch() != null ? given : Precondition.ifNoneMatch(tag);
  }

  private static JsonObject body(BatchRow row) {
    if (row.body().get() instanceof JsonObject body) {
      return body;
    }
    throw DatabaseException.badRequest("The operation needs a resourceBody that is an object.");
  }

  private static String id(BatchRow row) {
    String id = row.id();
    if (id == null) {
      throw DatabaseException.badRequest("The operation needs the id of an item.");
    }
    return id;
  }

  private static boolean minimal(Call call, BatchRow row) {
    return call.minimal() || row.minimal();
  }

  private static Reply reply(boolean succeeded, RequestCharge charge) {
    return Reply.of(succeeded ? 200 : 207).charge(charge);
  }
}
