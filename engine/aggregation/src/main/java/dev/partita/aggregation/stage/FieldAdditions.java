package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.Mapping;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.FieldNames;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a document and some that are computed, at paths: in their places if they were
 * there, else at the end. Arrays on the way take them in each element.
 */
final class FieldAdditions implements Mapping {

  private sealed interface Node {}

  private record Leaf(Expression expression) implements Node {}

  private record Inner(Map<String, Node> children) implements Node {}

  private final Inner root;

  private FieldAdditions(Inner root) {
    this.root = root;
  }

  static FieldAdditions parse(BsonDocument fields, StageScope scope) {
    Inner root = new Inner(new LinkedHashMap<>());
    for (BsonElement field : fields) {
      add(root, field.name(), field.value(), scope, fields);
    }
    return new FieldAdditions(root);
  }

  /** One computed field at a path. */
  static FieldAdditions of(Map<String, Expression> fields) {
    Inner root = new Inner(new LinkedHashMap<>());
    fields.forEach((path, expression) -> put(root, path, new Leaf(expression), BsonDocument.EMPTY));
    return new FieldAdditions(root);
  }

  private static void add(
      Inner root, String path, BsonValue value, StageScope scope, BsonDocument all) {
    boolean nested =
        value.isDocument()
            && !value.asDocument().isEmpty()
            && !value.asDocument().first().name().startsWith("$");
    if (!nested) {
      put(root, path, new Leaf(scope.expression(value)), all);
      return;
    }
    for (BsonElement inner : value.asDocument()) {
      if (inner.name().startsWith("$")) {
        var _ = FieldNames.ofPath(inner.name());
      }
      add(root, path + "." + inner.name(), inner.value(), scope, all);
    }
  }

  private static void put(Inner root, String path, Leaf leaf, BsonDocument all) {
    List<String> names = FieldNames.ofPath(path);
    Inner at = root;
    StringBuilder before = new StringBuilder();
    for (String name : names.subList(0, names.size() - 1)) {
      before.append(before.isEmpty() ? "" : ".").append(name);
      if (!(at.children().computeIfAbsent(name, _ -> new Inner(new LinkedHashMap<>()))
          instanceof Inner inner)) {
        throw conflict(path, before.toString(), all);
      }
      at = inner;
    }
    if (at.children().putIfAbsent(names.getLast(), leaf) != null) {
      throw conflict(path, path, all);
    }
  }

  private static MqlException conflict(String path, String other, BsonDocument all) {
    return new MqlException(
        40_176,
        "specification contains two conflicting paths. Cannot specify both '"
            + path
            + "' and '"
            + other
            + "': "
            + ErrorText.of(all.toValue()));
  }

  @Override
  public BsonDocument apply(BsonDocument document, Variables variables) {
    Application application = new Application(document, variables);
    application.fields(root, document.cursor());
    return application.out.build();
  }

  private static final class Application {

    private final BsonDocument document;
    private final Variables variables;
    private final BsonBuilder out;

    Application(BsonDocument document, Variables variables) {
      this.document = document;
      this.variables = variables;
      this.out = new BsonBuilder(document.byteLength() + 64);
    }

    void fields(Inner node, @Nullable BsonCursor cursor) {
      Set<String> seen = new HashSet<>();
      while (cursor != null && cursor.next()) {
        String name = cursor.name();
        Node child = node.children().get(name);
        if (child == null) {
          out.put(cursor);
        } else if (seen.add(name)) {
          put(name, child, cursor.value());
        }
      }
      for (Map.Entry<String, Node> child : node.children().entrySet()) {
        if (!seen.contains(child.getKey())) {
          put(child.getKey(), child.getValue(), null);
        }
      }
    }

    private void put(String name, Node node, @Nullable BsonValue before) {
      switch (node) {
        case Leaf(Expression expression) -> {
          BsonValue value = expression.evaluate(document, variables);
          if (value != null) {
            out.put(name, value);
          }
        }
        case Inner inner -> {
          if (before != null && before.isArray()) {
            out.startArray(name);
            elements(inner, before);
          } else {
            out.startDocument(name);
            fields(inner, before != null && before.isDocument() ? before.cursor() : null);
          }
          out.end();
        }
      }
    }

    private void elements(Inner node, BsonValue array) {
      for (BsonValue element : array.asArray()) {
        if (element.isArray()) {
          out.startArray();
          elements(node, element);
        } else {
          out.startDocument();
          fields(node, element.isDocument() ? element.cursor() : null);
        }
        out.end();
      }
    }
  }
}
