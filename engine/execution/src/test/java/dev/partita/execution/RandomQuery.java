package dev.partita.execution;

import dev.partita.json.JsonValue;
import dev.partita.query.compile.Parameters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Queries over {@link RandomDocuments}: valid as a rule, and with a filter that finds something
 * often enough. For one query.
 */
final class RandomQuery {

  private final SplittableRandom random;
  private final RandomDocuments documents;
  private final Map<String, JsonValue> parameters = new HashMap<>();

  /** What may be read: names of items, and names of elements. */
  private final List<String> items = new ArrayList<>();

  private final List<String> elements = new ArrayList<>();

  /** What was filtered by last: an order by the same is common. */
  private @Nullable String lastName;

  RandomQuery(SplittableRandom random) {
    this.random = random;
    this.documents = new RandomDocuments(random);
  }

  /** A query as clients send it to each partition, to merge the rows. */
  String mergedText() {
    items.add("c");
    String where = random.nextBoolean() ? "" : " WHERE " + predicate(1);
    String by = "c." + orderPath();
    return "SELECT c._rid, [{\"item\": "
        + by
        + "}] AS orderByItems, c AS payload FROM c"
        + where
        + " ORDER BY "
        + by
        + direction();
  }

  /** A text; its parameters are known afterwards. */
  String text() {
    String from = from();
    boolean grouped = random.nextInt(5) == 0;
    String where = random.nextInt(5) == 0 ? "" : " WHERE " + predicate(2);
    boolean joined = !elements.isEmpty();
    StringBuilder query = new StringBuilder("SELECT ");
    query.append(random.nextInt(6) == 0 ? "DISTINCT " : "");
    query.append(random.nextInt(6) == 0 ? "TOP " + count() + " " : "");
    if (grouped) {
      grouped(query, from, where);
    } else {
      query.append(selection(joined)).append(from).append(where);
      if (!items.isEmpty() && random.nextInt(3) == 0) {
        query.append(orderBy());
      }
    }
    if (random.nextInt(8) == 0) {
      query.append(" OFFSET ").append(random.nextInt(5)).append(" LIMIT ").append(count());
    }
    return query.toString();
  }

  Parameters parameters() {
    return new Parameters(parameters);
  }

  private String from() {
    return switch (random.nextInt(12)) {
      case 0 -> {
        elements.add("e");
        yield " FROM e IN c." + arrayName();
      }
      case 1 -> {
        items.add("c");
        yield " FROM (SELECT VALUE r FROM r WHERE IS_DEFINED(r." + name() + ")) c";
      }
      case 2 -> {
        elements.add("e");
        yield " FROM (SELECT DISTINCT VALUE r." + name() + " FROM r) e";
      }
      case 3, 4 -> {
        items.add("c");
        elements.add("e");
        yield " FROM c JOIN e IN c." + arrayName();
      }
      case 5 -> {
        items.add("c");
        elements.add("e");
        elements.add("f");
        yield " FROM c JOIN e IN c."
            + arrayName()
            + " JOIN f IN "
            + (random.nextBoolean() ? "c." + arrayName() : "e");
      }
      default -> {
        items.add("c");
        yield " FROM c";
      }
    };
  }

  private void grouped(StringBuilder query, String from, String where) {
    String path = path();
    String aggregate =
        List.of("COUNT", "SUM", "MIN", "MAX", "AVG", "COUNTIF").get(random.nextInt(6));
    String argument = random.nextInt(3) == 0 ? "1" : path();
    switch (random.nextInt(6)) {
      case 0 ->
          query
              .append("VALUE ")
              .append(aggregate)
              .append('(')
              .append(argument)
              .append(')')
              .append(from)
              .append(where);
      case 1 ->
          query
              .append(aggregate)
              .append('(')
              .append(argument)
              .append(") AS x, COUNT(1) AS y")
              .append(from)
              .append(where);
      case 2, 3 ->
          query
              .append(
                  List.of("VALUE COUNT(1)", "COUNT(1) AS n", "VALUE [COUNT(c) + 1]")
                      .get(random.nextInt(3)))
              .append(from)
              .append(where);
      case 4 ->
          query
              .append("VALUE ")
              .append(path)
              .append(from)
              .append(where)
              .append(" GROUP BY ")
              .append(path);
      default -> {
        query
            .append(path)
            .append(" AS g, ")
            .append(aggregate)
            .append('(')
            .append(argument)
            .append(") AS x")
            .append(from)
            .append(where)
            .append(" GROUP BY ")
            .append(path);
      }
    }
  }

  private String selection(boolean joined) {
    return switch (random.nextInt(joined ? 4 : 5)) {
      case 0 -> "VALUE " + path();
      case 1 -> path() + " AS x, " + path() + " AS y";
      case 2 -> "VALUE " + scalar();
      case 3 ->
          (items.isEmpty() ? elements.getFirst() : items.getFirst())
              + " AS whole, "
              + path()
              + " AS x";
      default -> "*";
    };
  }

  private String orderBy() {
    String item = items.getFirst();
    String first = " ORDER BY " + item + "." + orderPath() + direction();
    return random.nextInt(4) == 0 ? first + ", " + item + "." + orderPath() + direction() : first;
  }

  private String orderPath() {
    if (lastName != null && random.nextBoolean()) {
      return lastName;
    }
    return random.nextInt(5) == 0 ? "o.a" : random.nextInt(6) == 0 ? "_ts" : name();
  }

  private String direction() {
    return List.of("", " ASC", " DESC").get(random.nextInt(3));
  }

