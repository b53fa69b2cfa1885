package dev.partita.simulation;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.document.ConditionCompiler;
import dev.partita.document.Documents;
import dev.partita.document.ItemReader;
import dev.partita.document.ItemScan;
import dev.partita.document.codec.ItemCodec;
import dev.partita.execution.ItemQueries;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.replication.NotLeading;
import dev.partita.storage.Store;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** An engine with all its layers in a process of the simulation. */
final class ServingEngine {

  static final String DATABASE = "db";

  private final SimulatedProcess process;
  private final Engine engine;
  private final BooleanSupplier inCharge;
  private final Documents documents;
  private final ItemQueries queries =
      new ItemQueries(LongQueryScheduler.forCarriers(1), QueryLimits.defaults());

  private ServingEngine(SimulatedProcess process, Engine engine, BooleanSupplier inCharge) {
    this.process = process;
    this.engine = engine;
    this.inCharge = inCharge;
    this.documents = new Documents(engine, ConditionCompiler.NONE, new ItemCodec());
  }

  /**
   * Opens an engine, on a thread of the process.
   *
   * @param inCharge whether it is certain that no other engine is
   */
  static ServingEngine open(
      SimulatedProcess process,
      Store store,
      BooleanSupplier inCharge,
      UnaryOperator<EngineOptions> options) {
    ServingEngine opened = openFollowing(process, store, inCharge, options);
    Engine engine = opened.engine;
    if (engine.catalogue().database(Engine.DEFAULT_ACCOUNT, DATABASE).isEmpty()) {
      engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, DATABASE, null);
    }
    return opened;
  }

  /** Opens an engine that need not be in charge of anything; nothing is made. */
  static ServingEngine openFollowing(
      SimulatedProcess process,
      Store store,
      BooleanSupplier inCharge,
      UnaryOperator<EngineOptions> options) {
    Engine engine =
        Engine.open(
            store,
            options.apply(
                EngineOptions.defaults().withRuntime(runtime -> runtime.withThreads(process))));
    return new ServingEngine(process, engine, inCharge);
  }

  boolean hasDatabase() {
    return engine.catalogue().database(Engine.DEFAULT_ACCOUNT, DATABASE).isPresent();
  }

  SimulatedProcess process() {
    return process;
  }

  /** Whether what was read before is certainly the newest state. */
  boolean isInCharge() {
    return inCharge.getAsBoolean();
  }

  Engine engine() {
    return engine;
  }

  Documents documents() {
    return documents;
  }

  ItemQueries queries() {
    return queries;
  }

  int database() {
    return engine.catalogue().database(Engine.DEFAULT_ACCOUNT, DATABASE).orElseThrow().number();
  }

  List<ContainerRecord> containers() {
    return engine.catalogue().containers(database());
  }

  /**
   * @throws DatabaseException OWNER_NOT_FOUND if it has been deleted
   */
  Container container(int number) {
    return engine
        .containers()
        .container(number)
        .orElseThrow(() -> new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "It is not there."));
  }

  /** The versions of all items of a container, by partition key and id. */
  Map<String, Long> versions(int container) {
    Map<String, Long> versions = new TreeMap<>();
    ItemReader reader = documents.items(container(container)).reader();
    try (ItemScan scan = reader.scan(reader.newest(), reader.places(KeyRange.ALL), null)) {
      while (scan.next()) {
        JsonObject document = scan.item().document();
        if (document.at("pk") instanceof JsonString(String key)
            && document.at("id") instanceof JsonString(String id)) {
          versions.put(key + "/" + id, Clients.version(document));
        }
      }
    }
    return versions;
  }

  /** What a failure comes from. */
  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? cause(failure.getCause())
        : failure;
  }

  /** Requires of a failure that it is one which the world can bring about. */
  static Throwable requireExpected(String of, Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof SimulationFailure found) {
      throw found;
    }
    boolean expected =
        switch (cause) {
          case NotLeading _ -> true;
          case DatabaseException known ->
              switch (known.code()) {
                case UNAVAILABLE,
                    STORAGE_FULL,
                    THROTTLED,
                    TIMEOUT,
                    RETRY,
                    GONE,
                    NOT_FOUND,
                    OWNER_NOT_FOUND,
                    CONFLICT,
                    BAD_REQUEST,
                    PRECONDITION_FAILED ->
                    true;
                default -> false;
              };
          default -> false;
        };
    if (!expected) {
      throw new SimulationFailure("Nothing can bring about this failure of: " + of, failure);
    }
    return cause;
  }
}
