package dev.partita.mql.update;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import dev.partita.mql.update.UpdateNode.Inner;
import dev.partita.mql.update.UpdateNode.Leaf;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One application of a tree of operators to a document: a walk over both that writes the new
 * document. What no path leads to is copied as bytes. For one document and one thread.
 */
final class TreeUpdate {

  private static final int MOST_PADDING = 1_500_000;
  private static final String ID = "_id";

  private final BsonDocument document;
  private final UpdateScope scope;
  private final Map<String, ArrayFilter> filters;
  private final UpdateDescription.Recorder recorder = new UpdateDescription.Recorder();
  private final BsonBuilder out;
  private boolean changed;

  TreeUpdate(BsonDocument document, UpdateScope scope, Map<String, ArrayFilter> filters) {
    this.document = document;
    this.scope = scope;
    this.filters = filters;
    out = new BsonBuilder(document.byteLength() + 64);
  }

  UpdateResult apply(Inner root) {
    writeDocument(root, document.cursor(), "");
    return changed
        ? new UpdateResult(out.build(), true, recorder.description())
        : new UpdateResult(document, false, UpdateDescription.NONE);
  }

  private void writeDocument(Inner node, BsonCursor fields, String prefix) {
    SortedMap<String, UpdateNode> left = positioned(node, prefix);
    while (fields.next()) {
      if (left.isEmpty()) {
        out.put(fields);
        continue;
      }
      String name = fields.name();
      UpdateNode child = left.remove(name);
      if (child == null) {
        out.put(fields);
      } else {
        writeExisting(child, name, fields.value(), prefix + name, false);
      }
    }
    left.forEach((name, child) -> writeMissing(child, name, prefix + name));
  }

  /** The children of a node, with the index that the query matched in the place of the dollar. */
  private SortedMap<String, UpdateNode> positioned(Inner node, String prefix) {
    TreeMap<String, UpdateNode> children = new TreeMap<>(node.children());
    UpdateNode positional = children.remove("$");
    if (positional != null) {
      if (scope.matchedIndex() < 0) {
        throw MqlException.badValue(
            "The positional operator did not find the match needed from the query.");
      }
      String index = Integer.toString(scope.matchedIndex());
      children.merge(
          index, positional, (one, other) -> UpdateNode.merge(one, other, prefix + index));
    }
    return children;
  }

  private void writeExisting(
      UpdateNode node, String name, BsonValue value, String path, boolean inArray) {
    if (node instanceof Leaf(FieldOperator operator)) {
      writeField(operator, name, value, path, inArray);
      return;
    }
    Inner inner = (Inner) node;
    if (inner.isArrayUpdate()) {
      if (!value.isArray()) {
        throw MqlException.badValue(
            "Cannot apply array updates to non-array element " + name + ": " + ErrorText.of(value));
      }
      out.startArray(name);
      writeFilteredElements(inner, value.asArray(), path);
      out.end();
      return;
    }
    switch (value.type()) {
      case DOCUMENT -> {
        out.startDocument(name);
        writeDocument(inner, value.cursor(), path + ".");
        out.end();
      }
      case ARRAY -> {
        out.startArray(name);
        writeElements(inner, name, value.asArray(), path + ".");
        out.end();
      }
      default -> {
        positioned(inner, path + ".")
            .forEach((part, child) -> requirePossible(child, part, name, value, path));
        out.put(name, value);
      }
    }
  }

  private void writeField(
      FieldOperator operator, String name, BsonValue value, String path, boolean inArray) {
    BsonValue result = operator.apply(value, target(path));
    if (result == null) {
      changed(path);
      if (inArray) {
        out.put(name, BsonValue.NULL);
        recorder.updated(path, BsonValue.NULL);
      } else {
        recorder.removed(path);
      }
      return;
    }
    out.put(name, result);
    if (result.equals(value)) {
      return;
    }
    changed(path);
    if (operator.appends() && value.isArray()) {
      List<BsonValue> elements = result.asArray().values();
      for (int i = value.asArray().size(); i < elements.size(); i++) {
        recorder.updated(path + "." + i, elements.get(i));
      }
    } else {
      recorder.updated(path, result);
    }
  }

  /** Writes the elements of an array, of which the children are indexes. */
  private void writeElements(Inner node, String name, BsonArray array, String prefix) {
    TreeMap<Integer, UpdateNode> left = new TreeMap<>();
    positioned(node, prefix)
        .forEach(
            (part, child) -> {
              int index = index(part);
              if (index < 0) {
                requirePossible(child, part, name, array.toValue(), prefix);
              } else {
                left.merge(
                    index, child, (one, other) -> UpdateNode.merge(one, other, prefix + index));
              }
            });
    int size = 0;
    for (BsonValue element : array) {
      UpdateNode child = left.remove(size);
      String position = Integer.toString(size++);
      if (child == null) {
        out.put(position, element);
      } else {
        writeExisting(child, position, element, prefix + position, true);
      }
    }
    for (Map.Entry<Integer, UpdateNode> missing : left.entrySet()) {
      int index = missing.getKey();
      if (!creates(missing.getValue(), prefix + index)) {
        continue;
      }
      if (index - size > MOST_PADDING) {
        throw MqlException.badValue("can't backfill more than 1500000 elements");
      }
      for (; size < index; size++) {
        out.put(Integer.toString(size), BsonValue.NULL);
      }
      writeMissing(missing.getValue(), Integer.toString(index), prefix + index);
      size = index + 1;
    }
  }

