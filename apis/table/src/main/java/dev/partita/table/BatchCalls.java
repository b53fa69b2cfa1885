package dev.partita.table;

import dev.partita.advice.RequestShape;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchLimits;
import dev.partita.document.BatchResult;
import dev.partita.document.ItemOperation;
import dev.partita.document.Items;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.table.auth.Access;
import dev.partita.table.edm.EntityReader;
import dev.partita.table.error.TableError;
import dev.partita.table.multipart.BatchReader;
import dev.partita.table.multipart.BatchWriter;
import dev.partita.table.multipart.SubRequest;
import dev.partita.telemetry.RequestDetail;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Entity group transactions: changes of entities of one partition key, all or none. */
final class BatchCalls {

  private static final int OPERATIONS_MAX = 100;

  // What is stored of a value may take several times its place in a request.
  private static final int STORED_BYTES_MAX = 32 << 20;

  private final EntityCalls entities;
  private final EntityReader reader;
  private final Clock clock;

  BatchCalls(EntityCalls entities, EntityReader reader, Clock clock) {
    this.entities = entities;
    this.reader = reader;
    this.clock = clock;
  }

  /**
   * @param single carries out a request by itself, which a batch may have in place of changes
   */
  Answer run(Call call, Access access, BiFunction<Request, Access, Answer> single) {
    if (!call.method().equals("POST")) {
      throw call.methodNotAllowed();
    }
    byte[] body = call.body();
    BatchReader.Contents contents = BatchReader.read(call.header("content-type"), body);
    if (!contents.changeSet()) {
      return query(call, access, contents.requests().getFirst(), single);
    }
    if (contents.requests().size() > OPERATIONS_MAX) {
      throw TableError.INVALID_INPUT
          .failure("A transaction has at most 100 operations.")
          .with("operations", contents.requests().size());
    }
    return changes(call, access, contents.requests());
  }

  private Answer changes(Call call, Access access, List<SubRequest> requests) {
    List<EntityOperation> operations = new ArrayList<>(requests.size());
    Set<String> rows = HashSet.newHashSet(requests.size());
    Aim aim = null;
    for (SubRequest request : requests) {
      try {
        if (aim == null || !aim.isOf(request)) {
          aim = Aim.of(call, request.head());
        }
        EntityOperation operation = operation(call, aim, request);
        operation.requireAllowed(access);
        requireFits(call.form(), operations, rows, operation);
        operations.add(operation);
      } catch (DatabaseException e) {
        return failed(call, e, operations.size());
      }
    }
    EntityOperation first = operations.getFirst();
    Items items;
    try {
      items = entities.items(call, first.table());
    } catch (DatabaseException e) {
      return failed(call, e, 0);
    }
    List<ItemOperation> changes = operations.stream().map(EntityOperation::change).toList();
    BatchResult result =
        items.batch(
            PartitionKey.of(first.partitionKey()), changes, BatchLimits.ofBytes(STORED_BYTES_MAX));
    DatabaseException error = result.error();
    if (error != null) {
      return failed(call, EntityCalls.explained(error), result.failedAt()).charge(result.charge());
    }
    BatchWriter writer = new BatchWriter(call.requestId(), operations.size());
    for (int i = 0; i < operations.size(); i++) {
      boolean withoutContent = prefersNothing(requests.get(i).head().headers());
      entities
          .answer(call, operations.get(i), result.results().get(i), withoutContent)
          .addTo(writer);
    }
    return answer(writer)
        .about(
            () -> RequestDetail.of(RequestShape.Scope.BATCH, operations.getFirst().key(), changes))
        .charge(result.charge());
  }

  /** What the heads of requests mean; those of a transaction are mostly one and the same. */
  private record Aim(SubRequest.Head head, String method, Target target, @Nullable String ifMatch) {

