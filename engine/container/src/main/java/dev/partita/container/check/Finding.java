package dev.partita.container.check;

import dev.partita.base.error.Reasons;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing that is wrong with stored data.
 *
 * @param details what was found, what was expected; in the order in which to show them
 */
public record Finding(Problem problem, Place place, Map<String, Object> details) {

  public Finding {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  Finding(Problem problem, Place place) {
    this(problem, place, Map.of());
  }

  public Finding with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(details);
    more.put(name, value);
    return new Finding(problem, place, more);
  }

  public Severity severity() {
    return problem.severity();
  }

  /** The finding on one line: what kind it is, where, and what is wrong there. */
  @Override
  public String toString() {
    String line = severity() + " " + problem.name() + " at " + place + ": " + problem.text();
    return line + Reasons.details(details);
  }
}
