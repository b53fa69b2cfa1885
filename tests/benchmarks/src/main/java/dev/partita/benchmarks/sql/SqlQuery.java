package dev.partita.benchmarks.sql;

import java.util.List;

/** Queries of both databases. Those for PostgreSQL are written for its indexes. */
public enum SqlQuery {
  LOOKUP(
      "id and key",
      2,
      "SELECT * FROM c WHERE c.pk = @a AND c.id = @b",
      "SELECT body FROM items WHERE body->>'pk' = ? AND body->>'id' = ?") {
    @Override
    List<Object> values(long number, long documents) {
      return List.of(SqlDocuments.key(number), SqlDocuments.id(number));
    }
  },
  EQUALITY(
      "equality, 10 hits",
      2,
      "SELECT * FROM c WHERE c.tenth = @a",
      "SELECT body FROM items WHERE (body->>'tenth')::bigint = ?") {
    @Override
    List<Object> values(long number, long documents) {
      return List.of(number / SqlDocuments.PER_TENTH);
    }
  },
  TOP(
      "range, ORDER BY, TOP 10",
      2,
      "SELECT TOP 10 * FROM c WHERE c.number >= @a ORDER BY c.number",
      "SELECT body FROM items WHERE (body->>'number')::bigint >= ?"
          + " ORDER BY (body->>'number')::bigint LIMIT 10") {
    @Override
    List<Object> values(long number, long documents) {
      return List.of(number);
    }
  },
  INTERSECTION(
      "two predicates",
      2,
      "SELECT VALUE c.id FROM c WHERE c.city = @a AND c.shop = @b",
      "SELECT body->>'id' FROM items WHERE body->>'city' = ? AND body->>'shop' = ?") {
    @Override
    List<Object> values(long number, long documents) {
      return List.of(
          "city-" + number % SqlDocuments.CITIES,
          "shop-" + number / SqlDocuments.CITIES % SqlDocuments.SHOPS);
    }
  },
  MEMBERSHIP(
      "array membership",
      1,
      "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, @a)",
      "SELECT body->>'id' FROM items WHERE body->'tags' @> to_jsonb(?::text)") {
    @Override
    List<Object> values(long number, long documents) {
      return List.of("tag-" + number % SqlDocuments.TAGS);
    }
  },
  COUNT(
      "COUNT with a filter, 10 %",
      1,
      "SELECT VALUE COUNT(1) FROM c WHERE c.status = @a",
      "SELECT count(*) FROM items WHERE body->>'status' = ?") {
    @Override
    List<Object> values(long number, long documents) {
      return List.of("status-" + number % SqlDocuments.STATUSES);
    }
  },
  GROUPS(
      "GROUP BY, 100 groups, COUNT",
      1,
      "SELECT c.city, COUNT(1) AS n FROM c GROUP BY c.city",
      "SELECT body->>'city', count(*) FROM items GROUP BY 1"),
  AVERAGES(
      "GROUP BY, 100 groups, AVG",
      1,
      "SELECT c.city, AVG(c.price) AS price FROM c GROUP BY c.city",
      "SELECT body->>'city', avg((body->>'price')::bigint) FROM items GROUP BY 1"),
  DISTINCT(
      "DISTINCT, 100 values",
      1,
      "SELECT DISTINCT VALUE c.city FROM c",
      "SELECT DISTINCT body->>'city' FROM items"),
  JOIN(
      "JOIN on an array",
      1,
      "SELECT c.id, l.quantity FROM c JOIN l IN c.lines WHERE l.sku = @a",
      "SELECT body->>'id', l->>'quantity' FROM items, jsonb_array_elements(body->'lines') l"
          + " WHERE body->'lines' @> jsonb_build_array(jsonb_build_object('sku', ?::text))"
          + " AND l->>'sku' = ?") {
    @Override
    List<Object> values(long number, long documents) {
      String sku = "sku-" + number % SqlDocuments.SKUS;
      return List.of(sku, sku);
    }
  },
  SCAN(
      "full scan, 10 hits",
      1,
      "SELECT VALUE c.id FROM c WHERE (c.number + c.price) % @a = @b",
      "SELECT body->>'id' FROM items"
          + " WHERE ((body->>'number')::bigint + (body->>'price')::bigint) % ? = ?") {
    @Override
    List<Object> values(long number, long documents) {
      return List.of(documents / 10, number % (documents / 10));
    }
  };

  private final String label;
  private final double goal;
  private final String sql;
  private final String postgres;

  SqlQuery(String label, double goal, String sql, String postgres) {
    this.label = label;
    this.goal = goal;
    this.sql = sql;
    this.postgres = postgres;
  }

  public String label() {
    return label;
  }

  /** Goal: how many times as fast as PostgreSQL. */
  public double goal() {
    return goal;
  }

  /** Text with the parameters {@code @a} and {@code @b}, as far as there are values. */
  String sql() {
    return sql;
  }

  String postgres() {
    return postgres;
  }

  /**
   * Parameters: texts, and integers as {@link Long}.
   *
   * @param number number of a document
   * @param documents number of documents
   */
  List<Object> values(long number, long documents) {
    return List.of();
  }
}
