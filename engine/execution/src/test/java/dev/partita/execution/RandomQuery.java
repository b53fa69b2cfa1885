package dev.partita.execution;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
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
    this.documents = new RandomDocuments(random, false);
  }

  /** A query as clients send it to each partition, to merge the rows. */
  String mergedText() {
    items.add("c");
    String where = random.nextBoolean() ? "" : " WHERE " + predicate(1);
    String by = "c." + orderPath();
    String and = random.nextInt(3) == 0 ? "c." + orderPath() : null;
    String direction = direction();
    return "SELECT c._rid, [{\"item\": "
        + by
        + (and == null ? "" : "}, {\"item\": " + and)
        + "}] AS orderByItems, c AS payload FROM c"
        + where
        + " ORDER BY "
        + by
        + direction
        + (and == null ? "" : ", " + and + direction);
  }

  /** A query for the ids of some items. */
  String plainText() {
    items.add("c");
    String where = random.nextInt(4) == 0 ? "" : " WHERE " + predicate(1);
    return "SELECT VALUE c.id FROM c" + where + (random.nextBoolean() ? "" : orderBy());
  }

  /** A query that looks at few paths, in a way that the index can say much about. */
  String indexedText() {
    items.add("c");
    String path = "c." + orderPath();
    String where = indexedFilter(path);
    return switch (random.nextInt(8)) {
      case 0 -> "SELECT DISTINCT VALUE " + path + " FROM c" + where;
      case 1 -> "SELECT DISTINCT VALUE [LENGTH(" + path + "), " + path + " > 1] FROM c" + where;
      case 2 -> "SELECT " + path + " AS g, COUNT(1) AS n FROM c" + where + " GROUP BY " + path;
      case 3 ->
          "SELECT MIN("
              + path
              + ") AS a, MAX("
              + path
              + ") AS b, COUNT("
              + path
              + ") AS n FROM c"
              + where;
      case 4, 5 -> "SELECT VALUE COUNT(1) FROM c" + where;
      case 6 ->
          "SELECT "
              + (random.nextBoolean() ? "TOP " + count(1) + " " : "")
              + "c.id, "
              + path
              + " AS v FROM c"
              + where
              + " ORDER BY "
              + path
              + direction()
              + (random.nextBoolean() ? "" : ", c." + orderPath() + direction());
      default -> "SELECT VALUE c.id FROM c" + where;
    };
  }

  private String indexedFilter(String path) {
    String first = indexedPredicate(path);
    return switch (random.nextInt(6)) {
      case 0 -> "";
      case 1, 2 -> " WHERE " + first;
      case 3 -> " WHERE " + first + " AND " + indexedPredicate("c." + orderPath());
      case 4 ->
          " WHERE "
              + first
              + " AND "
              + indexedPredicate(path)
              + " AND "
              + indexedPredicate("c." + orderPath());
      default -> " WHERE " + first + " OR " + indexedPredicate("c." + orderPath());
    };
  }

  private String indexedPredicate(String path) {
    String predicate =
        switch (random.nextInt(11)) {
          case 8 -> "ST_DISTANCE(c.loc, " + shape() + ") < " + Math.pow(10, random.nextInt(3, 8));
          case 9 ->
              List.of("ST_WITHIN", "ST_INTERSECTS").get(random.nextInt(2))
                  + "(c.loc, "
                  + shape()
                  + ")";
          case 0, 1 -> path + " = " + constant();
          case 2 -> path + " IN (" + constant() + ", " + constant() + ", " + constant() + ")";
          case 3, 4 -> path + comparison() + constant();
          case 5 -> "(" + path + " BETWEEN " + constant() + " AND " + constant() + ")";
          case 6 -> typeTest() + "(" + path + ")";
          case 7 -> "STARTSWITH(" + path + ", " + string() + ")";
          default -> "ARRAY_CONTAINS(" + arrayPath() + ", " + constant() + ")";
        };
    return random.nextInt(8) == 0 ? "NOT (" + predicate + ")" : predicate;
  }

  /** A text; its parameters are known afterwards. */
  String text() {
    String from = from();
    boolean grouped = random.nextInt(5) == 0;
    String where = random.nextInt(5) == 0 ? "" : " WHERE " + predicate(2);
    boolean joined = !elements.isEmpty();
    StringBuilder query = new StringBuilder("SELECT ");
    query.append(random.nextInt(6) == 0 ? "DISTINCT " : "");
    query.append(random.nextInt(6) == 0 ? "TOP " + count(1) + " " : "");
    if (grouped) {
      grouped(query, from, where);
    } else {
      query.append(selection(joined)).append(from).append(where);
      if (!items.isEmpty() && random.nextInt(3) == 0) {
        query.append(orderBy());
      }
    }
    if (random.nextInt(8) == 0) {
      query.append(" OFFSET ").append(count(0)).append(" LIMIT ").append(count(1));
    }
    return query.toString();
  }

  Parameters parameters() {
    return new Parameters(parameters);
  }

  private String from() {
    return switch (random.nextInt(18)) {
      case 0 -> {
        elements.add("e");
        yield " FROM e IN c." + arrayName();
      }
      case 6 -> {
        elements.add("o");
        yield " FROM c.o";
      }
      case 7 -> {
        items.add("c");
        elements.add("e");
        String inner = name();
        yield " FROM c JOIN (SELECT VALUE t." + inner + " FROM t IN c." + arrayName() + ") e";
      }
      case 8 -> {
        items.add("c");
        elements.add("e");
        yield " FROM c JOIN e IN (SELECT VALUE c."
            + arrayName()
            + (random.nextBoolean() ? " WHERE IS_DEFINED(c." + name() + "))" : ")");
      }
      case 9 -> {
        elements.add("e");
        String key = random.nextBoolean() ? "r.pk" : "r." + name();
        yield " FROM (SELECT "
            + key
            + " AS a, COUNT(1) AS n, MAX(r.n) AS b FROM r GROUP BY "
            + key
            + ") e";
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
        List.of("COUNT", "SUM", "MIN", "MAX", "AVG", "COUNTIF", "COUNT").get(random.nextInt(7));
    String argument =
        switch (random.nextInt(6)) {
          case 0, 1 -> "1";
          case 2 -> scalar();
          case 3 -> predicate(0);
          default -> path();
        };
    switch (random.nextInt(8)) {
      case 6 -> {
        String other = random.nextInt(3) == 0 ? "IS_DEFINED(" + path() + ")" : path();
        query
            .append(path)
            .append(" AS g, ")
            .append(other)
            .append(" AS h, ")
            .append(aggregate)
            .append('(')
            .append(argument)
            .append(") AS x, COUNT(1) AS y, MIN(")
            .append(path())
            .append(") AS z")
            .append(from)
            .append(where)
            .append(" GROUP BY ")
            .append(path)
            .append(", ")
            .append(other);
      }
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
    StringBuilder order = new StringBuilder(first);
    for (int left = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0; left > 0; left--) {
      order.append(", ").append(item).append('.').append(orderPath()).append(direction());
    }
    return order.toString();
  }

  private String orderPath() {
    if (lastName != null && random.nextBoolean()) {
      return lastName;
    }
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> "o.a";
      case 3 -> "_ts";
      case 4 -> "pk";
      case 5 -> "id";
      case 6 -> "o.o.b";
      default -> name();
    };
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
    String not = random.nextInt(4) == 0 ? " NOT" : "";
    return switch (random.nextInt(25)) {
      case 0, 1, 2 -> path + " = " + constant();
      case 3 -> path + " != " + constant();
      case 4, 5 -> path + comparison() + constant();
      case 6 -> path + not + " IN (" + constant() + ", " + constant() + ", " + constant() + ")";
      case 7 -> "(" + path + not + " BETWEEN " + constant() + " AND " + constant() + ")";
      case 8 -> "STARTSWITH(" + path + ", " + string() + flag();
      case 9 -> typeTest() + "(" + path + ")";
      case 10 -> "ARRAY_CONTAINS(" + arrayPath() + ", " + constant() + flag();
      case 11 ->
          (random.nextInt(4) == 0 ? "NOT EXISTS" : "EXISTS")
              + "(SELECT VALUE t FROM t IN "
              + arrayPath()
              + " WHERE t"
              + (random.nextInt(3) == 0 ? ".a" : "")
              + comparison()
              + constant()
              + ")";
      case 12 -> "STRINGEQUALS(" + path + ", " + string() + flag();
      case 13 -> path + not + " LIKE " + pattern();
      case 14 -> path + comparison() + path();
      case 15 ->
          List.of("CONTAINS(", "ENDSWITH(").get(random.nextInt(2))
              + path
              + ", "
              + string()
              + flag();
      case 16 -> constant() + comparison() + path;
      case 17 ->
          List.of("ARRAY_CONTAINS_ANY(", "ARRAY_CONTAINS_ALL(").get(random.nextInt(2))
              + arrayPath()
              + ", "
              + constant()
              + ", "
              + constant()
              + ")";
      case 18 ->
          "ARRAY_CONTAINS(["
              + constant()
              + ", "
              + constant()
              + ", "
              + constant()
              + "], "
              + path
              + ")";
      case 19 -> "(" + path + " ?? " + constant() + ")" + comparison() + constant();
      case 20 ->
          List.of(
                  "LENGTH(" + path + ") > 1",
                  "UPPER(" + path + ") = " + string(),
                  "-" + path + " < 0",
                  "1 / " + path + " < 0")
              .get(random.nextInt(4));
      case 21 -> constant() + not + " IN (" + path + ", " + path() + ", " + constant() + ")";
      case 22 ->
          "REGEXMATCH(" + path + ", " + List.of("'^a'", "'b$'", "'.'").get(random.nextInt(3)) + ")";
      case 23 ->
          "udf."
              + (items.isEmpty() ? "same(" + path : "a(" + items.getFirst())
              + ")"
              + comparison()
              + constant();
      default -> path;
    };
  }

  private String comparison() {
    return List.of(" < ", " <= ", " > ", " >= ", " = ", " != ").get(random.nextInt(6));
  }

  /** The rest of a call that may have a flag. */
  private String flag() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> ", true)";
      case 2 -> ", false)";
      case 3 -> ", " + (random.nextInt(3) == 0 ? path() : parameter(JsonBoolean.TRUE)) + ")";
      default -> ")";
    };
  }

  private String pattern() {
    return switch (random.nextInt(14)) {
      case 0, 1 -> "'a%'";
      case 2 -> "'%b'";
      case 3 -> "'_b%'";
      case 4 -> "'ab'";
      case 5 -> "'a!%' ESCAPE '!'";
      case 6 -> "'a!_%' ESCAPE '!'";
      case 7 -> "'[a-c]%'";
      case 8 -> "'a[%]'";
      case 9 -> "'[^a]%'";
      case 10 -> "'" + "l".repeat(130) + "%'";
      case 11 -> "'%'";
      case 12 -> constant();
      default -> string();
    };
  }

  /** A filter on the partition key. */
  private String keyPredicate(String item) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> item + ".pk = " + key();
      case 2 -> item + ".pk IN (" + key() + ", " + key() + ", " + key() + ")";
      case 3 -> item + ".sub = " + random.nextInt(3);
      case 4 -> "(" + item + ".pk = " + key() + " OR " + item + ".pk = " + key() + ")";
      case 5 ->
          "(" + item + ".pk = " + key() + " AND " + item + ".id = 'i" + random.nextInt(9) + "')";
      case 6 -> item + ".id IN ('i1', 'i" + random.nextInt(30) + "', " + constant() + ")";
      default -> "(" + item + ".pk = " + key() + " AND " + item + ".sub = 0)";
    };
  }

  private String key() {
    JsonValue key = RandomDocuments.key(random);
    return random.nextInt(3) == 0 && !key.isUndefined() ? parameter(key) : key.toString();
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
            "IS_INTEGER",
            "IS_FINITE_NUMBER",
            "IS_DATETIME")
        .get(random.nextInt(11));
  }

  private String scalar() {
    return switch (random.nextInt(10)) {
      case 9 ->
          random.nextBoolean() && !items.isEmpty()
              ? "udf.a(" + items.getFirst() + ")"
              : "udf.same(" + path() + ")";
      case 5 -> "IIF(" + predicate(0) + ", " + path() + ", " + constant() + ")";
      case 6 -> "(" + predicate(0) + " ? " + path() + " : " + path() + ")";
      case 7 ->
          List.of("LENGTH(", "UPPER(", "ABS(", "TOSTRING(").get(random.nextInt(4)) + path() + ")";
      case 8 -> "(" + predicate(1) + ")";
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
    return switch (random.nextInt(20)) {
      case 12 -> item + "." + arrayName() + "[0]." + name();
      case 13 -> item + "." + arrayName() + "[1][0]";
      case 14 -> item + ".o.o." + name();
      case 15, 16 -> item + "[" + JsonString.of(oddName()) + "]";
      case 17 -> item + "[" + parameter(JsonString.of(name())) + "]";
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

  private String oddName() {
    return RandomDocuments.ODD_NAMES.get(random.nextInt(RandomDocuments.ODD_NAMES.size()));
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

  private String shape() {
    JsonValue shape = documents.shape();
    return random.nextBoolean() ? parameter(shape) : shape.toString();
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

  private String count(int least) {
    int count = random.nextInt(4) == 0 ? random.nextInt(3) : least + random.nextInt(12);
    return random.nextInt(4) == 0 ? parameter(JsonNumber.of(count)) : Integer.toString(count);
  }
}
