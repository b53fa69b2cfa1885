package dev.partita.advice;

import dev.partita.advice.KeyCandidate.Form;
import dev.partita.advice.RequestShape.Action;
import java.util.List;

/**
 * Which keys of a candidate requests of one shape name. Immutable.
 *
 * @param indexes where in a request the value of each of the candidate's paths is; -1 for nowhere
 * @param reach how much of the container that leaves
 * @param withinPresent whether what has one key now has one key of the candidate, too
 */
@SuppressWarnings("ArrayRecordComponent") // read for every request
record Aim(int[] indexes, Reach reach, boolean withinPresent) {

  /** How much of a container a request is about. */
  enum Reach {
    /** One key. */
    ONE,
    /** The keys of all suffixes of one value. */
    SUFFIXES,
    /** The keys that begin with one value. */
    PREFIX,
    ALL
  }

  /**
   * @param present the paths of the present key
   */
  static Aim of(KeyCandidate candidate, RequestShape shape, Paths paths, List<String> present) {
    int[] indexes = new int[candidate.paths().size()];
    boolean within = candidate.form() != Form.RANDOM;
    for (int i = 0; i < indexes.length; i++) {
      List<String> same = paths.sameAs(candidate.paths().get(i));
      indexes[i] = indexOf(same, shape, present);
      within &= same.stream().anyMatch(present::contains);
    }
    return new Aim(indexes, reach(candidate, shape, indexes), within);
  }

  private static int indexOf(List<String> same, RequestShape shape, List<String> present) {
    for (String path : same) {
      int index = shape.paths().indexOf(path);
      if (index < 0 && present.contains(path)) {
        index = shape.paths().indexOf(LoggedRequest.keyPath(present.indexOf(path)));
      }
      if (index >= 0) {
        return index;
      }
    }
    return -1;
  }

  private static Reach reach(KeyCandidate candidate, RequestShape shape, int[] indexes) {
    if (shape.action() == Action.FEED) {
      return Reach.ALL;
    }
    if (shape.action() == Action.CREATE) {
      return Reach.ONE;
    }
    // Whoever replaces a document has all of it, but for what the server drew.
    boolean hasDocument = shape.action() == Action.WRITE;
    int named = 0;
    while (named < indexes.length && (hasDocument || indexes[named] >= 0)) {
      named++;
    }
    if (named == indexes.length) {
      return candidate.form() == Form.RANDOM ? Reach.SUFFIXES : Reach.ONE;
    }
    if (named == 0) {
      return Reach.ALL;
    }
    return switch (candidate.form()) {
      case SINGLE, PREFIXED, JOINED -> Reach.ALL;
      case HIERARCHICAL -> Reach.PREFIX;
      case RANDOM, CALCULATED -> Reach.SUFFIXES;
    };
  }

  /** Whether a request names every value itself. */
  boolean isComplete() {
    for (int index : indexes) {
      if (index < 0) {
        return false;
      }
    }
    return true;
  }
}
