package dev.partita.mql.update;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import dev.partita.mql.query.Predicate;
import dev.partita.mql.query.ValueTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields that a query gives to the document of an upsert: those that it requires to be equal.
 */
final class UpsertFields {

  private static final String ID = "_id";

  private final Map<String, BsonValue> fields = new LinkedHashMap<>();

  private UpsertFields() {}

  /** The document of all equalities, with the id first. */
  static BsonDocument of(Predicate query) {
    UpsertFields found = new UpsertFields();
    found.collect(query);
    Branch root = new Branch(new LinkedHashMap<>());
    BsonValue id = found.fields.get(ID);
    if (id != null) {
      root.put(List.of(ID), id);
    }
    found.fields.forEach((path, value) -> root.put(List.of(path.split("\\.", -1)), value));
    return root.build();
  }

  /** The document of the id alone, for updates that replace. */
  static BsonDocument idOf(Predicate query) {
    UpsertFields found = new UpsertFields();
    found.collect(query);
    BsonValue id = found.fields.get(ID);
    return id == null ? BsonDocument.EMPTY : BsonDocument.of(ID, id);
  }

  private void collect(Predicate predicate) {
    switch (predicate) {
      case Predicate.And(List<Predicate> parts) -> parts.forEach(this::collect);
      case Predicate.Or(List<Predicate> parts) when parts.size() == 1 -> collect(parts.getFirst());
      case Predicate.OnPath(BsonPath path, ValueTest.Compare compare)
          when compare.relation() == ValueTest.Relation.EQUAL ->
          add(path, compare.operand());
      case Predicate.OnPath(BsonPath path, ValueTest.In in) when in.patterns().isEmpty() -> {
        if (in.sorted().size() == 1 && !in.acceptsNull()) {
          add(path, in.sorted().getFirst());
        } else if (in.sorted().isEmpty() && in.acceptsNull()) {
          add(path, BsonValue.NULL);
        }
      }
      case Predicate.Or _,
          Predicate.Not _,
          Predicate.OnPath _,
          Predicate.Computed _,
          Predicate.Schema _ -> {}
    }
  }

  private void add(BsonPath path, BsonValue value) {
    String text = path.toString();
    if (fields.containsKey(text)) {
      throw twice("path '" + text + "' is matched twice");
    }
    for (String other : fields.keySet()) {
      BsonPath known = BsonPath.of(other);
      if (known.startsWith(path) || path.startsWith(known)) {
        throw twice("both paths '" + text + "' and '" + other + "' are matched");
      }
    }
    fields.put(text, value);
  }

  private static MqlException twice(String text) {
    return new MqlException(
        MqlCode.NOT_SINGLE_VALUE_FIELD, "cannot infer query fields to set, " + text);
  }

  /** A document in the making, whose values are branches or BSON. */
  private record Branch(Map<String, Object> children) {
    void put(List<String> path, BsonValue value) {
      Branch at = this;
      for (String name : path.subList(0, path.size() - 1)) {
        Object next = at.children.computeIfAbsent(name, _ -> new Branch(new LinkedHashMap<>()));
        at = (Branch) next;
      }
      at.children.put(path.getLast(), value);
    }

    BsonDocument build() {
      BsonBuilder builder = BsonDocument.builder();
      children.forEach(
          (name, child) -> {
            switch (child) {
              case Branch branch -> builder.put(name, branch.build());
              case BsonValue value -> builder.put(name, value);
              default -> throw new IllegalStateException("Neither branch nor value: " + name);
            }
          });
      return builder.build();
    }
  }
}
