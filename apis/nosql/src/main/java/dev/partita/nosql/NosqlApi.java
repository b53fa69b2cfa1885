package dev.partita.nosql;

import dev.partita.base.concurrent.WouldWait;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.document.Documents;
import dev.partita.document.Submitted;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.json.JsonObject;
import dev.partita.net.execution.InlineBudgetExceeded;
import dev.partita.net.execution.RequestExecutor;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.telemetry.RequestOutcome;
import dev.partita.telemetry.RequestRecorder;
import dev.partita.throughput.Priority;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entry of the API: authorizes a request, passes it to what it addresses, and turns failures
 * into what clients understand. Safe for use by any number of threads. Its owner closes it before
 * the engine.
 */
public final class NosqlApi implements HttpHandler, AutoCloseable {

  /** Queries with longer bodies are none that are worth a try on an event loop. */
  private static final int SHORT_QUERY_BYTES = 8 << 10;

  /** Writes with longer bodies take a thread of their own. */
  private static final int SHORT_WRITE_BYTES = 16 << 10;

  private final NosqlOptions options;
  private final RequestRecorder recorder;
  private final Resolver resolver;
  private final Authorizer authorizer;
  private final Feeds feeds;
  private final DatabaseCalls databases;
  private final ContainerCalls containers;
  private final ItemCalls items;
  private final RangeCalls ranges;
  private final OfferCalls offers;
  private final UserCalls users;
  private final EncryptionKeyCalls encryptionKeys;
  private final ResourceCalls resources;
  private final Scripts scripts;
  private final Documents documents;
  private final Queries queries;
  private final ScriptCalls scriptCalls;

  /**
   * @param recorder is told what comes of requests
   */
  public NosqlApi(
      Engine engine,
      Documents documents,
      LongQueryScheduler scheduler,
      NosqlOptions options,
      RequestRecorder recorder) {
    this.recorder = recorder;
    Catalogue catalogue = engine.catalogue();
    this.options = options;
    this.resolver = new Resolver(catalogue, engine.containers(), options.account());
    ResourceTokens tokens = new ResourceTokens(options.keys());
    this.authorizer = new Authorizer(options.keys(), tokens, engine.clock());
    this.scripts = new Scripts(catalogue, engine.clock());
    this.documents = documents;
    ContainerQuotas quotas =
        new ContainerQuotas(catalogue, engine.limits().physicalPartitionBytes());
    this.queries = new Queries(engine.clock(), scripts, quotas, scheduler, options.queryMillis());
    this.scriptCalls =
        new ScriptCalls(documents, resolver, scripts, queries, engine.forwarding(), catalogue);
    this.feeds = new Feeds(queries);
    this.databases = new DatabaseCalls(catalogue, engine.containers(), resolver, feeds);
    this.containers =
        new ContainerCalls(catalogue, engine.containers(), documents, resolver, feeds, quotas);
    this.items = new ItemCalls(documents, resolver, queries, scriptCalls, options.consistency());
    this.ranges = new RangeCalls(resolver);
    this.offers =
        new OfferCalls(catalogue, engine.containers(), engine.throughput(), resolver, feeds);
    this.resources = new ResourceCalls(catalogue, resolver, feeds);
    this.users = new UserCalls(resources, resolver, tokens, engine.clock());
    this.encryptionKeys = new EncryptionKeyCalls(resources, resolver);
    scripts.prepare();
  }

  Scripts scripts() {
    return scripts;
  }

  /** Waits for scripts under way; requests that need one are refused from then on. */
  @Override
  public void close() {
    scripts.close();
  }

  @Override
  public CompletionStage<Response> handle(Request request) {
    RequestOutcome outcome = recorder.begin();
    String activityId = Call.activityId(request);
    try {
      return carryOut(new Call(request, activityId, outcome), request.executor());
    } catch (DatabaseException e) {
      Reply refusal = ErrorReply.of(e, activityId);
      return CompletableFuture.completedFuture(refusal.build(activityId, outcome));
    }
  }

  /**
   * Reading an item takes no time to speak of, unless its container is named by a rid, which may
   * mean a search. Queries are given up when they turn out to be long, and nobody has to wait for
   * writes.
   */
  private CompletionStage<Response> carryOut(Call call, RequestExecutor executor) {
    if (ResourceType.of(call.path()) != ResourceType.ITEM || !call.path().isByName()) {
      return executor.onWorker(() -> answer(call));
    }
    // The condition of a patch may take its time.
    boolean isShortWrite =
        call.body().length <= SHORT_WRITE_BYTES
            && !call.method().equals("PATCH")
            && ItemCalls.isChange(call);
    if (isShortWrite) {
      return executor
          .inline(_ -> submit(call, executor))
          .thenCompose(Function.<CompletionStage<Response>>identity());
    }
    boolean isBrief =
        (call.intent() == Intent.READ && !call.path().isFeed())
            || (call.intent() == Intent.QUERY && call.body().length <= SHORT_QUERY_BYTES);
    return isBrief
        ? executor.inline(bounded -> answer(bounded ? call.bounded() : call))
        : executor.onWorker(() -> answer(call));
  }

  private CompletionStage<Response> submit(Call call, RequestExecutor executor) {
    Submitted<Reply> write;
    try {
      authorize(call);
      write = shared(call, () -> items.submit(call));
    } catch (DatabaseException e) {
      return CompletableFuture.completedFuture(refused(e, call));
    }
    return executor.after(write.answer(), () -> built(call, write::get));
  }

  private Response answer(Call call) {
    return built(
        call,
        () -> {
          authorize(call);
          return shared(call, () -> route(call));
        });
  }

