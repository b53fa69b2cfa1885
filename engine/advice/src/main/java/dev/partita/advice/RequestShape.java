package dev.partita.advice;

import java.util.List;
import java.util.Set;

/**
 * What requests have in common that differ in values only. Immutable.
 *
 * @param action what is asked for
 * @param scope what it is a part of
 * @param paths the properties whose values the request names: by its filter, its partition key, its
 *     id or its document
 * @param changes the properties that a patch changes
 * @param choices how many values its filter allows together; 1 unless it lists some
 */
public record RequestShape(
    Action action, Scope scope, List<String> paths, Set<String> changes, int choices) {

  /** What is asked for. */
  public enum Action {
    READ,
    CREATE,
    /** A replace or an upsert. */
    WRITE,
    PATCH,
    DELETE,
    QUERY,
    /** A list of items, or of their changes, which is read partition by partition in any case. */
    FEED,
    /** A stored procedure. */
    SCRIPT
  }

  /** What a request is a part of. */
  public enum Scope {
    SINGLE,
    /** One transaction. */
    BATCH,
    /** Operations that were sent together, each of them for itself. */
    BULK
  }

  public RequestShape {
    paths = List.copyOf(paths);
    changes = Set.copyOf(changes);
  }

  boolean isOfItem() {
    return switch (action) {
      case READ, CREATE, WRITE, PATCH, DELETE -> true;
      case QUERY, FEED, SCRIPT -> false;
    };
  }

  boolean isWrite() {
    return switch (action) {
      case CREATE, WRITE, PATCH, DELETE -> true;
      case READ, QUERY, FEED, SCRIPT -> false;
    };
  }
}
