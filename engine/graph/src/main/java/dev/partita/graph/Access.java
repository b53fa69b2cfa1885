package dev.partita.graph;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemScan;
import dev.partita.execution.plan.IndexCondition;
import dev.partita.execution.plan.IndexSelection;
import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexReader;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import dev.partita.index.TermType;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.jspecify.annotations.Nullable;

/**
 * The way to the elements of a selection that has no ids: scans of the index, and what is left to
 * be looked at. Immutable.
 *
 * @param kind what the scans are over
 * @param within the scans; null if there is no index and all items have to be read
 * @param partitions the partition keys that the scans are within; null for all
 * @param conditions what the scans do not see to
 */
record Access(
    Kind kind,
    @Nullable List<IndexScan> within,
    @Nullable Set<PartitionKey> partitions,
    List<HasContainer> conditions) {

  /** What an entry of the index says. */
  enum Kind {
    /** Vertices of a partition: the start of the index of leaving edges. */
    VERTICES_OF_PARTITION,
    /** Vertices by their labels: the start of the index of arriving edges. */
    VERTICES_BY_LABEL,
    /** Edges with their ends: the rest of it. */
    EDGES,
    /** Items by the value of a property. */
    ITEMS
  }

  /** What an entry leads to. */
  record Entry(
      ElementKey key,
      @Nullable String label,
      @Nullable ElementKey source,
      @Nullable ElementKey sink) {

    boolean isComplete() {
      return label != null && source != null && sink != null;
    }

    String requireLabel() {
      return Objects.requireNonNull(label);
    }

    ElementKey requireSource() {
      return Objects.requireNonNull(source);
    }

    ElementKey requireSink() {
      return Objects.requireNonNull(sink);
    }
  }

  /** Where several indexes could be used, they are looked into this far. */
  private static final int LOOK = 300;

  List<IndexScan> scans() {
    return within == null ? List.of() : within;
  }

  boolean isScanOfItems() {
    return within == null;
  }

  /** Whether every entry is one of the elements that were asked for, and each once. */
  boolean isExact() {
    return within != null && kind != Kind.ITEMS;
  }

  void charge(Traffic traffic, long entries) {
    if (partitions == null) {
      traffic.rangeEverywhere(entries);
    } else {
      boolean first = true;
      for (PartitionKey partition : partitions) {
        traffic.range(partition, first ? entries : 0);
        first = false;
      }
    }
  }

  static Access toVertices(PartitaGraph graph, Selection selection) {
    GraphStore store = graph.store();
    Access byProperty = byProperty(graph, selection, true);
    if (byProperty != null) {
      return byProperty;
    }
    if (!store.isIndexed()) {
      return new Access(Kind.ITEMS, null, null, selection.conditions());
    }
    Set<PartitionKey> partitions = selection.partitions();
    Set<String> labels = selection.labels();
    List<IndexScan> scans = new ArrayList<>();
    if (labels == null && partitions != null) {
      for (PartitionKey partition : partitions) {
        scans.add(
            equal(
                store.indexes().out(), partition.components().getFirst(), JsonUndefined.UNDEFINED));
      }
      return new Access(
          Kind.VERTICES_OF_PARTITION,
          scans,
          partitions,
          selection.beyond(graph.keyName(), true, false));
    }
    CompositeIndex in = store.indexes().in();
    if (labels == null) {
      scans.add(equal(in, JsonUndefined.UNDEFINED, JsonUndefined.UNDEFINED));
    } else {
      for (String label : labels) {
        scans.add(
            equal(in, JsonUndefined.UNDEFINED, JsonUndefined.UNDEFINED, JsonString.of(label)));
      }
    }
    return new Access(
        Kind.VERTICES_BY_LABEL,
        within(store, scans, partitions),
        partitions,
        selection.beyond(graph.keyName(), partitions != null, labels != null));
  }

  static Access toEdges(PartitaGraph graph, Selection selection) {
    GraphStore store = graph.store();
    Access byProperty = byProperty(graph, selection, false);
    if (byProperty != null) {
      return byProperty;
    }
    if (!store.isIndexed()) {
      return new Access(Kind.ITEMS, null, null, selection.conditions());
    }
    List<IndexScan> scans =
        List.of(IndexScan.of(store.indexes().in(), List.of(), TermRange.DEFINED));
    Set<PartitionKey> partitions = selection.partitions();
    return new Access(
        Kind.EDGES,
        within(store, scans, partitions),
        partitions,
        selection.beyond(graph.keyName(), partitions != null, false));
  }

  /** The narrowest way by the value of a property, if one is asked for that is indexed. */
  private static @Nullable Access byProperty(
      PartitaGraph graph, Selection selection, boolean vertices) {
    GraphStore store = graph.store();
    IndexSelection indexes = new IndexSelection(store.usableIndexes(), false);
    List<IndexScan> best = null;
    int fewest = Integer.MAX_VALUE;
    for (HasContainer condition : selection.conditions()) {
      List<IndexScan> found =
          IndexCondition.scans(indexes.condition(predicate(condition, graph.keyName(), vertices)));
      if (found == null) {
        continue;
      }
      List<IndexScan> scans = within(store, found, selection.partitions());
      int entries = count(store, scans);
      if (entries < fewest) {
        best = scans;
        fewest = entries;
      }
    }
    return best == null
        ? null
        : new Access(Kind.ITEMS, best, selection.partitions(), selection.conditions());
  }

  /** What a condition on a property asks of the items of elements. */
  private static Predicate predicate(HasContainer condition, String keyName, boolean vertices) {
    String name = condition.getKey();
    if (name == null || name.startsWith("~") || name.equals(keyName)) {
      return new Predicate.Residual();
    }
    FieldPath plain = FieldPath.of(name);
    Predicate ofPlain = Predicates.of(condition.getPredicate(), plain);
    return vertices
        ? Predicate.or(
            ofPlain,
            Predicates.of(condition.getPredicate(), plain.elements().property(VertexShape.VALUE)))
        : ofPlain;
  }

  private static int count(GraphStore store, List<IndexScan> scans) {
    IndexReader reader = store.index();
    int entries = 0;
    for (IndexScan scan : scans) {
      if (entries >= LOOK) {
        break;
      }
      entries += reader.countUpTo(scan, LOOK - entries);
    }
    return entries;
  }

  private static List<IndexScan> within(
      GraphStore store, List<IndexScan> scans, @Nullable Set<PartitionKey> partitions) {
    if (partitions == null) {
      return scans;
    }
    List<IndexScan> narrowed = new ArrayList<>();
    for (PartitionKey partition : partitions) {
      for (IndexScan scan : scans) {
        narrowed.add(scan.within(store.container().definition().scheme().logicalKey(partition)));
      }
    }
    return narrowed;
  }

  private static IndexScan equal(CompositeIndex index, JsonValue... values) {
    return IndexScan.of(index, List.of(values), TermRange.ALL);
  }

  /** What an entry of a scan says. */
  Entry entry(IndexCursor cursor) {
    ElementKey key = Selector.key(cursor.item());
    return switch (kind) {
      case ITEMS, VERTICES_OF_PARTITION ->
          new Entry(key, kind == Kind.VERTICES_OF_PARTITION ? text(cursor, 2) : null, null, null);
      case VERTICES_BY_LABEL -> new Entry(key, text(cursor, 2), null, null);
      case EDGES -> {
        String source = text(cursor, 3);
        String sink = text(cursor, 1);
        yield source == null || sink == null || !cursor.isExact(0)
            ? new Entry(key, null, null, null)
            : new Entry(
                key,
                text(cursor, 2),
                new ElementKey(key.partition(), source),
                ElementKey.of(cursor.value(0), sink));
      }
    };
  }

  private static @Nullable String text(IndexCursor cursor, int column) {
    return cursor.type(column) == TermType.STRING
            && cursor.isExact(column)
            && cursor.value(column) instanceof JsonString(String text)
        ? text
        : null;
  }

  /** The names of all items that are wanted, without an index. */
  static Iterator<ElementKey> everything(
      PartitaGraph graph, java.util.function.Predicate<ElementKey> wanted) {
    GraphStore store = graph.store();
    List<ElementKey> keys = new ArrayList<>();
    try (ItemScan items = store.items().reader().scan(store.reader(), KeyRange.ALL, null)) {
      while (items.next()) {
        ElementKey key = Selector.key(items.name());
        graph.traffic().item(key.partition(), items.item().jsonBytes());
        if (wanted.test(key)) {
          keys.add(key);
        }
      }
    }
    return Collections.unmodifiableList(keys).iterator();
  }
}
