package dev.partita.simulation;

import java.util.List;

/** What a client asks of the items of one partition key. Immutable. */
sealed interface Action {

  /** Instead of the number of a version: any version will do. */
  long ANY = -1;

  /** Reads one item. */
  record Read(String id) implements Action {}

  /** Reads all items at one moment. */
  record ReadAll() implements Action {}

  /** Writes all or nothing. Every version that is written has a number of its own. */
  record Write(List<Step> steps) implements Action {
    public Write {
      steps = List.copyOf(steps);
    }
  }

  /** A part of a write, which concerns one item. */
  sealed interface Step {
    String id();
  }

  record Create(String id, long version) implements Step {}

  /**
   * @param expected the version to be replaced, where there is an item, or {@link #ANY}
   */
  record Upsert(String id, long version, long expected) implements Step {}

  record Replace(String id, long version, long expected) implements Step {}

  record Patch(String id, long version, long expected) implements Step {}

  record Delete(String id, long expected) implements Step {}
}
