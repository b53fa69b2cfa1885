package dev.partita.base.error;

import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Messages of exceptions of libraries, in words for users: without class names and other details of
 * the program. Pure functions.
 */
public final class Reasons {

  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z][a-z0-9_]*\\.){2,}([A-Z][A-Za-z0-9_]*)(:\\s*)?");
  private static final Pattern JSON_PLACE =
      Pattern.compile("\\[Source: [^;\\]]*; (line: \\d+, column: \\d+)]");
  private static final Pattern CAST =
      Pattern.compile("class (?:\\w+\\.)*(\\w+) cannot be cast to class (?:\\w+\\.)*(\\w+)");
  private static final Pattern WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

  private Reasons() {}

  /** Describes why something failed. */
  public static String of(Throwable failure) {
    String message = failure.getMessage();
    return switch (failure) {
      case NoSuchFileException _ -> "there is no file or folder " + message;
      case AccessDeniedException _ -> "permission denied: " + message;
      case FileAlreadyExistsException _ -> "it exists already: " + message;
      case NotDirectoryException _ -> "it is not a folder: " + message;
      case DirectoryNotEmptyException _ -> "the folder is not empty: " + message;
      case FileSystemException e when e.getReason() != null -> e.getReason() + ": " + e.getFile();
      case UnknownHostException _ -> "the host " + message + " is not known";
      case ClassCastException _ when message != null -> kinds(message);
      case DatabaseException _ -> String.valueOf(message);
      default -> otherwise(failure, message == null ? "" : of(message));
    };
  }

  /** Removes from a library's message everything that is not a word. */
  public static String of(String message) {
    String text = JSON_PLACE.matcher(message).replaceAll("$1");
    return CLASS_NAME
        .matcher(text)
        .replaceAll(found -> found.group(2) == null ? words(found.group(1)) : "")
        .strip();
  }

  /** Describes a ClassCastException: the kind of value found, and the one expected. */
  private static String kinds(String message) {
    Matcher kinds = CAST.matcher(message);
    return kinds.find()
        ? "a value is a %s where a %s is needed"
            .formatted(words(kinds.group(1)), words(kinds.group(2)))
        : of(message);
  }

  private static String otherwise(Throwable failure, String message) {
    if (!message.isEmpty()) {
      return message;
    }
    Throwable cause = failure.getCause();
    return cause == null ? words(kind(failure)) : of(cause);
  }

  /** Description of a failure by the name of its class. */
  private static String kind(Throwable failure) {
    String name = failure.getClass().getSimpleName().replaceFirst("(Exception|Error)$", "");
    return name.isEmpty() ? "unknown" : name;
  }

  /** Formats named values to follow a sentence; empty if there are none. */
  public static String details(Map<String, ?> values) {
    return values.isEmpty()
        ? ""
        : values.entrySet().stream()
            .map(entry -> words(entry.getKey()) + " " + entry.getValue())
            .collect(Collectors.joining(", ", " (", ")"));
  }

  /** Splits a name such as {@code retryAfterMillis} into words. */
  static String words(String name) {
    var words = new StringBuilder();
    for (String word : WORD.splitAsStream(name).toList()) {
      boolean first = words.isEmpty();
      String lower = word.toLowerCase(Locale.ROOT);
      words.append(first ? "" : " ").append(lower.equals("ru") ? "RU" : lower);
    }
    return words.toString();
  }
}