  private String predicate(int depth) {
    if (depth > 0 && random.nextInt(3) != 0) {
      return switch (random.nextInt(5)) {
        case 0, 1 -> "(" + predicate(depth - 1) + " AND " + predicate(depth - 1) + ")";
        case 2, 3 -> "(" + predicate(depth - 1) + " OR " + predicate(depth - 1) + ")";
        default -> "NOT (" + predicate(depth - 1) + ")";
      };
    }
    if (random.nextInt(12) == 0 && !items.isEmpty()) {
      return keyPredicate(items.getFirst());
    }
    String path = path();
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> path + " = " + constant();
      case 3 -> path + " != " + constant();
      case 4, 5 -> path + List.of(" < ", " <= ", " > ", " >= ").get(random.nextInt(4)) + constant();
      case 6 ->
          path
              + (random.nextInt(4) == 0 ? " NOT" : "")
              + " IN ("
              + constant()
              + ", "
              + constant()
              + ", "
              + constant()
              + ")";
      case 7 -> "(" + path + " BETWEEN " + constant() + " AND " + constant() + ")";
      case 8 -> "STARTSWITH(" + path + ", " + string() + (random.nextInt(4) == 0 ? ", true)" : ")");
      case 9 -> typeTest() + "(" + path + ")";
      case 10 ->
          "ARRAY_CONTAINS("
              + arrayPath()
              + ", "
              + constant()
              + (random.nextInt(3) == 0 ? ", true)" : ")");
      case 11 ->
          "EXISTS(SELECT VALUE t FROM t IN "
              + arrayPath()
              + " WHERE t"
              + (random.nextInt(3) == 0 ? ".a" : "")
              + List.of(" = ", " > ", " <= ").get(random.nextInt(3))
              + constant()
              + ")";
      case 12 ->
          "STRINGEQUALS(" + path + ", " + string() + (random.nextInt(3) == 0 ? ", true)" : ")");
      case 13 -> path + " LIKE " + List.of("'a%'", "'%b'", "'_b%'", "'ab'").get(random.nextInt(4));
      case 14 -> path + " = " + path();
      default -> random.nextBoolean() ? path : "CONTAINS(" + path + ", " + string() + ")";
    };
  }

  /** A filter on the partition key. */
  private String keyPredicate(String item) {
    return switch (random.nextInt(4)) {
      case 0 -> item + ".pk = '" + key() + "'";
      case 1 -> item + ".pk IN ('" + key() + "', '" + key() + "')";
      case 2 -> item + ".sub = " + random.nextInt(3);
      default -> "(" + item + ".pk = '" + key() + "' AND " + item + ".sub = 0)";
    };
  }

  private String key() {
    return RandomDocuments.KEYS.get(random.nextInt(RandomDocuments.KEYS.size()));
  }

  private String typeTest() {
    return List.of(
            "IS_DEFINED",
            "IS_NULL",
            "IS_NUMBER",
            "IS_STRING",
            "IS_BOOL",
            "IS_ARRAY",
            "IS_OBJECT",
            "IS_PRIMITIVE",
            "IS_INTEGER")
        .get(random.nextInt(9));
  }

  private String scalar() {
    return switch (random.nextInt(5)) {
      case 0 -> "{x: " + path() + ", y: [" + path() + "]}";
      case 1 -> "(" + path() + " ?? " + constant() + ")";
      case 2 -> "ARRAY(SELECT VALUE t FROM t IN " + arrayPath() + ")";
      case 3 -> "(" + path() + " + 1)";
      default -> "(SELECT VALUE COUNT(1) FROM t IN " + arrayPath() + ")";
    };
  }

  private String path() {
    if (items.isEmpty() || (!elements.isEmpty() && random.nextInt(3) == 0)) {
      String element = elements.get(random.nextInt(elements.size()));
      return random.nextInt(3) == 0 ? element + "." + name() : element;
    }
    String item = items.get(random.nextInt(items.size()));
    return switch (random.nextInt(12)) {
      case 0 -> item + ".o.a";
      case 1 -> item + ".o." + name();
      case 2 -> item + ".pk";
      case 3 -> item + ".id";
      case 4 -> item + "." + arrayName() + "[" + random.nextInt(2) + "]";
      case 5 -> item + ".missing";
      case 6 -> item + "[\"" + name() + "\"]";
      default -> item + "." + name();
    };
  }

  private String arrayPath() {
    return (items.isEmpty() ? elements.getFirst() : items.getFirst()) + "." + arrayName();
  }

  private String name() {
    lastName = RandomDocuments.NAMES.get(random.nextInt(RandomDocuments.NAMES.size()));
    return lastName;
  }

  private String arrayName() {
    return RandomDocuments.ARRAYS.get(random.nextInt(RandomDocuments.ARRAYS.size()));
  }

  private String constant() {
    JsonValue value =
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> documents.number();
          case 3, 4, 5 -> documents.string();
          case 6 -> documents.value(0);
          default -> documents.value(2);
        };
    if (random.nextInt(20) == 0) {
      return "undefined";
    }
    if (random.nextInt(3) == 0) {
      return parameter(value);
    }
    return value.toString();
  }

  private String string() {
    JsonValue value = documents.string();
    return random.nextInt(3) == 0 ? parameter(value) : value.toString();
  }

  private String parameter(JsonValue value) {
    String name = "@p" + parameters.size();
    parameters.put(name, value);
    return name;
  }

  private int count() {
    return random.nextInt(4) == 0 ? random.nextInt(3) : 1 + random.nextInt(12);
  }
}