  /** An index in a path, where leading zeros are allowed; -1 if it is none. */
  private static int index(String part) {
    if (part.isEmpty() || part.length() > 9) {
      return -1;
    }
    int index = 0;
    for (int i = 0; i < part.length(); i++) {
      int digit = part.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      index = index * 10 + digit;
    }
    return index;
  }

  private void writeFilteredElements(Inner node, BsonArray array, String path) {
    int index = 0;
    for (BsonValue element : array) {
      String name = Integer.toString(index++);
      String elementPath = path + "." + name;
      UpdateNode merged = null;
      for (Map.Entry<String, UpdateNode> child : node.children().entrySet()) {
        if (applies(child.getKey(), element)) {
          merged =
              merged == null
                  ? child.getValue()
                  : UpdateNode.merge(merged, child.getValue(), elementPath);
        }
      }
      if (merged == null) {
        out.put(name, element);
      } else {
        writeExisting(merged, name, element, elementPath, true);
      }
    }
  }

  private boolean applies(String part, BsonValue element) {
    ArrayFilter filter = filters.get(part.substring(2, part.length() - 1));
    return filter == null || filter.accepts(element, scope.variables());
  }

  private void writeMissing(UpdateNode node, String name, String path) {
    BsonValue made = make(node, path);
    if (made != null) {
      out.put(name, made);
      changed(path);
      recorder.updated(path, made);
    }
  }

  /** The value that an update makes where there was none; null if it makes none. */
  private @Nullable BsonValue make(UpdateNode node, String path) {
    if (node instanceof Leaf(FieldOperator operator)) {
      return operator.creates(target(path)) ? operator.apply(null, target(path)) : null;
    }
    Inner inner = (Inner) node;
    requireNoArrayUpdate(inner, path);
    BsonBuilder made = null;
    for (Map.Entry<String, UpdateNode> child : positioned(inner, path + ".").entrySet()) {
      BsonValue value = make(child.getValue(), path + "." + child.getKey());
      if (value != null) {
        made = made == null ? BsonDocument.builder() : made;
        made.put(child.getKey(), value);
      }
    }
    return made == null ? null : made.build().toValue();
  }

  private static void requireNoArrayUpdate(Inner node, String path) {
    if (node.isArrayUpdate()) {
      throw MqlException.badValue(
          "The path '" + path + "' must exist in the document in order to apply array updates.");
    }
  }

  private boolean creates(UpdateNode node, String path) {
    return switch (node) {
      case Leaf(FieldOperator operator) -> operator.creates(target(path));
      case Inner inner -> {
        requireNoArrayUpdate(inner, path);
        for (Map.Entry<String, UpdateNode> child : positioned(inner, path + ".").entrySet()) {
          if (creates(child.getValue(), path + "." + child.getKey())) {
            yield true;
          }
        }
        yield false;
      }
    };
  }

  /**
   * Fails for a field of something that has no fields of this name, unless it is not made anyway.
   */
  private void requirePossible(
      UpdateNode child, String part, String name, BsonValue value, String path) {
    String element = "{" + name + ": " + ErrorText.of(value) + "}";
    String reached = (path.endsWith(".") ? path : path + ".") + part;
    if (creates(child, reached)) {
      throw new MqlException(
          MqlCode.PATH_NOT_VIABLE, "Cannot create field '" + part + "' in element " + element);
    }
    if (!ignoresImpossiblePath(child)) {
      String full = reached + rest(child);
      throw new MqlException(
          MqlCode.PATH_NOT_VIABLE,
          "Cannot use the part ("
              + part
              + ") of ("
              + full
              + ") to traverse the element ("
              + element
              + ")");
    }
  }

  /** What a path goes on with behind a node, up to its first operator. */
  private static String rest(UpdateNode node) {
    return switch (node) {
      case Leaf _ -> "";
      case Inner(TreeMap<String, UpdateNode> children) ->
          "." + children.firstKey() + rest(children.firstEntry().getValue());
    };
  }

  private static boolean ignoresImpossiblePath(UpdateNode node) {
    return switch (node) {
      case Leaf(FieldOperator operator) -> operator.ignoresImpossiblePath();
      case Inner(TreeMap<String, UpdateNode> children) ->
          children.values().stream().allMatch(TreeUpdate::ignoresImpossiblePath);
    };
  }

  private FieldOperator.Target target(String path) {
    return new FieldOperator.Target(path, document, scope);
  }

  private void changed(String path) {
    changed = true;
    if ((path.equals(ID) || path.startsWith(ID + ".")) && document.has(ID)) {
      throw new MqlException(
          MqlCode.IMMUTABLE_FIELD,
          "Performing an update on the path '" + path + "' would modify the immutable field '_id'");
    }
  }
}
