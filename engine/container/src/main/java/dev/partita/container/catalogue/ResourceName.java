package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;

/** The rules for names of accounts, databases and containers, and of the small things in them. */
final class ResourceName {

  private static final int LENGTH_MAX = 255;
  private static final String FORBIDDEN = "/\\?#";

  private ResourceName() {}

  static void require(String name) {
    requireOfPart(name);
    if (name.endsWith(" ")) {
      throw invalid("A name does not end with a space.", name);
    }
    if (name.chars().anyMatch(c -> c < ' ')) {
      throw invalid("A name has no control characters.", name);
    }
  }

  /** The rule for users, permissions, scripts and the like. */
  static void requireOfPart(String name) {
    if (name.isEmpty() || name.length() > LENGTH_MAX) {
      throw invalid("A name has between 1 and 255 characters.", name);
    }
    if (name.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0)) {
      throw invalid("A name has no / \\ ? #.", name);
    }
  }

  private static DatabaseException invalid(String text, String name) {
    String shown = name.length() > LENGTH_MAX ? name.substring(0, LENGTH_MAX) + "…" : name;
    return new DatabaseException(ErrorCode.BAD_REQUEST, text).with("name", shown);
  }
}
