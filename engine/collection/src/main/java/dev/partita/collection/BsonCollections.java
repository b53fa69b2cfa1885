package dev.partita.collection;

import dev.partita.aggregation.stream.Workspace;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.ForwardedService;
import dev.partita.container.Forwarding;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.throughput.ThroughputSettings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The collections of an engine: how they are made and opened, and what is done for them in the
 * background. Safe for use by any number of threads.
 */
public final class BsonCollections {

  private final Engine engine;
  private final Workspace workspace;
  private final Map<Integer, BsonCollection> open = new ConcurrentHashMap<>();
  private final IndexBuilds builds;

  /**
   * @param workspace for sorts
   */
  public BsonCollections(Engine engine, Workspace workspace) {
    this.engine = engine;
    this.workspace = workspace;
    this.builds = new IndexBuilds(engine.catalogue(), engine.clock());
    engine.catalogue().subscribe(this::follow);
    Forwarding forwarding = engine.forwarding();
    if (forwarding != null) {
      forwarding.serve(
          ForwardedService.COLLECTIONS,
          (container, request) -> collection(container).work().carryOut(request));
    }
    engine.housekeeping().add("build indexes of", builds.chore(this::openIfCollection));
    engine
        .housekeeping()
        .add(
            "remove expired documents of", new ExpiryChore(this::openIfCollection, engine.clock()));
    engine
        .housekeeping()
        .add("forget statements of", new StatementChore(this::openIfCollection, engine.clock()));
  }

  private void follow(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    if (after == null && before instanceof CatalogueEntry.Container(ContainerRecord gone)) {
      open.remove(gone.number());
    }
  }

  /** Whether a container is one. */
  public static boolean isCollection(ContainerRecord record) {
    return CollectionSettings.isCollection(record.definition());
  }

  /**
   * The collection of a container.
   *
   * @throws DatabaseException BAD_REQUEST if it has other data
   */
  public BsonCollection collection(Container container) {
    if (!isCollection(container.record())) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST, "The container has no collection: its items are not BSON.")
          .with("container", container.record().name());
    }
    BsonCollection known = open.get(container.number());
    if (known != null && known.container() == container) {
      return known;
    }
    return open.compute(
        container.number(),
        (_, other) ->
            other != null && other.container() == container
                ? other
                : new BsonCollection(container, workspace));
  }

  private @Nullable BsonCollection openIfCollection(Container container) {
    return isCollection(container.record()) ? collection(container) : null;
  }

  /**
   * Makes a collection.
   *
   * @param shardKey a dotted path; null for a collection of one logical partition
   * @param throughput null for a part of the database's, or the usual
   */
  public BsonCollection create(
      int database,
      String name,
      @Nullable String shardKey,
      @Nullable ThroughputSettings throughput) {
    PartitionScheme scheme =
        shardKey == null
            ? new PartitionScheme.Single()
            : new PartitionScheme.Hashed(
                PartitionKeyDefinition.hash("/" + shardKey.replace('.', '/')));
    ContainerDefinition definition =
        CollectionSettings.of(shardKey)
            .in(ContainerDefinition.of(name, scheme).withModel(CollectionSettings.MODEL));
    return collection(engine.containers().createContainer(database, definition, throughput));
  }

  /** Memory and files for what is made of their documents. */
  public Workspace workspace() {
    return workspace;
  }

  /** Makes and drops indexes. */
  public IndexBuilds indexes() {
    return builds;
  }
}
