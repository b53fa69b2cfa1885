package dev.partita.index;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.function.Function;

/**
 * Finds the entries of documents under one policy. They follow from the document and, for those
 * that have {@code _ts}, from the time at which it is stored, which the writer alone knows; hence
 * the two parts. Safe for use by any number of threads.
 */
public final class DocumentIndexer {

  private static final IndexPath TIME_PATH = IndexPath.of(IndexingPolicy.TIME);
  private static final long TIME_HASH = TIME_PATH.hash();
  private static final long ID_HASH = IndexPath.of(IndexingPolicy.ID).hash();

  private final IndexingPolicy policy;
  private final PathNode root;
  private final List<Missing> explicit;
  private final List<Composite> composites;
  private final List<Composite> timedComposites;

  private record Missing(IndexPath path, long hash) {}

  private record Composite(CompositeIndex index, long hash) {}

  public DocumentIndexer(IndexingPolicy policy) {
    this.policy = policy;
    this.root = PathNode.root(policy.rules());
    this.explicit = policy.explicit().stream().map(path -> new Missing(path, path.hash())).toList();
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
    Entries.Collector found = new Entries.Collector(512);
    for (int i = 0; i < document.size(); i++) {
      String name = document.nameAt(i);
      if (name.equals(IndexingPolicy.ID)) {
        found.begin(EntryKeys.RANGE, ID_HASH).term(document.valueAt(i));
      } else if (!isSystem(name)) {
        visit(root.property(name), document.valueAt(i), found);
      }
    }
    for (Missing missing : explicit) {
      if (at(document, missing.path).isUndefined()) {
        found.begin(EntryKeys.RANGE, missing.hash).term(JsonUndefined.UNDEFINED);
      }
    }
    composites.forEach(composite -> add(composite, path -> at(document, path), found));
    return found.finish();
  }

  /** The entries that follow from the time of the version as well. */
  public Entries timedEntries(JsonObject document, long seconds) {
    if (!policy.isOn()) {
      return Entries.NONE;
    }
    JsonNumber time = JsonNumber.of(seconds);
    Entries.Collector found = new Entries.Collector(64);
    found.begin(EntryKeys.RANGE, TIME_HASH).number(time);
    timedComposites.forEach(
        composite ->
            add(composite, path -> path.equals(TIME_PATH) ? time : at(document, path), found));
    return found.finish();
  }

  /** All entries of a version. */
  public Entries allEntries(JsonObject document, long seconds) {
    return entries(document).union(timedEntries(document, seconds));
  }

  private static void visit(PathNode node, JsonValue value, Entries.Collector found) {
    if (node.isIndexed()) {
      found.begin(EntryKeys.RANGE, node.hash()).term(value);
    }
    SpatialIndex shapes = node.shapes();
    if (shapes != null && value instanceof JsonObject) {
      for (long cell : shapes.cells(value)) {
        found.begin(EntryKeys.SPATIAL, node.hash()).u64(cell);
      }
    }
    if (!node.leadsOn()) {
      return;
    }
    if (value instanceof JsonObject object) {
      for (int i = 0; i < object.size(); i++) {
        visit(node.property(object.nameAt(i)), object.valueAt(i), found);
      }
    } else if (value instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        visit(node.elements(), array.at(i), found);
      }
    }
  }

  private static void add(
      Composite composite, Function<IndexPath, JsonValue> values, Entries.Collector found) {
    TermBuffer terms = found.begin(EntryKeys.COMPOSITE, composite.hash);
    for (CompositeIndex.Column column : composite.index.columns()) {
      int start = terms.length();
      terms.term(values.apply(column.path()));
      if (column.descending()) {
        terms.complementFrom(start);
      }
    }
  }

  private static JsonValue at(JsonObject document, IndexPath path) {
    JsonValue value = document;
    for (IndexPath.Step step : path.steps()) {
      value =
          value instanceof JsonObject object && step instanceof IndexPath.Property(String name)
              ? object.at(name)
              : JsonUndefined.UNDEFINED;
    }
    return value;
  }

  private static boolean isSystem(String name) {
    return name.startsWith("_") && IndexingPolicy.SYSTEM_PROPERTIES.contains(name);
  }

  private List<Composite> composites(boolean timed) {
    return policy.composites().stream()
        .filter(index -> index.hasPath(TIME_PATH) == timed)
        .map(index -> new Composite(index, index.hash()))
        .toList();
  }
}
