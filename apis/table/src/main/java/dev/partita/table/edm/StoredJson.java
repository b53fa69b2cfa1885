package dev.partita.table.edm;

import dev.partita.json.StringScan;

/**
 * Ways over JSON that the database wrote, which has no white space and no mistakes. Pure functions
 * without state.
 */
final class StoredJson {

  private StoredJson() {}

  /** Where the string ends that begins here. */
  static int stringEnd(byte[] json, int from) {
    int i = StringScan.special(json, from + 1, json.length);
    while (json[i] != '"') {
      // Behind the character that the backslash stands before.
      i = StringScan.special(json, i + 2, json.length);
    }
    return i + 1;
  }

  /** Where the value ends that begins here. */
  static int valueEnd(byte[] json, int from) {
    return switch (json[from]) {
      case '"' -> stringEnd(json, from);
      case '{', '[' -> structureEnd(json, from);
      default -> wordEnd(json, from);
    };
  }

  private static int wordEnd(byte[] json, int from) {
    int i = from;
    while (json[i] != ',' && json[i] != '}' && json[i] != ']') {
      i++;
    }
    return i;
  }

  private static int structureEnd(byte[] json, int from) {
    int i = from;
    int depth = 0;
    do {
      switch (json[i]) {
        case '"' -> i = stringEnd(json, i) - 1;
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        default -> {
          // Part of something that is skipped as a whole.
        }
      }
      i++;
    } while (depth > 0);
    return i;
  }
}
