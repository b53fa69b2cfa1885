package dev.partita.graph;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.index.IndexReader;
import dev.partita.index.Indexes;
import dev.partita.json.JsonPath;
import dev.partita.partition.RecordKey;
import dev.partita.partition.SegmentReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The graph in one container: how its items are read as vertices and edges, with what is cached of
 * them. Safe for use by any number of threads; {@link Graphs} has one for each container.
 */
public final class GraphStore {

  /** What containers with graphs say of themselves. */
  public static final String PRESENTATION = "gremlin";

  private final Items items;
  private final Container container;
  private final String keyName;
  private final GraphIndexes indexes;
  private final GraphCache cache;
  private final Turns turns = new Turns();
  private volatile Usable usable;

  /** Whether the graph's indexes can be used under a version of the container's record. */
  private record Usable(long version, boolean indexed, Indexes indexes) {}

  private GraphStore(Items items, String keyName, long logMillis, long cacheBytes) {
    this.items = items;
    this.container = items.container();
    this.keyName = keyName;
    this.indexes = new GraphIndexes(keyName);
    this.cache = new GraphCache(container, items.clock(), logMillis, cacheBytes);
    this.usable = look(container.record());
  }

  /**
   * The graph in a container. One that was not made as a graph gets its indexes in the background;
   * until they are complete, edges are found by reading partitions.
   *
   * @param logMillis how long the change log keeps deletes
   * @throws DatabaseException BAD_REQUEST if the container's partition key is none for graphs
   */
  static GraphStore open(Items items, Containers containers, long logMillis, long cacheBytes) {
    ContainerDefinition definition = items.container().definition();
    if (!(definition.scheme() instanceof PartitionScheme.Hashed(var key))) {
      throw DatabaseException.badRequest("A graph is in a container with a hashed partition key.")
          .with("container", definition.name());
    }
    GraphStore store = new GraphStore(items, keyName(key), logMillis, cacheBytes);
    boolean isPresented = !definition.model().presentation().isEmpty();
    boolean isIndexed = store.indexes.areIn(definition.indexing().composites());
    if (!isPresented || !isIndexed) {
      ContainerDefinition graph =
          isPresented
              ? definition
              : definition.withModel(definition.model().presentedAs(PRESENTATION));
      containers.changeDefinition(
          items.container().number(),
          isIndexed ? graph : graph.withIndexing(store.indexes.withGraph(graph.indexing())));
    }
    return store;
  }

  /**
   * The name of the property that is a graph's partition key.
   *
   * @throws DatabaseException BAD_REQUEST if it is none for graphs
   */
  static String keyName(PartitionKeyDefinition key) {
    List<JsonPath> paths = key.paths();
    String path = paths.getFirst().toString();
    String name = GraphIndexes.nameOf(paths.getFirst());
    if (key.systemKey() || paths.size() != 1 || name.indexOf('/') >= 0) {
      throw DatabaseException.badRequest(
              "The partition key of a graph is one property of its vertices, such as /city.")
          .with("partitionKey", paths);
    }
    if (name.equals("id") || name.equals("label")) {
      throw DatabaseException.badRequest(
              "A graph cannot have /id or /label as its partition key. Choose another property.")
          .with("partitionKey", path);
    }
    return name;
  }

  /** The name of the property that is the partition key. */
  public String keyName() {
    return keyName;
  }

  public Container container() {
    return container;
  }

  Items items() {
    return items;
  }

  /** The container's records and index as they are at the moment of each read. */
  SegmentReader reader() {
    return items.reader().newest();
  }

  /** The index as it is at the moment of each read. */
  IndexReader index() {
    return new IndexReader(reader());
  }

  GraphIndexes indexes() {
    return indexes;
  }

  GraphCache cache() {
    return cache;
  }

  Turns turns() {
    return turns;
  }

  /** Whether the edges of a vertex can be had from the index. */
  public boolean isIndexed() {
    return usable().indexed;
  }

  Indexes usableIndexes() {
    return usable().indexes;
  }

  /** Whether items end by themselves, so that entries of the index may lead nowhere. */
  boolean mayExpire() {
    return mayExpire(container);
  }

  static boolean mayExpire(Container container) {
    return container.definition().defaultTtlSeconds().isPresent();
  }

  private Usable usable() {
    Usable known = usable;
    ContainerRecord record = container.record();
    if (known.version != record.version()) {
      known = look(record);
      usable = known;
    }
    return known;
  }

  private Usable look(ContainerRecord record) {
    Indexes now = items.reader().indexes();
    return new Usable(record.version(), indexes.areIn(now.composites()), now);
  }

  byte[] recordKey(ElementKey key) {
    return RecordKey.encode(
        container.definition().scheme().logicalKey(key.partition()),
        key.id().getBytes(StandardCharsets.UTF_8));
  }

  @Nullable StoredItem read(ElementKey key) {
    return items.reader().find(reader(), recordKey(key));
  }

  /** The items of several elements, read in the order of their keys. */
  List<@Nullable StoredItem> readAll(List<ElementKey> keys) {
    int[] order = new int[keys.size()];
    List<byte[]> records = new ArrayList<>(keys.size());
    for (ElementKey key : keys) {
      records.add(recordKey(key));
    }
    List<Integer> sorted = new ArrayList<>(keys.size());
    for (int i = 0; i < order.length; i++) {
      sorted.add(i);
    }
    sorted.sort((left, right) -> Bytes.ORDER.compare(records.get(left), records.get(right)));
    List<byte[]> inOrder = new ArrayList<>(keys.size());
    for (int i = 0; i < order.length; i++) {
      order[sorted.get(i)] = i;
      inOrder.add(records.get(sorted.get(i)));
    }
    List<@Nullable StoredItem> found = items.reader().findAll(reader(), inOrder);
    List<@Nullable StoredItem> result = new ArrayList<>(keys.size());
    for (int i = 0; i < order.length; i++) {
      result.add(found.get(order[i]));
    }
    return result;
  }

  PartitionKey partition(byte[] encoded) {
    return PartitionKey.decode(encoded);
  }

  /** As TinkerPop has it: a mistake of who holds on to what has been removed. */
  static IllegalStateException removed(Class<?> kind, Object id) {
    return new IllegalStateException(kind.getSimpleName() + " with id " + id + " was removed.");
  }

  static DatabaseException notFound(String what, Object id) {
    return new DatabaseException(ErrorCode.NOT_FOUND, "The graph has no such element.")
        .with("kind", what)
        .with("id", id);
  }
}
