package dev.partita.aggregation.expression;

import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.util.HashSet;
import java.util.Set;

/**
 * The variables that an expression may name where it stands. Immutable.
 *
 * @param variables those of the command and of the system
 * @param bound those that operators around the place bind
 */
record ParseScope(Set<String> variables, Set<String> bound) {

  private static final String CURRENT = "CURRENT";

  /** A scope with one more variable, which the user has named. */
  ParseScope with(String name) {
    requireUserName(name);
    Set<String> more = new HashSet<>(bound);
    more.add(name);
    return new ParseScope(variables, Set.copyOf(more));
  }

  /** A scope with more variables, whatever their names. */
  ParseScope withAll(Set<String> names) {
    Set<String> more = new HashSet<>(bound);
    more.addAll(names);
    return new ParseScope(variables, Set.copyOf(more));
  }

  boolean has(String name) {
    return variables.contains(name) || bound.contains(name);
  }

  /** Whether an operator around the place binds the variable. */
  boolean isBound(String name) {
    return bound.contains(name);
  }

  /** Whether the path of a field begins at a variable, since CURRENT was bound. */
  boolean rebindsCurrent() {
    return bound.contains(CURRENT);
  }

  /** Refuses a name that users cannot give to variables. */
  static void requireUserName(String name) {
    if (name.isEmpty()) {
      throw MqlException.failedToParse("empty variable names are not allowed");
    }
    if (name.equals(CURRENT)) {
      return;
    }
    char first = name.charAt(0);
    if (!(first >= 'a' && first <= 'z') && first < 0x80) {
      throw MqlException.failedToParse(
          "'" + name + "' starts with an invalid character for a user variable name");
    }
    requireCharacters(name, MqlCode.FAILED_TO_PARSE.number());
  }

  /** Refuses a name that no variable can have. */
  static void requireReadableName(String name) {
    if (name.isEmpty()) {
      throw new MqlException(16869, "empty variable names are not allowed");
    }
    char first = name.charAt(0);
    if (!(first >= 'a' && first <= 'z') && !(first >= 'A' && first <= 'Z') && first < 0x80) {
      throw new MqlException(
          16870, "'" + name + "' starts with an invalid character for a variable name");
    }
    requireCharacters(name, 16871);
  }

  private static void requireCharacters(String name, int code) {
    for (int i = 1; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean valid = c == '_' || c >= 0x80 || (c >= '0' && c <= '9') || Character.isLetter(c);
      if (!valid) {
        throw new MqlException(
            code, "'" + name + "' contains an invalid character for a variable name: '" + c + "'");
      }
    }
  }
}
