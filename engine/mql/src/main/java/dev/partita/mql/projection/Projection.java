package dev.partita.mql.projection;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parsed projection. Immutable; safe for use by any number of threads. */
public final class Projection {

  private static final String ID = "_id";

  private final ProjectionNode.Inner root;
  private final boolean inclusion;
  private final boolean positional;

  Projection(ProjectionNode.Inner root, boolean inclusion, boolean positional) {
    this.root = root;
    this.inclusion = inclusion;
    this.positional = positional;
  }

  /**
   * Parses a projection.
   *
   * @throws MqlException if it is none
   */
  public static Projection parse(BsonDocument projection, MqlContext context) {
    return new ProjectionParser(context, false).parse(projection);
  }

  /**
   * Parses the projection of a stage, where slices are expressions and nothing is positional.
   *
   * @throws MqlException if it is none
   */
  public static Projection parseStage(BsonDocument projection, MqlContext context) {
    if (projection.isEmpty()) {
      throw new MqlException(51272, "projection specification must have at least one field");
    }
    return new ProjectionParser(context, true).parse(projection);
  }

  /** Whether it shows the fields it names, and not all others. */
  public boolean isInclusion() {
    return inclusion;
  }

  /** Whether it needs the array index that the query matched. */
  public boolean isPositional() {
    return positional;
  }

  /** Projects a document; for projections that are not positional. */
  public BsonDocument apply(BsonDocument document, Variables variables) {
    return apply(document, variables, -1);
  }

  /**
   * Projects a document.
   *
   * @param matchedIndex the array index that the query matched; -1 if there is none
   * @throws MqlException if the projection is positional and the index is not there
   */
  public BsonDocument apply(BsonDocument document, Variables variables, int matchedIndex) {
    Application application = new Application(document, variables, matchedIndex);
    application.fields(root, document.cursor(), true);
    return application.out.build();
  }

  private final class Application {
    private final BsonDocument document;
    private final Variables variables;
    private final int matchedIndex;
    private final BsonBuilder out;

    Application(BsonDocument document, Variables variables, int matchedIndex) {
      this.document = document;
      this.variables = variables;
      this.matchedIndex = matchedIndex;
      out = new BsonBuilder(document.byteLength());
    }

    void fields(ProjectionNode.Inner node, BsonCursor cursor, boolean top) {
      Set<String> seen = new HashSet<>();
      while (cursor.next()) {
        String name = cursor.name();
        ProjectionNode child = node.children().get(name);
        if (child == null) {
          if (!inclusion || (top && name.equals(ID))) {
            out.put(cursor);
          }
        } else {
          if (child instanceof ProjectionNode.Inner) {
            seen.add(name);
          }
          field(child, name, cursor.value());
        }
      }
      computed(node, seen);
    }

    private void field(ProjectionNode node, String name, BsonValue value) {
      switch (node) {
        case ProjectionNode.Include() -> out.put(name, value);
        // Computed fields come after the others.
        case ProjectionNode.Exclude(), ProjectionNode.Computed _ -> {}
        case ProjectionNode.Slice slice ->
            out.put(name, value.isArray() ? slice(value.asArray(), slice) : value);
        // Where fields are named it comes after the others, as MongoDB has it.
        case ProjectionNode.FirstMatch match -> {
          if (!inclusion) {
            firstMatch(match, name, value);
          }
        }
        case ProjectionNode.Positional() ->
            out.put(name, value.isArray() ? matched(value.asArray()) : value);
        case ProjectionNode.Inner inner -> nested(inner, name, value);
      }
    }

    private void nested(ProjectionNode.Inner node, String name, BsonValue value) {
      switch (value.type()) {
        case DOCUMENT -> {
          out.startDocument(name);
          fields(node, value.cursor(), false);
          out.end();
        }
        case ARRAY -> {
          out.startArray(name);
          elements(node, value.asArray());
          out.end();
        }
        default -> {
          if (node.computes()) {
            out.startDocument(name);
            computed(node, Set.of());
            out.end();
          } else if (!inclusion) {
            out.put(name, value);
          }
        }
      }
    }

    private void elements(ProjectionNode.Inner node, BsonArray array) {
      for (BsonValue element : array) {
        switch (element.type()) {
          case DOCUMENT -> {
            out.startDocument();
            fields(node, element.cursor(), false);
            out.end();
          }
          case ARRAY -> {
            out.startArray();
            elements(node, element.asArray());
            out.end();
          }
          default -> {
            if (node.computes()) {
              out.startDocument();
              computed(node, Set.of());
              out.end();
            } else if (!inclusion) {
              out.add(element);
            }
          }
        }
      }
    }

    /** Adds what is computed, in the order of the projection, but for documents that were there. */
    private void computed(ProjectionNode.Inner node, Set<String> done) {
      for (Map.Entry<String, ProjectionNode> child : node.children().entrySet()) {
        switch (child.getValue()) {
          case ProjectionNode.Computed(var expression) -> {
            BsonValue value = expression.evaluate(document, variables);
            if (value != null) {
              out.put(child.getKey(), value);
            }
          }
          case ProjectionNode.Inner inner
              when inner.computes() && !done.contains(child.getKey()) -> {
            out.startDocument(child.getKey());
            computed(inner, Set.of());
            out.end();
          }
          case ProjectionNode.FirstMatch match when inclusion ->
              firstMatch(match, child.getKey(), document.get(child.getKey()));
          default -> {}
        }
      }
    }

    private BsonValue matched(BsonArray array) {
      if (matchedIndex < 0) {
        throw new MqlException(
            51246, "positional operator '.$' couldn't find a matching element in the array");
      }
      BsonValue element = array.get(matchedIndex);
      if (element == null) {
        throw new MqlException(51247, "positional operator '.$' element mismatch");
      }
      return BsonArray.of(element).toValue();
    }

    private void firstMatch(
        ProjectionNode.FirstMatch match, String name, @Nullable BsonValue value) {
      if (value == null || !value.isArray()) {
        return;
      }
      for (BsonValue element : value.asArray()) {
        BsonArray single = BsonArray.of(element);
        if (match.filter().matches(BsonDocument.of("", single.toValue()), variables)) {
          out.put(name, single);
          return;
        }
      }
    }
  }

  private static BsonValue slice(BsonArray array, ProjectionNode.Slice slice) {
    List<BsonValue> elements = array.values();
    int size = elements.size();
    long start = slice.skip() < 0 ? Math.max(0, size + slice.skip()) : Math.min(size, slice.skip());
    long end = Math.min(size, start + slice.limit());
    return BsonArray.of(elements.subList((int) start, (int) end)).toValue();
  }
}