    static Aim of(Call call, SubRequest.Head head) {
      String method = head.method().toUpperCase(Locale.ROOT);
      String other = head.headers().first("x-http-method");
      return new Aim(
          head,
          other != null && method.equals("POST") ? other.toUpperCase(Locale.ROOT) : method,
          Target.parse(rest(call, head.target())),
          head.headers().first("if-match"));
    }

    @SuppressWarnings("ReferenceEquality") // the reader has found out which are the same
    boolean isOf(SubRequest request) {
      return request.head() == head;
    }
  }

  private EntityOperation operation(Call call, Aim aim, SubRequest request) {
    return EntityOperation.of(
        call.form(),
        aim.method(),
        aim.target(),
        aim.ifMatch(),
        () -> reader.read(request.body(), request.from(), request.to() - request.from()));
  }

  /** The path behind the account; the host does not matter, since the batch came here. */
  private static String rest(Call call, String target) {
    int scheme = target.indexOf("://");
    int slash = scheme < 0 ? 0 : target.indexOf('/', scheme + 3);
    String path = slash < 0 ? "/" : target.substring(slash);
    int question = path.indexOf('?');
    String bare = question < 0 ? path : path.substring(0, question);
    int host = call.base().indexOf("://") + 3;
    int own = call.base().indexOf('/', host);
    String account = own < 0 ? "" : call.base().substring(own);
    return !account.isEmpty() && bare.startsWith(account + "/")
        ? bare.substring(account.length())
        : bare;
  }

  private static void requireFits(
      TableForm form, List<EntityOperation> before, Set<String> rows, EntityOperation operation) {
    if (!before.isEmpty()) {
      EntityOperation first = before.getFirst();
      if (!form.tableKey(first.table()).equals(form.tableKey(operation.table()))) {
        throw TableError.INVALID_INPUT
            .failure("All operations of a transaction are on one table.")
            .with("first", first.table())
            .with("this", operation.table());
      }
      if (!first.partitionKey().equals(operation.partitionKey())) {
        throw TableError.COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS.failure();
      }
    }
    if (!rows.add(operation.rowKey())) {
      throw TableError.INVALID_DUPLICATE_ROW.failure().with("RowKey", operation.rowKey());
    }
  }

  private Answer failed(Call call, DatabaseException failure, int index) {
    BatchWriter writer = new BatchWriter(call.requestId(), 1);
    Answer answer =
        Failure.ofOperation(failure, call.form(), index, call.requestId(), clock.millis());
    answer.addTo(writer);
    return answer(writer);
  }

  private static Answer answer(BatchWriter writer) {
    return Answer.of(202).body(writer.contentType(), writer.end());
  }

  private static boolean prefersNothing(Headers headers) {
    String prefer = headers.first("prefer");
    return prefer != null && prefer.toLowerCase(Locale.ROOT).contains("return-no-content");
  }

  private Answer query(
      Call call, Access access, SubRequest request, BiFunction<Request, Access, Answer> single) {
    if (!request.head().method().equals("GET")) {
      throw TableError.INVALID_INPUT
          .failure("Outside of a change set a batch has a query only.")
          .with("method", request.head().method());
    }
    String target = request.head().target();
    int question = target.indexOf('?');
    int host = call.base().indexOf("://") + 3;
    int own = call.base().indexOf('/', host);
    String path = (own < 0 ? "" : call.base().substring(own)) + rest(call, target);
    Headers headers = request.head().headers().with("host", host(call));
    Request query =
        new Request(
            "GET",
            path,
            question < 0 ? "" : target.substring(question + 1),
            headers,
            new byte[0],
            call.request().secure(),
            call.request().remote(),
            call.request().executor(),
            call.request().abandoned());
    Answer answer;
    try {
      answer = single.apply(query, access);
    } catch (DatabaseException e) {
      return failed(call, e, 0);
    }
    BatchWriter writer = new BatchWriter(call.requestId(), 1);
    answer.addTo(writer);
    return answer(writer);
  }

  private static String host(Call call) {
    String host = call.header("host");
    return host == null ? "" : host;
  }
}
