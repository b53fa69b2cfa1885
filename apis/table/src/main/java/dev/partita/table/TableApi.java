package dev.partita.table;

import dev.partita.base.concurrent.WouldWait;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.Engine;
import dev.partita.document.Documents;
import dev.partita.document.Submitted;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.net.execution.RequestExecutor;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.table.auth.Access;
import dev.partita.table.auth.AccountKey;
import dev.partita.table.auth.Authorizer;
import dev.partita.table.auth.BearerTokens;
import dev.partita.table.auth.Credentials;
import dev.partita.table.edm.EntityReader;
import dev.partita.table.error.TableError;
import dev.partita.telemetry.RequestOutcome;
import dev.partita.telemetry.RequestRecorder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entry of the API in one of its forms: authorizes a request, passes it to what it addresses,
 * and turns failures into what clients understand. Safe for use by any number of threads.
 */
public final class TableApi implements HttpHandler {

  /** Changes with longer bodies take a thread of their own. */
  private static final int SHORT_BODY_BYTES = 16 << 10;

  private final TableForm form;
  private final TableOptions options;
  private final RequestRecorder recorder;
  private final Clock clock;
  private final Authorizer authorizer;
  private final TableCalls tables;
  private final EntityCalls entities;
  private final EntityQueries queries;
  private final BatchCalls batches;
  private final AccessPolicies policies;
  private final ServiceCalls service;

  /**
   * @param recorder is told what comes of requests
   */
  public TableApi(
      Engine engine,
      Documents documents,
      LongQueryScheduler scheduler,
      TableForm form,
      TableOptions options,
      RequestRecorder recorder) {
    this.form = form;
    this.recorder = recorder;
    this.options = options;
    this.clock = engine.clock();
    this.authorizer =
        new Authorizer(clock, options.bearerTokens() ? new BearerTokens(clock) : null);
    TableCatalogue catalogue = new TableCatalogue(engine.catalogue(), engine.containers(), form);
    EntityReader reader = new EntityReader();
    this.tables = new TableCalls(catalogue);
    this.entities = new EntityCalls(documents, catalogue, reader);
    this.queries =
        new EntityQueries(
            entities, new IndexedQueries(scheduler, options.queryMillis()), scheduler, clock);
    this.batches = new BatchCalls(entities, reader, clock);
    this.policies = new AccessPolicies(engine.catalogue(), catalogue);
    this.service = new ServiceCalls(new ServiceProperties(engine.catalogue(), catalogue), clock);
  }

  @Override
  public CompletionStage<Response> handle(Request request) {
    return handle(request, this::authorize);
  }

  /** The same for requests whose senders have shown elsewhere that they may do everything. */
  public HttpHandler trusting() {
    return request ->
        handle(
            request,
            call -> {
              requireKeys(call);
              return new Access.Full();
            });
  }

  private CompletionStage<Response> handle(Request request, Function<Call, Access> accesses) {
    RequestOutcome outcome = recorder.begin();
    String requestId = Call.newRequestId();
    try {
      Call call = new Call(request, form, options, requestId);
      OperationKinds.describe(call, outcome);
      return carryOut(new Exchange(call, outcome, accesses), request.executor());
    } catch (DatabaseException e) {
      return CompletableFuture.completedFuture(
          failure(e, null, requestId).build(null, requestId, outcome));
    }
  }

  /** A call and what goes with it. */
  private record Exchange(Call call, RequestOutcome outcome, Function<Call, Access> accesses) {}

  /** Reads of single entities wait for nothing, and for changes of them nobody has to wait. */
  private CompletionStage<Response> carryOut(Exchange exchange, RequestExecutor executor) {
    Call call = exchange.call();
    if (isChange(call) && call.request().body().length <= SHORT_BODY_BYTES) {
      return executor
          .inline(_ -> submit(exchange, executor))
          .thenCompose(Function.<CompletionStage<Response>>identity());
    }
    boolean isRead =
        call.target() instanceof Target.OneEntity
            && call.method().equals("GET")
            && call.query("comp") == null;
    return isRead
        ? executor.inline(_ -> answer(exchange))
        : executor.onWorker(() -> answer(exchange));
  }

