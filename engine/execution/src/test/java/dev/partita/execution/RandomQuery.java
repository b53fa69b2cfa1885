package dev.partita.execution;

import dev.partita.json.JsonString;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Queries over {@link RandomDocuments}: valid as a rule, and with a filter that finds something
 * often enough. For one query.
 */
final class RandomQuery extends RandomExpressions {

  RandomQuery(SplittableRandom random) {
    super(random);
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
    if (random.nextInt(20) == 0 && !items.isEmpty()) {
      return manyPaths();
    }
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

  /** So many that a set of them does not fit a word. */
  private String manyPaths() {
    StringBuilder paths = new StringBuilder("VALUE [" + path());
    for (int left = 100; left > 0; left--) {
      paths.append(", ").append(items.getFirst()).append('[');
      paths.append(JsonString.of(oddName())).append(']');
    }
    return paths.append(']').toString();
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

  private String direction() {
    return List.of("", " ASC", " DESC").get(random.nextInt(3));
  }
}
