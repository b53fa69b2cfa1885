package dev.partita.advice;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The paths of a container that a key could be made of, found out from its first documents and from
 * its requests. Immutable once it is made.
 */
final class Paths {

  /** What is known of a path. */
  record Path(String text, JsonPath path, double filtered, int distinct, double present) {}

  private static final int MOST = 12;
  private static final int DEPTH_MAX = 3;
  private static final int FOUND_MAX = 200;
  private static final double PRESENT_LEAST = 0.5;

  private final List<Path> paths;
  private final Map<String, String> aliases;

  private Paths(List<Path> paths, Map<String, String> aliases) {
    this.paths = paths;
    this.aliases = aliases;
  }

  /**
   * @param filtered the weight of requests that name a value, by path
   * @param always paths that are kept whatever they are
   */
  static Paths of(
      List<JsonObject> documents,
      Map<String, Double> filtered,
      Set<String> always,
      ValueHash hash) {
    Set<String> found = new LinkedHashSet<>(always);
    for (JsonObject document : documents) {
      find(document, new ArrayList<>(), found);
    }
    List<Path> all = new ArrayList<>();
    Map<String, long[]> columns = new LinkedHashMap<>();
    for (String text : found) {
      JsonPath path = JsonPath.parse(text);
      long[] column = new long[documents.size()];
      Set<Long> distinct = new HashSet<>();
      int present = 0;
      for (int i = 0; i < column.length; i++) {
        JsonValue value = scalar(path.evaluate(documents.get(i)));
        column[i] = value.isUndefined() ? Rows.MISSING : hash.of(value);
        if (column[i] != Rows.MISSING) {
          present++;
          distinct.add(column[i]);
        }
      }
      double share = column.length == 0 ? 0 : present / (double) column.length;
      boolean useful = share >= PRESENT_LEAST && distinct.size() > 1;
      if (useful || always.contains(text)) {
        columns.put(text, column);
        all.add(new Path(text, path, filtered.getOrDefault(text, 0.0), distinct.size(), share));
      }
    }
    Map<String, String> aliases = aliases(all, columns);
    all.removeIf(path -> aliases.containsKey(path.text()) && !always.contains(path.text()));
    all.sort(
        Comparator.comparing((Path path) -> !always.contains(path.text()))
            .thenComparing(Path::filtered, Comparator.reverseOrder())
            .thenComparing(Path::distinct, Comparator.reverseOrder()));
    return new Paths(List.copyOf(all.subList(0, Math.min(all.size(), MOST))), aliases);
  }

  /** Paths with the value that another one has in every document, which stands for both. */
  private static Map<String, String> aliases(List<Path> all, Map<String, long[]> columns) {
    Map<String, String> aliases = new LinkedHashMap<>();
    List<Path> order = new ArrayList<>(all);
    // What a property is called says more than that it is the id.
    order.sort(
        Comparator.comparing((Path path) -> path.text().equals("/id"))
            .thenComparing(Path::filtered, Comparator.reverseOrder()));
    for (int i = 0; i < order.size(); i++) {
      for (int j = i + 1; j < order.size(); j++) {
        Path first = order.get(i);
        Path second = order.get(j);
        if (first.distinct() > 1
            && !aliases.containsKey(second.text())
            && !aliases.containsKey(first.text())
            && Arrays.equals(columns.get(first.text()), columns.get(second.text()))) {
          aliases.put(second.text(), first.text());
        }
      }
    }
    return aliases;
  }

  private static void find(JsonObject object, List<String> names, Set<String> found) {
    object.forEach(
        member -> {
          boolean system = names.isEmpty() && member.name().startsWith("_");
          if (system || found.size() >= FOUND_MAX) {
            return;
          }
          names.add(member.name());
          if (member.value() instanceof JsonObject inner) {
            if (names.size() < DEPTH_MAX) {
              find(inner, names, found);
            }
          } else if (!(member.value() instanceof JsonArray)) {
            found.add(JsonPath.of(names.toArray(String[]::new)).toString());
          }
          names.removeLast();
        });
  }

  static JsonValue scalar(JsonValue value) {
    return value instanceof JsonObject || value instanceof JsonArray
        ? JsonUndefined.UNDEFINED
        : value;
  }

  List<Path> all() {
    return paths;
  }

  /** The paths that have the same values as one, with itself. */
  List<String> sameAs(String path) {
    List<String> same = new ArrayList<>();
    same.add(path);
    String standing = aliases.getOrDefault(path, path);
    if (!standing.equals(path)) {
      same.add(standing);
    }
    aliases.forEach(
        (alias, of) -> {
          if (of.equals(standing) && !alias.equals(path)) {
            same.add(alias);
          }
        });
    return same;
  }

  int column(String path) {
    for (int i = 0; i < paths.size(); i++) {
      if (paths.get(i).text().equals(path)) {
        return i;
      }
    }
    return -1;
  }
}
