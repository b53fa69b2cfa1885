package dev.partita.simulation;

import dev.partita.base.error.ErrorCode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** An action, and what the client knows of its result. Immutable. */
record Operation(Action action, Result result) {

  sealed interface Result {}

  /** The write happened. */
  record Written() implements Result {}

  /** What a read found: the versions of items by their ids. */
  record Found(Map<String, Long> versions) implements Result {
    public Found {
      // In an order that is the same in every run.
      versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    }
  }

  /** A write that did not happen, because of one of its steps. */
  record Refused(int step, ErrorCode reason) implements Result {}

  /** Nobody knows whether it happened. */
  record Unknown() implements Result {}
}
