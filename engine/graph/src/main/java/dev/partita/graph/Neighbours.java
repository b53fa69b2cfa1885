package dev.partita.graph;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemScan;
import dev.partita.document.StoredItem;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.partition.RecordKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The edges of vertices, as they are stored: from the cache, else from the index, and while there
 * is none from the items. Cursors are open only while a page is read, so an iterator that is left
 * half-way holds nothing. Used by one thread.
 */
final class Neighbours {

  /** A vertex with more edges than this is walked over page by page and not kept. */
  private static final int KEPT_MAX = 50_000;

  /** How much of a vertex's edges is read to keep them when only those of a label are wanted. */
  private static final int KEPT_FOR_LABEL_MAX = 2_000;

  private static final int PAGE = 4_096;

  private final GraphStore store;
  private final Traffic traffic;

  Neighbours(GraphStore store, Traffic traffic) {
    this.store = store;
    this.traffic = traffic;
  }

  /**
   * The edges of a vertex.
   *
   * @param labels only those with one of these labels; none for all
   * @param epoch of the cache, as the traversal knows it
   */
  Iterator<Link> links(Node node, boolean outgoing, String[] labels, long epoch) {
    Adjacency known = store.cache().adjacency(node, outgoing);
    if (known == null) {
      boolean kept = store.isIndexed() && !store.mayExpire();
      if (!kept) {
        return store.isIndexed()
            ? new Pages(node, outgoing, labels)
            : scan(node, outgoing, labels).iterator();
      }
      known = read(node, outgoing, labels.length == 0 ? KEPT_MAX : KEPT_FOR_LABEL_MAX, epoch);
      if (known == null) {
        return new Pages(node, outgoing, labels);
      }
      store.cache().keep(node, outgoing, known);
    }
    return counted(node, outgoing, known.links(), labels);
  }

  /** All of a vertex's edges if they are at hand or few enough; null if they have to be walked. */
  Link @Nullable [] atHand(Node node, boolean outgoing, long epoch) {
    Adjacency known = store.cache().adjacency(node, outgoing);
    if (known == null) {
      if (!store.isIndexed() || store.mayExpire()) {
        return null;
      }
      known = read(node, outgoing, KEPT_MAX, epoch);
      if (known == null) {
        return null;
      }
      store.cache().keep(node, outgoing, known);
    }
    return known.links();
  }

  void count(Node node, boolean outgoing, int entries) {
    if (outgoing) {
      traffic.range(node.key().partition(), entries);
    } else {
      traffic.rangeEverywhere(entries);
    }
  }

  private Iterator<Link> counted(Node node, boolean outgoing, Link[] links, String[] labels) {
    if (labels.length <= 1) {
      int from = labels.length == 0 ? 0 : bound(links, labels[0], false);
      int to = labels.length == 0 ? links.length : bound(links, labels[0], true);
      count(node, outgoing, to - from);
      return new Range(links, from, to);
    }
    List<Link> wanted = new ArrayList<>();
    for (Link link : links) {
      if (isWanted(link.label(), labels)) {
        wanted.add(link);
      }
    }
    count(node, outgoing, wanted.size());
    return wanted.iterator();
  }

