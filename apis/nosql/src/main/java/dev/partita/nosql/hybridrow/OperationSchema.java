package dev.partita.nosql.hybridrow;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The row of an operation. Reads one record; not for use by several threads. */
final class OperationSchema {

  static final int ID = 2145473648;
  static final int DOCUMENT = 2;

  /** The columns in the order of the schema; a column's place, from 1 on, is its path. */
  private static final List<String> COLUMNS =
      List.of(
          "operationType",
          "resourceType",
          "partitionKey",
          "effectivePartitionKey",
          "id",
          "binaryId",
          "resourceBody",
          "indexingDirective",
          "ifMatch",
          "ifNoneMatch",
          "timeToLiveInSeconds",
          "minimalReturnPreference");

  private static final Set<String> HONOURED_DIRECTIVES = Set.of("include", "default");

  private final RowReader row;
  private @Nullable String ifMatch;
  private @Nullable String ifNoneMatch;
  private boolean minimal;

  private OperationSchema(RowReader row) {
    this.row = row;
  }

  static BatchOperationRow read(ByteBuffer record) {
    return new OperationSchema(new RowReader(record)).read();
  }

  private BatchOperationRow read() {
    int schema = row.head();
    if (schema != ID) {
      throw row.malformed("A record of the binary batch is not an operation.")
          .with("schema", schema);
    }
    int present = row.u8();
    int type = row.i32();
    int resource = row.i32();
    if ((present & 0b11) != 0b11 || resource != DOCUMENT) {
      throw row.malformed("An operation of the binary batch is not one on an item.")
          .with("resourceType", resource);
    }
    String partitionKey = has(present, 2) ? row.utf8() : null;
    refuse(present, 3);
    String id = has(present, 4) ? row.utf8() : null;
    refuse(present, 5);
    byte[] body = has(present, 6) ? row.binary() : null;
    int last = 0;
    while (row.hasMore()) {
      last = sparse(last);
    }
    return new BatchOperationRow(name(type), partitionKey, id, body, ifMatch, ifNoneMatch, minimal);
  }

  /** A sparse field. They come in any order, but none twice. */
  private int sparse(int seen) {
    int type = row.u8();
    int path = row.u8();
    String column = path >= 1 && path <= COLUMNS.size() ? COLUMNS.get(path - 1) : "";
    if ((seen & 1 << path) != 0) {
      throw row.malformed("A field of an operation is there twice.").with("field", column);
    }
    switch (column) {
      case "ifMatch" -> ifMatch = text(type, column);
      case "ifNoneMatch" -> ifNoneMatch = text(type, column);
      case "minimalReturnPreference" -> minimal = truth(type, column);
      case "indexingDirective" -> requireIndexed(text(type, column));
      case "timeToLiveInSeconds" -> throw unsupported(column);
      default ->
          throw row.malformed("An operation has a field that is not in its schema.")
              .with("path", path);
    }
    return seen | 1 << path;
  }

  private @Nullable String text(int type, String column) {
    return switch (type) {
      case FieldType.NULL -> null;
      case FieldType.UTF8 -> row.utf8();
      default -> throw otherType(type, column);
    };
  }

  private boolean truth(int type, String column) {
    return switch (type) {
      case FieldType.NULL, FieldType.FALSE -> false;
      case FieldType.TRUE -> true;
      default -> throw otherType(type, column);
    };
  }

  private static void requireIndexed(@Nullable String directive) {
    if (directive != null && !HONOURED_DIRECTIVES.contains(directive.toLowerCase(Locale.ROOT))) {
      throw unsupported("indexingDirective").with("value", directive);
    }
  }

  private static boolean has(int present, int bit) {
    return (present & 1 << bit) != 0;
  }

  private static void refuse(int present, int bit) {
    if (has(present, bit)) {
      throw unsupported(COLUMNS.get(bit));
    }
  }

  private static DatabaseException unsupported(String property) {
    return new DatabaseException(
            ErrorCode.UNSUPPORTED, "A property of an operation of the batch is not supported.")
        .with("property", property);
  }

  private DatabaseException otherType(int type, String column) {
    return row.malformed("A field of an operation has another type than its column.")
        .with("field", column)
        .with("type", type);
  }

  private static String name(int type) {
    return switch (type) {
      case 0 -> "Create";
      case 1 -> "Patch";
      case 2 -> "Read";
      case 4 -> "Delete";
      case 5 -> "Replace";
      case 20 -> "Upsert";
      default ->
          throw DatabaseException.badRequest("The operationType of a batch is not known.")
              .with("operationType", type);
    };
  }
}
