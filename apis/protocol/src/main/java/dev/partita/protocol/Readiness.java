package dev.partita.protocol;

import java.util.List;

/** Whether requests can be served, and if not, why not yet or no longer. */
public sealed interface Readiness {

  /**
   * The next request will find everything in place.
   *
   * @param warnings sentences for the person who runs the server: what will need them before long
   */
  record Ready(List<String> warnings) implements Readiness {

    public Ready {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Requests would fail.
   *
   * @param reason a sentence for the person who waits
   */
  record NotReady(String reason) implements Readiness {}
}
