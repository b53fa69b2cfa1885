package dev.partita.cli.transfer;

import dev.partita.cli.shell.OptionValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Format of items in a file. */
enum Format {
  /** One array of items. */
  JSON,
  /** One item to a line. */
  JSONL,
  /** Names in the first line, one item to each other line. */
  CSV;

  private static final String AUTO = "auto";

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static String words() {
    return String.join("|", Arrays.stream(values()).map(Format::word).toList());
  }

  /** Format that an option names; empty if it is to be detected. */
  static Optional<Format> of(OptionValue option) {
    String word = option.oneOf(List.of(AUTO, JSON.word(), JSONL.word(), CSV.word()));
    return word.equals(AUTO)
        ? Optional.empty()
        : Optional.of(valueOf(word.toUpperCase(Locale.ROOT)));
  }

  /** Format that a file's extension stands for. */
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

  /** Format of a text by its first character after white space. */
  static Format ofFirst(int character) {
    return switch (character) {
      case '[' -> JSON;
      case '{' -> JSONL;
      default -> CSV;
    };
  }
}
