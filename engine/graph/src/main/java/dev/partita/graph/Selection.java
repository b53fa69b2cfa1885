package dev.partita.graph;

import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/**
 * Which elements a traversal begins with.
 *
 * @param byId whether ids were given, so that the next two say all
 * @param keys elements whose partition is known
 * @param ids elements of which only the id is known
 * @param partitions the partition keys that were asked for; null for all
 * @param labels the labels that were asked for; null for all
 * @param conditions everything that was asked for, ids aside
 */
record Selection(
    boolean byId,
    List<ElementKey> keys,
    List<String> ids,
    @Nullable Set<PartitionKey> partitions,
    @Nullable Set<String> labels,
    List<HasContainer> conditions) {

  static Selection of(PartitaGraph graph, Object[] given, List<HasContainer> conditions) {
    Set<PartitionKey> partitions = null;
    Set<String> labels = null;
    for (HasContainer condition : conditions) {
      Set<Object> values = Predicates.values(condition.getPredicate());
      if (values == null) {
        continue;
      }
      if (graph.keyName().equals(condition.getKey()) && partitions == null) {
        partitions = new LinkedHashSet<>();
        for (Object value : values) {
          partitions.add(PartitionKey.of(Values.partitionValue(value)));
        }
      } else if (T.label.getAccessor().equals(condition.getKey()) && labels == null) {
        labels = new LinkedHashSet<>();
        for (Object value : values) {
          labels.add(String.valueOf(value));
        }
      }
    }
    List<ElementKey> keys = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (Object id : given) {
      resolve(graph, id, partitions, keys, ids);
    }
    return new Selection(given.length > 0, keys, ids, partitions, labels, conditions);
  }

  private static void resolve(
      PartitaGraph graph,
      @Nullable Object id,
      @Nullable Set<PartitionKey> partitions,
      List<ElementKey> keys,
      List<String> ids) {
    switch (id) {
      case null -> {}
      case String text -> resolve(text, partitions, keys, ids);
      case ElementKey key -> keys.add(key);
      case PartitaVertex vertex -> keys.add(vertex.key());
      case PartitaEdge edge -> keys.add(edge.key());
      case Element element -> resolve(graph, element.id(), partitions, keys, ids);
      default -> resolve(id.toString(), partitions, keys, ids);
    }
  }

  private static void resolve(
      String id, @Nullable Set<PartitionKey> partitions, List<ElementKey> keys, List<String> ids) {
    if (partitions == null) {
      ids.add(id);
    } else {
      partitions.forEach(partition -> keys.add(new ElementKey(partition, id)));
    }
  }

  /**
   * What this says of the documents of elements.
   *
   * @param keyName the name of the property that is the partition key
   */
  Predicate filter(String keyName) {
    List<Predicate> all = new ArrayList<>();
    if (byId) {
      Set<String> named = new LinkedHashSet<>(ids);
      keys.forEach(key -> named.add(key.id()));
      all.add(in("id", named.stream().<JsonValue>map(JsonString::of).toList()));
    }
    if (partitions != null) {
      all.add(in(keyName, partitions.stream().map(key -> key.components().getFirst()).toList()));
    }
    if (labels != null) {
      all.add(in("label", labels.stream().<JsonValue>map(JsonString::of).toList()));
    }
    for (HasContainer condition : beyond(keyName, partitions != null, labels != null)) {
      String name = condition.getKey();
      if (name != null && !name.equals(T.id.getAccessor())) {
        all.add(Predicates.of(condition.getPredicate(), FieldPath.of(name)));
      }
    }
    return new Predicate.And(all);
  }

  private static Predicate in(String property, List<JsonValue> values) {
    return new Predicate.In(FieldPath.of(property), values);
  }

  /** Whether an element that is stored like this is one of these, as far as can be told from it. */
  boolean mayHave(ElementKey key, JsonObject document) {
    if (partitions != null && !partitions.contains(key.partition())) {
      return false;
    }
    for (HasContainer condition : conditions) {
      if (!mayMeet(condition, document)) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayMeet(HasContainer condition, JsonObject document) {
    String name = condition.getKey();
    if (name == null || name.equals(T.id.getAccessor())) {
      return true;
    }
    List<Object> values = new ArrayList<>();
    if (name.equals(T.label.getAccessor())) {
      values.add(
          EdgeShape.text(
              document.at("label"),
              VertexShape.isVertex(document)
                  ? VertexShape.DEFAULT_LABEL
                  : EdgeShape.DEFAULT_LABEL));
    } else {
      Object plain = Values.toJava(document.at(name));
      if (plain != null) {
        values.add(plain);
      }
      for (VertexData.PropertyData property : VertexShape.properties(document)) {
        if (property.key().equals(name)) {
          values.add(property.value());
        }
      }
    }
    for (Object value : values) {
      if (meets(condition, value)) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("unchecked") // What a predicate is about is not known to the compiler.
  private static boolean meets(HasContainer condition, Object value) {
    try {
      return ((P<Object>) condition.getPredicate()).test(value);
    } catch (RuntimeException e) {
      // What cannot be compared may be it.
      return true;
    }
  }

  /** The conditions that are not answered by going to partitions, or to labels. */
  List<HasContainer> beyond(String keyName, boolean partitioned, boolean labelled) {
    List<HasContainer> rest = new ArrayList<>(conditions);
    if (partitioned) {
      removeFirst(rest, keyName);
    }
    if (labelled) {
      removeFirst(rest, T.label.getAccessor());
    }
    return rest;
  }

  /** The first that names values is the one that was gone by. */
  private static void removeFirst(List<HasContainer> conditions, String key) {
    for (int i = 0; i < conditions.size(); i++) {
      HasContainer condition = conditions.get(i);
      if (key.equals(condition.getKey()) && Predicates.values(condition.getPredicate()) != null) {
        conditions.remove(i);
        return;
      }
    }
  }
}
