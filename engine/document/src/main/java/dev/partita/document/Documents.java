package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.ForwardedService;
import dev.partita.container.Forwarding;
import dev.partita.container.Housekeeping;
import dev.partita.container.ModelWork;
import dev.partita.container.TimerHandler;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.job.JobKind;
import dev.partita.partition.TimerKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The documents of an engine: where the items of its containers are had, and where their expiry and
 * changes of their indexes are seen to. Safe for use by any number of threads.
 */
public final class Documents {

  private final List<OutcomeListener> listeners = new CopyOnWriteArrayList<>();
  private final ItemEnvironment environment;
  private final Map<Integer, Items> items = new ConcurrentHashMap<>();

  /** Documents without a query language: operations cannot have conditions. */
  public Documents(Engine engine) {
    this(engine, ConditionCompiler.NONE);
  }

  /**
   * Documents of an engine that is alone.
   *
   * @param conditions compiler of the conditions of operations
   */
  public Documents(Engine engine, ConditionCompiler conditions) {
    this(engine, conditions, null);
  }

  /**
   * @param conditions compiler of the conditions of operations
   * @param messages in which requests are sent to other nodes; null if there are none
   */
  public Documents(Engine engine, ConditionCompiler conditions, @Nullable ItemMessages messages) {
    this(engine, conditions, messages, operation -> operation);
  }

  /**
   * @param arrival what an operation is when it has arrived where it is carried out: the same, or
   *     what a way there makes of it
   */
  Documents(
      Engine engine,
      ConditionCompiler conditions,
      @Nullable ItemMessages messages,
      UnaryOperator<ItemOperation> arrival) {
    this.environment =
        new ItemEnvironment(
            engine.clock(),
            engine.opening(),
            engine.limits().itemBytes(),
            engine.scanFailures(),
            engine.jobs(),
            conditions,
            listeners,
            arrival,
            messages);
    Forwarding forwarding = engine.forwarding();
    if (forwarding != null) {
      forwarding.serve(
          ForwardedService.ITEMS, (container, request) -> items(container).carryOut(request));
    }
    engine.catalogue().subscribe(this::follow);
    engine.start(ContainerModel.DOCUMENT, work(engine));
  }

  private ModelWork work(Engine engine) {
    ExpiryTimers expiry = new ExpiryTimers(this::items);
    ExpirySweep sweep = new ExpirySweep(this::items);
    IndexTransformation index =
        new IndexTransformation(this::items, engine.catalogue(), engine.containers());
    return new ModelWork() {
      @Override
      public Map<TimerKind, TimerHandler> timers() {
        return Map.of(ExpiryIndex.TIMERS, expiry);
      }

      @Override
      public Map<String, Housekeeping.Chore> chores() {
        return Map.of("remove expired items of", sweep);
      }

      @Override
      public List<JobKind> jobs() {
        return List.of(index);
      }
    };
  }

  /** Lets go of containers that are gone. */
  private void follow(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    if (after == null && before instanceof CatalogueEntry.Container(ContainerRecord gone)) {
      items.remove(gone.number());
    }
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the container has data of another model
   */
  public Items items(Container container) {
    Items open = items.get(container.number());
    if (open != null && open.container() == container) {
      return open;
    }
    ContainerModel model = container.definition().model();
    if (!model.name().equals(ContainerModel.DOCUMENT.name())) {
      throw DatabaseException.badRequest("The container has no items: it is of another model.")
          .with("container", container.record().name())
          .with("model", model.name());
    }
    return items.compute(
        container.number(),
        (_, known) ->
            known != null && known.container() == container
                ? known
                : new Items(container, environment));
  }

  /** Has the listener told what each operation on an item comes to from now on. */
  public void subscribe(OutcomeListener listener) {
    listeners.add(listener);
  }

  public ChangeFeed changeFeed(Container container) {
    return new ChangeFeed(items(container));
  }
}
