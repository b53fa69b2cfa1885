package dev.partita.cli.transfer;

import dev.partita.cli.shell.Given;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How items are written down in a file. */
enum Format {
  /** One array of items. */
  JSON,
  /** An item to a line. */
  JSONL,
  /** Names in the first line, an item to each other one. */
  CSV;

  private static final String AUTO = "auto";

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static String words() {
    return String.join("|", Arrays.stream(values()).map(Format::word).toList());
  }

  /** The format that an option names; empty if it is to be found out. */
  static Optional<Format> of(Given option) {
    String word = option.oneOf(List.of(AUTO, JSON.word(), JSONL.word(), CSV.word()));
    return word.equals(AUTO)
        ? Optional.empty()
        : Optional.of(valueOf(word.toUpperCase(Locale.ROOT)));
  }

  /** The format that the end of a file's name stands for. */
  static Optional<Format> ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".csv")) {
      return Optional.of(CSV);
    }
    if (lower.endsWith(".jsonl") || lower.endsWith(".ndjson")) {
      return Optional.of(JSONL);
    }
    return lower.endsWith(".json") ? Optional.of(JSON) : Optional.empty();
  }

  /** The format of a text that begins like this, after white space. */
  static Format ofFirst(int character) {
    return switch (character) {
      case '[' -> JSON;
      case '{' -> JSONL;
      default -> CSV;
    };
  }
}
