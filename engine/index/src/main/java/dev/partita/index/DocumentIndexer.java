package dev.partita.index;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entries of documents under one policy. They follow from the document and, for those
 * that have {@code _ts}, from the time at which it is stored, which the writer alone knows; hence
 * the two parts. Safe for use by any number of threads.
 */
public final class DocumentIndexer {

  private static final IndexPath TIME_PATH = IndexPath.of(IndexingPolicy.TIME);
  private static final long TIME_HASH = TIME_PATH.hash();

  private static final int USUAL_BYTES_MAX = 512;
  private static final int SPARE_BYTES = 32;

  private final IndexingPolicy policy;
  private final PathNode root;
  private final List<Missing> explicit;
  private final List<Composite> composites;
  private final List<Composite> timedComposites;
  private volatile @Nullable OfSecond lastSecond;

  /** About what the entries of a document take, as those of another did; no more than a guess. */
  private int usualBytes = USUAL_BYTES_MAX;

  /** The entries of all documents that were stored in the same second. */
  private record OfSecond(long seconds, Entries entries) {}

  private record Missing(Place place, long hash) {}

  /** The places of a document that are still to be visited. Not for use by several threads. */
  private static final class Places {

    private static final int USUAL = 8;

    private PathNode[] nodes = new PathNode[USUAL];
    private JsonValue[] values = new JsonValue[USUAL];
    private int count;

    void addMembers(PathNode parent, JsonObject object) {
      for (int i = 0; i < object.size(); i++) {
        add(parent.property(object.nameAt(i)), object.valueAt(i));
      }
    }

    void addWithin(PathNode parent, JsonValue whole) {
      if (whole instanceof JsonObject object) {
        addMembers(parent, object);
      } else if (whole instanceof JsonArray array) {
        for (int i = 0; i < array.size(); i++) {
          add(parent.elements(), array.at(i));
        }
      }
    }

    private void add(PathNode place, JsonValue there) {
      if (place.isIdle()) {
        return;
      }
      if (count == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      nodes[count] = place;
      values[count] = there;
      count++;
    }
  }

  private record Composite(Column[] columns, long hash) {}

  private record Column(Place place, boolean descending) {}

  /** Where a value of a document is that is no element of an array. */
  private static final class Place {

    /** The names of the properties that lead there; null if nothing does. */
    private final String @Nullable [] names;

    private final boolean time;

    Place(IndexPath path) {
      names =
          path.hasElements()
              ? null
              : path.steps().stream()
                  // As constants are: what names a property in a program is found at a glance.
                  .map(step -> ((IndexPath.Property) step).name().intern())
                  .toArray(String[]::new);
      time = path.equals(TIME_PATH);
    }

    /**
     * @param now the time at which the document is stored; undefined if that does not matter
     */
    JsonValue valueIn(JsonObject document, JsonValue now) {
      if (names == null || time) {
        return time ? now : JsonUndefined.UNDEFINED;
      }
      JsonValue value = document;
      for (String name : names) {
        value = value instanceof JsonObject object ? object.at(name) : JsonUndefined.UNDEFINED;
      }
      return value;
    }
  }

  public DocumentIndexer(IndexingPolicy policy) {
    this.policy = policy;
    this.root = PathNode.root(policy.rules());
    this.explicit =
        policy.explicit().stream().map(path -> new Missing(new Place(path), path.hash())).toList();
    this.composites = composites(false);
    this.timedComposites = composites(true);
  }

  public IndexingPolicy policy() {
    return policy;
  }

  /** The entries that follow from the document alone; its system properties do not count. */
  public Entries entries(JsonObject document) {
    if (!policy.isOn()) {
      return Entries.NONE;
    }
    Entries.Collector found = new Entries.Collector(usualBytes);
    visitAll(document, found);
    for (Missing missing : explicit) {
      if (missing.place.valueIn(document, JsonUndefined.UNDEFINED).isUndefined()) {
        found.begin(EntryKeys.RANGE, missing.hash).term(JsonUndefined.UNDEFINED);
      }
    }
    for (Composite composite : composites) {
      add(composite, document, JsonUndefined.UNDEFINED, found);
    }
    Entries entries = found.finish();
    usualBytes = Math.min(entries.sizeBytes() + SPARE_BYTES, USUAL_BYTES_MAX);
    return entries;
  }

  /** The entries that follow from the time of the version as well. */
  public Entries timedEntries(JsonObject document, long seconds) {
    if (!policy.isOn()) {
      return Entries.NONE;
    }
    JsonNumber time = JsonNumber.of(seconds);
    if (timedComposites.isEmpty()) {
      return ofSecond(seconds, time);
    }
    Entries.Collector found = timed(time);
    for (Composite composite : timedComposites) {
      add(composite, document, time, found);
    }
    return found.finish();
  }

  private Entries ofSecond(long seconds, JsonNumber time) {
    OfSecond last = lastSecond;
    if (last == null || last.seconds != seconds) {
      last = new OfSecond(seconds, timed(time).finish());
      lastSecond = last;
    }
    return last.entries;
  }

  private static Entries.Collector timed(JsonNumber time) {
    Entries.Collector found = new Entries.Collector(64);
    found.begin(EntryKeys.RANGE, TIME_HASH).number(time);
    return found;
  }

  /** All entries of a version. */
  public Entries allEntries(JsonObject document, long seconds) {
    return entries(document).union(timedEntries(document, seconds));
  }

  /** Finds what the rules ask for: one place after the other, in no order. */
  private void visitAll(JsonObject document, Entries.Collector found) {
    Places open = new Places();
    open.addMembers(root, document);
    while (open.count > 0) {
      int last = --open.count;
      PathNode node = open.nodes[last];
      JsonValue value = open.values[last];
      if (node.isIndexed()) {
        found.begin(EntryKeys.RANGE, node.hash()).term(value);
      }
      SpatialIndex shapes = node.shapes();
      if (shapes != null && value instanceof JsonObject) {
        for (long cell : shapes.cells(value)) {
          found.begin(EntryKeys.SPATIAL, node.hash()).u64(cell);
        }
      }
      if (node.leadsOn()) {
        open.addWithin(node, value);
      }
    }
  }

  private static void add(
      Composite composite, JsonObject document, JsonValue now, Entries.Collector found) {
    TermBuffer terms = found.begin(EntryKeys.COMPOSITE, composite.hash);
    for (Column column : composite.columns) {
      int start = terms.length();
      terms.term(column.place.valueIn(document, now));
      if (column.descending) {
        terms.complementFrom(start);
      }
    }
  }

  private List<Composite> composites(boolean timed) {
    return policy.composites().stream()
        .filter(index -> index.hasPath(TIME_PATH) == timed)
        .map(index -> new Composite(columns(index), index.hash()))
        .toList();
  }

  private static Column[] columns(CompositeIndex index) {
    return index.columns().stream()
        .map(column -> new Column(new Place(column.path()), column.descending()))
        .toArray(Column[]::new);
  }
}