  private CompletionStage<Response> submit(Exchange exchange, RequestExecutor executor) {
    Submitted<Answer> change;
    try {
      change = entities.submit(exchange.call(), exchange.accesses().apply(exchange.call()));
    } catch (DatabaseException e) {
      return CompletableFuture.completedFuture(failed(e, exchange));
    }
    return executor.after(change.answer(), () -> answered(exchange, change::get));
  }

  private Response answer(Exchange exchange) {
    Call call = exchange.call();
    return answered(
        exchange,
        () ->
            call.request().method().equals("OPTIONS")
                ? service.preflight(call)
                : route(call, exchange.accesses().apply(call)));
  }

  private static boolean isChange(Call call) {
    boolean isOfEntities =
        call.target() instanceof Target.Entities || call.target() instanceof Target.OneEntity;
    return isOfEntities
        && call.query("comp") == null
        && !call.method().equals("GET")
        && !call.request().method().equals("OPTIONS");
  }

  private Response answered(Exchange exchange, Supplier<Answer> answering) {
    Call call = exchange.call();
    Answer answer;
    try {
      answer = answering.get();
      service.allowOrigin(call, answer);
    } catch (DatabaseException e) {
      return failed(e, exchange);
    } catch (WouldWait e) {
      // It will be answered yet.
      throw e;
    } catch (RuntimeException | Error e) {
      exchange.outcome().failed(e);
      throw e;
    }
    return answer.build(call, call.requestId(), exchange.outcome());
  }

  private Response failed(DatabaseException failure, Exchange exchange) {
    Call call = exchange.call();
    if (TableError.of(failure) == TableError.INTERNAL_ERROR) {
      // A defect, or damage to the data: the server logs what reaches it.
      exchange.outcome().failed(failure);
      throw failure;
    }
    Answer answer = failure(failure, call, call.requestId());
    service.allowOrigin(call, answer);
    return answer.build(call, call.requestId(), exchange.outcome());
  }

  private Answer failure(DatabaseException failure, @Nullable Call call, String requestId) {
    boolean xml = call != null && call.query("comp") != null;
    return Failure.of(failure, form, xml, requestId, clock.millis());
  }

  private List<AccountKey> requireKeys(Call call) {
    List<AccountKey> keys =
        form == TableForm.COSMOS
            ? options.cosmosKeys()
            : options.storageAccounts().get(call.account());
    if (keys == null) {
      throw TableError.RESOURCE_NOT_FOUND
          .failure("This server has no such storage account.")
          .with("account", call.account());
    }
    return keys;
  }

  private Access authorize(Call call) {
    List<AccountKey> keys = requireKeys(call);
    if (!options.authorized()) {
      return new Access.Full();
    }
    Access access =
        authorizer.authorize(
            new Credentials(
                call.request(),
                call.account(),
                keys,
                form == TableForm.COSMOS,
                call.query(),
                table -> policies.of(call.account(), table)));
    if (call.isSecondary() && !call.method().equals("GET") && !call.method().equals("HEAD")) {
      throw TableError.AUTHORIZATION_FAILURE.failure("The secondary is for reading only.");
    }
    return access;
  }

  private Answer route(Call call, Access access) {
    String comp = call.query("comp");
    return switch (call.target()) {
      case Target.Service() -> service.handle(call, access);
      case Target.TableList() -> tables.list(call, access);
      case Target.OneTable(String name) -> tables.single(call, name, access);
      case Target.Batch() ->
          batches.run(
              call,
              access,
              (request, same) -> route(new Call(request, form, options, call.requestId()), same));
      case Target.Entities(String table) when comp != null -> {
        if (!comp.equals("acl")) {
          throw TableError.INVALID_QUERY_PARAMETER_VALUE
              .failure("A table has comp=acl only.")
              .with("comp", comp);
        }
        yield policies.handle(call, table, access);
      }
      case Target.Entities(String table) ->
          call.method().equals("GET")
              ? queries.query(call, table, access)
              : entities.submit(call, access).get();
      case Target.OneEntity one ->
          call.method().equals("GET")
              ? entities.read(call, one, access)
              : entities.submit(call, access).get();
    };
  }
}