  /** Where the links of a label begin, or where they end: links are in the order of labels. */
  static int bound(Link[] links, String label, boolean end) {
    // Most often all have the same one.
    if (links.length > 0 && links[end ? links.length - 1 : 0].label().equals(label)) {
      return end ? links.length : 0;
    }
    int low = 0;
    int high = links.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = JsonString.compare(links[middle].label(), label);
      if (order < 0 || (end && order == 0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The labels that edges can have; a label that none has where all that were given are null. */
  static String[] known(@Nullable String[] given) {
    String[] known = Stream.of(given).filter(Objects::nonNull).toArray(String[]::new);
    return known.length == 0 && given.length > 0 ? new String[] {""} : known;
  }

  static boolean isWanted(String label, String[] labels) {
    if (labels.length == 0) {
      return true;
    }
    for (String wanted : labels) {
      if (wanted.equals(label)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Adjacency read(Node node, boolean outgoing, int most, long epoch) {
    List<Link> links = new ArrayList<>();
    try (IndexCursor cursor = open(node, outgoing, null, null)) {
      while (cursor.next()) {
        if (links.size() == most) {
          return null;
        }
        Link link = link(node, outgoing, cursor);
        if (link != null) {
          links.add(link);
        }
      }
    }
    return new Adjacency(links.toArray(new Link[0]), epoch);
  }

  private IndexCursor open(
      Node node, boolean outgoing, @Nullable String label, byte @Nullable [] after) {
    List<JsonValue> equal = new ArrayList<>(3);
    equal.add(node.key().partition().components().getFirst());
    equal.add(JsonString.of(node.key().id()));
    if (label != null) {
      equal.add(JsonString.of(label));
    }
    IndexScan scan =
        IndexScan.of(outgoing ? store.indexes().out() : store.indexes().in(), equal, TermRange.ALL);
    return store.index().open(scan, after);
  }

  /** The edge that an entry stands for; null if it is there no more, or of another vertex. */
  private @Nullable Link link(Node node, boolean outgoing, IndexCursor entry) {
    int columns = outgoing ? 6 : 5;
    boolean exact = !store.mayExpire();
    for (int i = 0; i < columns; i++) {
      exact &= entry.isExact(i);
    }
    RecordKey item = entry.item();
    String id = new String(item.id(), StandardCharsets.UTF_8);
    PartitionKey partition =
        outgoing ? node.key().partition() : PartitionKey.decode(item.logical().value());
    if (!exact) {
      return read(node, outgoing, new ElementKey(partition, id));
    }
    if (!(entry.value(2) instanceof JsonString(String label))
        || !(entry.value(outgoing ? 4 : 3) instanceof JsonString(String other))) {
      return null;
    }
    ElementKey key =
        outgoing ? ElementKey.of(entry.value(3), other) : new ElementKey(partition, other);
    return link(id, label, key, entry.value(outgoing ? 5 : 4));
  }

  private Link link(String id, String label, ElementKey other, JsonValue otherLabel) {
    Node end = store.cache().node(other);
    if (end.label() == null && otherLabel instanceof JsonString(String text)) {
      end.label(text.intern());
    }
    return new Link(id, label.intern(), end);
  }

  /** Where the index does not say all, the item does. */
  private @Nullable Link read(Node node, boolean outgoing, ElementKey edge) {
    StoredItem item = store.read(edge);
    return item == null ? null : link(node, outgoing, edge, item.document(), new String[0]);
  }

  private @Nullable Link link(
      Node node, boolean outgoing, ElementKey edge, JsonObject document, String[] labels) {
    if (!document.has(EdgeShape.IS_EDGE)) {
      return null;
    }
    EdgeShape.Ends ends = EdgeShape.ends(document, edge.partition());
    String label = EdgeShape.text(document.at("label"), EdgeShape.DEFAULT_LABEL);
    ElementKey here = outgoing ? ends.source() : ends.sink();
    if (!here.equals(node.key()) || !isWanted(label, labels)) {
      return null;
    }
    return link(
        edge.id(),
        label,
        outgoing ? ends.sink() : ends.source(),
        JsonString.of(outgoing ? ends.sinkLabel() : ends.sourceLabel()));
  }

  /** Without an index, a vertex's partition, or all of them, are read. */
  private List<Link> scan(Node node, boolean outgoing, String[] labels) {
    List<Link> links = new ArrayList<>();
    try (ItemScan items =
        store
            .items()
            .reader()
            .scan(
                store.reader(),
                outgoing ? store.items().reader().places(node.key().partition()) : KeyRange.ALL,
                null)) {
      while (items.next()) {
        RecordKey name = items.name();
        ElementKey edge =
            new ElementKey(
                PartitionKey.decode(name.logical().value()),
                new String(name.id(), StandardCharsets.UTF_8));
        traffic.item(edge.partition(), items.item().jsonBytes());
        Link link = link(node, outgoing, edge, items.item().document(), labels);
        if (link != null) {
          links.add(link);
        }
      }
    }
    return links;
  }

  /** A part of an array. */
  private static final class Range implements Iterator<Link> {

    private final Link[] links;
    private final int end;
    private int next;

    Range(Link[] links, int from, int end) {
      this.links = links;
      this.next = from;
      this.end = end;
    }

    @Override
    public boolean hasNext() {
      return next < end;
    }

    @Override
    public Link next() {
      if (next >= end) {
        throw new NoSuchElementException();
      }
      return links[next++];
    }
  }

  /** The edges of a vertex that has too many to hold them all. */
  private final class Pages implements Iterator<Link> {

    private final Node node;
    private final boolean outgoing;
    private final List<@Nullable String> labels = new ArrayList<>();
    private Iterator<Link> page = Collections.emptyIterator();
    private byte @Nullable [] place;
    private int label;

    Pages(Node node, boolean outgoing, String[] labels) {
      this.node = node;
      this.outgoing = outgoing;
      if (labels.length == 0) {
        this.labels.add(null);
      } else {
        Collections.addAll(this.labels, labels);
      }
    }

    @Override
    public boolean hasNext() {
      while (!page.hasNext() && label < labels.size()) {
        page = turn().iterator();
      }
      return page.hasNext();
    }

    @Override
    public Link next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return page.next();
    }

    private List<Link> turn() {
      List<Link> links = new ArrayList<>();
      int entries = 0;
      try (IndexCursor cursor = open(node, outgoing, labels.get(label), place)) {
        boolean more = true;
        while (entries < PAGE && (more = cursor.next())) {
          entries++;
          place = cursor.place();
          Link link = link(node, outgoing, cursor);
          if (link != null) {
            links.add(link);
          }
        }
        if (!more) {
          label++;
          place = null;
        }
      }
      count(node, outgoing, entries);
      return links;
    }
  }
}
