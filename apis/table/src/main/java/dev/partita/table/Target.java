package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What the path of a request addresses within an account. */
sealed interface Target {

  record Service() implements Target {}

  record TableList() implements Target {}

  record OneTable(String name) implements Target {}

  record Entities(String table) implements Target {}

  record OneEntity(String table, String partitionKey, String rowKey) implements Target {}

  record Batch() implements Target {}

  /** The table that it is about; null if it is not about one. */
  default @Nullable String table() {
    return switch (this) {
      case Service(), TableList(), Batch() -> null;
      case OneTable(String name) -> name;
      case Entities(String table) -> table;
      case OneEntity(String table, String _, String _) -> table;
    };
  }

  /**
   * @param path as it was sent, from the slash behind the account on
   * @throws DatabaseException if nothing can have such an address
   */
  static Target parse(String path) {
    String text = decode(path.startsWith("/") ? path.substring(1) : path);
    int open = text.indexOf('(');
    String name = open < 0 ? text : text.substring(0, open);
    if (name.endsWith("/")) {
      name = name.substring(0, name.length() - 1);
    }
    if (name.isEmpty() && open < 0) {
      return new Service();
    }
    if (name.indexOf('/') >= 0 || (open >= 0 && !text.endsWith(")"))) {
      throw invalid(path);
    }
    String arguments = open < 0 ? "" : text.substring(open + 1, text.length() - 1);
    if (name.equals("$batch")) {
      return new Batch();
    }
    if (name.equalsIgnoreCase("Tables")) {
      return arguments.isEmpty() ? new TableList() : new OneTable(new Arguments(arguments).only());
    }
    return arguments.isEmpty() ? new Entities(name) : new Arguments(arguments).entity(name);
  }

  /** What stands between the parentheses: texts in quotes, with names or without. */
  final class Arguments {
    private final String text;
    private int at;

    Arguments(String text) {
      this.text = text;
    }

    String only() {
      String value = quoted();
      if (at < text.length()) {
        throw invalid(text);
      }
      return value;
    }

    OneEntity entity(String table) {
      String partitionKey = null;
      String rowKey = null;
      while (at < text.length()) {
        int equals = text.indexOf('=', at);
        if (equals < 0) {
          throw invalid(text);
        }
        String name = text.substring(at, equals).strip();
        at = equals + 1;
        switch (name) {
          case "PartitionKey" -> partitionKey = quoted();
          case "RowKey" -> rowKey = quoted();
          default -> throw invalid(text);
        }
        if (at < text.length() && text.charAt(at++) != ',') {
          throw invalid(text);
        }
      }
      if (partitionKey == null || rowKey == null) {
        throw invalid(text);
      }
      return new OneEntity(table, partitionKey, rowKey);
    }

    private String quoted() {
      if (at >= text.length() || text.charAt(at) != '\'') {
        throw invalid(text);
      }
      StringBuilder value = new StringBuilder();
      for (at++; at < text.length(); at++) {
        char next = text.charAt(at);
        if (next != '\'') {
          value.append(next);
        } else if (at + 1 < text.length() && text.charAt(at + 1) == '\'') {
          value.append(next);
          at++;
        } else {
          at++;
          return value.toString();
        }
      }
      throw invalid(text);
    }
  }

  private static String decode(String path) {
    if (path.indexOf('%') < 0) {
      return path;
    }
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw invalid(path);
    }
  }

  private static DatabaseException invalid(String path) {
    return TableError.INVALID_URI
        .failure("Addresses are Tables, Tables('name'), name, name(PartitionKey='…',RowKey='…').")
        .with("path", path);
  }
}
