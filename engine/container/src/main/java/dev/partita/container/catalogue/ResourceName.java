package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;

/** The rule for names of accounts, databases and containers. */
final class ResourceName {

  private static final int LENGTH_MAX = 255;
  private static final String FORBIDDEN = "/\\?#";

  private ResourceName() {}

  static void require(String name) {
    if (name.isEmpty() || name.length() > LENGTH_MAX) {
      throw invalid("A name has between 1 and 255 characters.", name);
    }
    if (name.endsWith(" ")) {
      throw invalid("A name does not end with a space.", name);
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (FORBIDDEN.indexOf(c) >= 0 || c < ' ') {
        throw invalid("A name has no / \\ ? # and no control characters.", name);
      }
    }
  }

  private static DatabaseException invalid(String text, String name) {
    String shown = name.length() > LENGTH_MAX ? name.substring(0, LENGTH_MAX) + "…" : name;
    return new DatabaseException(ErrorCode.BAD_REQUEST, text).with("name", shown);
  }
}