  /** Makes sure that a call may be made, and can be honoured. */
  private void authorize(Call call) {
    refuseDirectMode(call);
    authorizer.authorize(call).require(call, resolver);
    UnsupportedHeaders.refuse(call);
    PriorityHeader.require(call);
  }

  private static <R> R shared(Call call, Supplier<R> work) {
    return PriorityHeader.isLow(call) ? Priority.low(work) : work.get();
  }

  private static Response built(Call call, Supplier<Reply> making) {
    Reply reply;
    try {
      reply = making.get();
    } catch (DatabaseException e) {
      return refused(e, call);
    } catch (InlineBudgetExceeded | WouldWait e) {
      // It will be answered yet.
      throw e;
    } catch (RuntimeException | Error e) {
      call.outcome().failed(e);
      throw e;
    }
    return reply.build(call);
  }

  private static Response refused(DatabaseException failure, Call call) {
    if (failure.code().status() == 500) {
      // A defect, or damage to the data: the server logs what reaches it.
      call.outcome().failed(failure);
      throw failure;
    }
    return ErrorReply.of(failure, call.activityId()).build(call);
  }

  /**
   * Runs the first page of a query over a container and tells how: as the one result of the page.
   *
   * @param query its text and its parameters, as clients send them
   * @param key the text of the partition key to ask; null for all
   */
  public QueryPage explain(Container container, JsonObject query, @Nullable String key) {
    return queries.explain(documents.items(container), query, key);
  }

  /** Whoever asks: a client in this mode signs something else, and would hear of that only. */
  private static void refuseDirectMode(Call call) {
    if (call.path().kinds().equals("addresses")) {
      throw new DatabaseException(
          ErrorCode.UNSUPPORTED,
          "Clients reach this server through its gateway only, not by direct connections to"
              + " partitions. Choose the connection mode Gateway: gatewayMode() in Java,"
              + " ConnectionMode.Gateway in .NET.");
    }
  }

  private Reply route(Call call) {
    ResourcePath path = call.path();
    boolean feed = path.isFeed();
    return switch (ResourceType.of(path)) {
      case null -> unknown(call);
      case ACCOUNT -> account(call);
      case DATABASE -> feed ? databases.feed(call) : databases.single(call);
      case CONTAINER -> feed ? containers.feed(call) : containers.single(call);
      case ITEM -> feed ? items.feed(call) : items.single(call);
      case PARTITION -> feed ? ranges.feed(call) : unknown(call);
      case PROCEDURE, TRIGGER, FUNCTION -> script(call);
      case CONFLICT -> conflicts(call);
      case OPERATION -> operation(call);
      case USER, PERMISSION -> users.handle(call);
      case ENCRYPTION_KEY -> encryptionKeys.handle(call);
      case OFFER -> feed ? offers.feed(call) : offers.single(call);
      case ATTACHMENT ->
          throw new DatabaseException(
                  ErrorCode.UNSUPPORTED, "This kind of resource is not supported.")
              .with("resource", path.kinds());
    };
  }

  private static Reply unknown(Call call) {
    throw new DatabaseException(ErrorCode.NOT_FOUND, "There is no such kind of resource.")
        .with("path", call.request().path());
  }

  private Reply account(Call call) {
    if (!call.method().equals("GET")) {
      throw call.methodNotAllowed();
    }
    String endpoint =
        options.gatewayEndpoint() != null
            ? Objects.requireNonNull(options.gatewayEndpoint())
            : AccountDocument.endpoint(call);
    // Nobody keeps media any more, but clients read these as numbers.
    return Reply.of(200)
        .charge(Feeds.METADATA_READ)
        .header("x-ms-max-media-storage-usage-mb", "0")
        .header("x-ms-media-storage-usage-mb", "0")
        .body(AccountDocument.of(options.account(), endpoint, options.consistency()));
  }

  private Reply script(Call call) {
    Container container = resolver.container(call.path());
    ResourceCalls.Kind kind = Objects.requireNonNull(ScriptKinds.KINDS.get(call.path().at(4)));
    String self = ContainerDocument.self(container.record());
    if (call.intent() == Intent.CREATE
        || call.intent() == Intent.UPSERT
        || (call.method().equals("PUT") && !call.path().isFeed())) {
      scripts.check(call.json());
    }
    if (call.intent() == Intent.EXECUTE && kind.segment().equals("sprocs")) {
      return scriptCalls.execute(call, container);
    }
    return call.path().isFeed()
        ? resources.feed(call, kind, container.number(), self, ResourceCalls.Decoration.NONE)
        : resources.single(
            call, kind, container.number(), call.path().at(5), self, ResourceCalls.Decoration.NONE);
  }

  /** There are never conflicts, since there is one region that writes. */
  private Reply conflicts(Call call) {
    Container container = resolver.container(call.path());
    if (!call.path().isFeed()) {
      throw new DatabaseException(
              ErrorCode.NOT_FOUND, "There is no such conflict in the container.")
          .with("conflict", call.path().at(5));
    }
    String rid = Rids.of(container.record());
    return switch (call.intent()) {
      case READ -> feeds.list(call, rid, "Conflicts", List.of());
      case QUERY -> feeds.query(call, rid, "Conflicts", List.of());
      default -> throw call.methodNotAllowed();
    };
  }

  private Reply operation(Call call) {
    if (call.path().size() == 6 && call.path().at(5).equals("partitionkeydelete")) {
      return items.deleteByKey(call);
    }
    throw new DatabaseException(ErrorCode.NOT_FOUND, "There is no such operation.")
        .with("path", call.request().path());
  }
}
