package dev.partita.gremlin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.DT;
import org.apache.tinkerpop.gremlin.process.traversal.GType;
import org.apache.tinkerpop.gremlin.process.traversal.Merge;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.Pick;
import org.apache.tinkerpop.gremlin.process.traversal.Pop;
import org.apache.tinkerpop.gremlin.process.traversal.SackFunctions;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.WithOptions;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/**
 * Allow-list of the words of scripts and bytecode. It has no step that reads or writes files, calls
 * services or runs programs over the whole graph. Pure functions.
 */
final class Vocabulary {

  /** Configuration that may precede the first step. */
  static final Set<String> SOURCES =
      Set.of(
          "with",
          "withBulk",
          "withPath",
          "withSack",
          "withSideEffect",
          "withStrategies",
          "withoutStrategies");

  static final Set<String> STEPS =
      Set.of(
          ("E V addE addV aggregate all and any as asBool asDate asNumber asString barrier both"
               + " bothE bothV branch by cap choose coalesce coin combine concat conjoin constant"
               + " count cyclicPath dateAdd dateDiff dedup difference discard disjunct drop element"
               + " elementMap emit fail filter flatMap fold format from group groupCount has hasId"
               + " hasKey hasLabel hasNot hasValue id identity in inE inV index inject intersect is"
               + " key lTrim label length limit local loops map match math max mean merge mergeE"
               + " mergeV min none not option optional or order otherV out outE outV path product"
               + " profile project properties property propertyMap rTrim range repeat replace"
               + " reverse sack sample select sideEffect simplePath skip split substring sum tail"
               + " timeLimit times to toE toLower toUpper toV tree trim unfold union until value"
               + " valueMap values where with")
              .split(" "));

  /** Strategies that a client may ask for. */
  static final Set<String> STRATEGIES =
      Set.of(
          "PartitionStrategy",
          "SubgraphStrategy",
          "ReadOnlyStrategy",
          "SeedStrategy",
          "OptionsStrategy",
          "ProductiveByStrategy",
          "EdgeLabelVerificationStrategy",
          "ReservedKeysVerificationStrategy");

  static final Set<String> PREDICATES =
      Set.of(
          "eq", "neq", "gt", "gte", "lt", "lte", "inside", "outside", "between", "within",
          "without", "typeOf");

  static final Set<String> TEXT_PREDICATES =
      Set.of(
          "startingWith",
          "notStartingWith",
          "endingWith",
          "notEndingWith",
          "containing",
          "notContaining",
          "regex",
          "notRegex");

  private static final Map<String, Class<? extends Enum<?>>> ENUMS =
      Map.ofEntries(
          Map.entry("T", T.class),
          Map.entry("Order", Order.class),
          Map.entry("Scope", Scope.class),
          Map.entry("Pop", Pop.class),
          Map.entry("Column", Column.class),
          Map.entry("Direction", Direction.class),
          Map.entry("Cardinality", VertexProperty.Cardinality.class),
          Map.entry("Operator", Operator.class),
          Map.entry("Pick", Pick.class),
          Map.entry("Merge", Merge.class),
          Map.entry("DT", DT.class),
          Map.entry("GType", GType.class),
          Map.entry("Barrier", SackFunctions.Barrier.class));

  /** Types in which unqualified words are looked up, in this order. */
  private static final List<String> ALONE =
      List.of(
          "T",
          "Order",
          "Scope",
          "Cardinality",
          "Column",
          "Pop",
          "Pick",
          "Direction",
          "Merge",
          "Operator",
          "DT",
          "Barrier",
          "GType");

  private static final Map<String, Object> WORDS = words();

  private Vocabulary() {}

  private static Map<String, Object> words() {
    Map<String, Object> words = new HashMap<>();
    for (String type : ALONE) {
      Class<? extends Enum<?>> known = ENUMS.get(type);
      if (known != null) {
        for (Enum<?> constant : known.getEnumConstants()) {
          words.putIfAbsent(constant.name(), constant);
        }
      }
    }
    words.put("incr", Order.asc);
    words.put("decr", Order.desc);
    words.put("from", Direction.from);
    words.put("to", Direction.to);
    return words;
  }

  /** Value of a word that is not a variable; null if it is unknown. */
  static @Nullable Object word(String word) {
    return WORDS.get(word);
  }

  /** Constant of a type; null if it has none of this name. */
  static @Nullable Object constant(String type, String name) {
    Class<? extends Enum<?>> known = ENUMS.get(type);
    if (known == null) {
      return null;
    }
    Object word = WORDS.get(name);
    if (known.isInstance(word)) {
      return word;
    }
    for (Enum<?> constant : known.getEnumConstants()) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    return null;
  }

  /** Constants of the options of {@code with()}. */
  static @Nullable Object withOption(String name) {
    return switch (name) {
      case "tokens" -> WithOptions.tokens;
      case "none" -> WithOptions.none;
      case "ids" -> WithOptions.ids;
      case "labels" -> WithOptions.labels;
      case "keys" -> WithOptions.keys;
      case "values" -> WithOptions.values;
      case "all" -> WithOptions.all;
      case "indexer" -> WithOptions.indexer;
      case "list" -> WithOptions.list;
      case "map" -> WithOptions.map;
      default -> null;
    };
  }

  /** Known word that is most similar to an unknown one, for error messages. */
  static String nearest(String name) {
    String best = "";
    int least = Integer.MAX_VALUE;
    for (String step : STEPS) {
      int distance = distance(step, name);
      if (distance < least || (distance == least && step.compareTo(best) < 0)) {
        least = distance;
        best = step;
      }
    }
    return best;
  }

  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int i = 0; i < row.length; i++) {
      row[i] = i;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], row[j]));
      }
    }
    return row[to.length()];
  }
}
