package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.document.EntityLimits;
import dev.partita.table.edm.EdmValue;
import dev.partita.table.edm.Property;
import dev.partita.table.error.TableError;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What entities and tables can look like. Pure functions without state. */
final class EntityRules {

  private static final int PROPERTIES_MAX = 252;
  private static final int NAME_MAX = 255;
  private static final int VALUE_BYTES_MAX = 64 << 10;
  private static final int TABLE_NAME_MIN = 3;
  private static final int TABLE_NAME_MAX = 63;

  private EntityRules() {}

  /**
   * @throws DatabaseException if no entity of such an account can have these keys
   */
  static void requireKeys(TableForm form, String partitionKey, String rowKey) {
    requireKey(form, "PartitionKey", partitionKey);
    requireKey(form, "RowKey", rowKey);
    if (form == TableForm.COSMOS) {
      if (rowKey.isEmpty()) {
        throw TableError.PROPERTIES_NEED_VALUE
            .failure("In tables of this account the RowKey cannot be empty.")
            .with("property", "RowKey");
      }
      if (rowKey.length() > form.rowKeyUtf8Bytes() / 3
          && rowKey.getBytes(StandardCharsets.UTF_8).length > form.rowKeyUtf8Bytes()) {
        throw TableError.KEY_VALUE_TOO_LARGE
            .failure("In tables of this account the RowKey has at most 255 bytes.")
            .with("property", "RowKey");
      }
    }
  }

  private static void requireKey(TableForm form, String name, String key) {
    if (key.length() > form.keyCharacters()) {
      throw TableError.KEY_VALUE_TOO_LARGE
          .failure()
          .with("property", name)
          .with("bytes", 2 * key.length());
    }
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c < ' ' || (c >= 0x7F && c <= 0x9F) || c == '/' || c == '\\' || c == '#' || c == '?') {
        throw TableError.OUT_OF_RANGE_INPUT
            .failure("A key has no / \\ # ? and no control characters.")
            .with("property", name)
            .with("character", "U+%04X".formatted((int) c))
            .with("offset", i);
      }
    }
  }

  /** What an entity may become when another is merged into it. */
  static EntityLimits limits(TableForm form) {
    return new EntityLimits(PROPERTIES_MAX, form.entityBytes());
  }

  /**
   * @throws DatabaseException if there is a property that none can be, or there are too many
   */
  static void requireProperties(
      TableForm form, String partitionKey, String rowKey, List<Property> properties) {
    if (properties.size() > PROPERTIES_MAX) {
      throw TableError.TOO_MANY_PROPERTIES.failure().with("properties", properties.size());
    }
    long size = 4 + 2L * (partitionKey.length() + rowKey.length());
    for (Property property : properties) {
      requireName(property.name());
      size += 8 + 2L * property.name().length() + sizeBytes(property);
    }
    if (size > form.entityBytes()) {
      throw TableError.ENTITY_TOO_LARGE
          .failure()
          .with("sizeBytes", size)
          .with("limitBytes", form.entityBytes());
    }
  }

  private static void requireName(String name) {
    if (name.length() > NAME_MAX) {
      throw TableError.PROPERTY_NAME_TOO_LONG.failure().with("length", name.length());
    }
    boolean valid = !name.isEmpty() && isNameStart(name.charAt(0));
    for (int i = 1; valid && i < name.length(); i++) {
      valid = isNamePart(name.charAt(i));
    }
    if (!valid) {
      throw TableError.PROPERTY_NAME_INVALID
          .failure("It is an identifier: letters, digits and _, no digit first.")
          .with("property", name);
    }
  }

  private static boolean isNameStart(char c) {
    return c == '_' || Character.isUnicodeIdentifierStart(c);
  }

  /** Java has control characters in identifiers, which it ignores; here they would count. */
  private static boolean isNamePart(char c) {
    return Character.isUnicodeIdentifierPart(c) && !Character.isISOControl(c);
  }

  private static long sizeBytes(Property property) {
    return switch (property.value()) {
      case EdmValue.Text(String text) -> 4 + requireValueSize(property, 2L * text.length());
      case EdmValue.Binary(byte[] bytes) -> 4 + requireValueSize(property, bytes.length);
      case EdmValue.Int32 _ -> 4;
      case EdmValue.Int64 _, EdmValue.Real _, EdmValue.Moment _ -> 8;
      case EdmValue.Guid _ -> 16;
      case EdmValue.Flag _ -> 1;
    };
  }

  private static long requireValueSize(Property property, long bytes) {
    if (bytes > VALUE_BYTES_MAX) {
      throw TableError.PROPERTY_VALUE_TOO_LARGE
          .failure()
          .with("property", property.name())
          .with("sizeBytes", bytes);
    }
    return bytes;
  }

  /**
   * @throws DatabaseException if no table can have this name
   */
  static void requireTableName(String name) {
    if (name.length() < TABLE_NAME_MIN || name.length() > TABLE_NAME_MAX) {
      throw TableError.OUT_OF_RANGE_INPUT
          .failure("The name of a table has between 3 and 63 characters.")
          .with("name", name.length() > TABLE_NAME_MAX ? name.length() : name);
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !(i > 0 && c >= '0' && c <= '9')) {
        throw TableError.INVALID_RESOURCE_NAME
            .failure("The name of a table has letters and digits only, a letter first.")
            .with("name", name);
      }
    }
    if (name.equalsIgnoreCase("tables")) {
      throw TableError.INVALID_RESOURCE_NAME
          .failure("This name is taken by the list of tables.")
          .with("name", name);
    }
  }
}
