package dev.partita.table.edm;

import com.fasterxml.jackson.core.JsonToken;
import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of an entity as a request has them, and what they mean. The type of a value may be
 * said before it or behind it, so that all members come first. For use by one thread.
 */
final class EntityMembers {

  private static final String TYPE_SUFFIX = "@odata.type";
  private static final int FEW = 8;

  /** A member whose type may be said elsewhere. */
  private record Member(String name, JsonToken token, String text) {}

  private final List<Member> members = new ArrayList<>();
  private final Map<String, String> types = new HashMap<>();

  /** Whether a member says the type of another. */
  static boolean isType(String name) {
    return name.endsWith(TYPE_SUFFIX);
  }

  /** Whether a member is there for the reader of the entity, and nothing to be stored. */
  static boolean isPassedOver(String name) {
    return name.startsWith("odata.") || name.contains("@odata.");
  }

  /** Adds a member whose name says that its value is a type. */
  void addType(String name, String type) {
    String property = name.substring(0, name.length() - TYPE_SUFFIX.length());
    if (types.put(property, type) != null) {
      throw twice(name);
    }
  }

  /**
   * @param token of a value that is neither an object nor an array
   * @param text the value as it is written, a string without quotes and escapes
   */
  void add(String name, JsonToken token, String text) {
    members.add(new Member(name, token, text));
  }

  /**
   * @throws DatabaseException if there is no such entity
   */
  Entity entity() {
    requireDifferentNames();
    String partitionKey = null;
    String rowKey = null;
    List<Property> properties = new ArrayList<>(members.size());
    for (Member member : members) {
      switch (member.name()) {
        case "PartitionKey" -> partitionKey = key(member);
        case "RowKey" -> rowKey = key(member);
        case "Timestamp" -> {
          // The database sets it.
        }
        default -> {
          if (member.token() != JsonToken.VALUE_NULL) {
            properties.add(new Property(member.name(), value(member, types.get(member.name()))));
          }
        }
      }
    }
    return new Entity(partitionKey, rowKey, properties);
  }

  private static @Nullable String key(Member member) {
    return switch (member.token()) {
      case VALUE_STRING -> member.text();
      case VALUE_NULL -> null;
      default ->
          throw TableError.INVALID_INPUT
              .failure("The keys of an entity are strings.")
              .with("property", member.name());
    };
  }

  private static EdmValue value(Member member, @Nullable String type) {
    if (type == null) {
      return switch (member.token()) {
        case VALUE_STRING -> new EdmValue.Text(member.text());
        case VALUE_TRUE -> new EdmValue.Flag(true);
        case VALUE_FALSE -> new EdmValue.Flag(false);
        case VALUE_NUMBER_INT -> value(member, EdmType.INT32);
        case VALUE_NUMBER_FLOAT -> value(member, EdmType.DOUBLE);
        default -> throw new IllegalStateException("Not a value: " + member.token());
      };
    }
    EdmType known =
        EdmType.named(type)
            .orElseThrow(
                () ->
                    TableError.INVALID_INPUT
                        .failure("A property has a type that properties cannot have.")
                        .with("property", member.name())
                        .with("type", type));
    boolean text = member.token() == JsonToken.VALUE_STRING;
    boolean truth =
        member.token() == JsonToken.VALUE_TRUE || member.token() == JsonToken.VALUE_FALSE;
    boolean fits =
        switch (known) {
          case STRING, BINARY, GUID, DATE_TIME -> text;
          case BOOLEAN -> text || truth;
          case INT32, INT64 -> text || member.token() == JsonToken.VALUE_NUMBER_INT;
          case DOUBLE -> !truth;
        };
    if (!fits) {
      throw TableError.INVALID_VALUE_TYPE
          .failure("A value is written in a way that its type does not have.")
          .with("property", member.name())
          .with("type", type);
    }
    return value(member, known);
  }

  private static EdmValue value(Member member, EdmType type) {
    try {
      return EdmTexts.value(type, member.text());
    } catch (DatabaseException e) {
      throw e.with("property", member.name());
    }
  }

  private void requireDifferentNames() {
    if (members.size() <= FEW) {
      for (int i = 1; i < members.size(); i++) {
        for (int j = 0; j < i; j++) {
          if (members.get(i).name().equals(members.get(j).name())) {
            throw twice(members.get(i).name());
          }
        }
      }
      return;
    }
    Map<String, Member> known = HashMap.newHashMap(members.size());
    for (Member member : members) {
      if (known.put(member.name(), member) != null) {
        throw twice(member.name());
      }
    }
  }

  private static DatabaseException twice(String name) {
    return TableError.DUPLICATE_PROPERTIES_SPECIFIED.failure().with("property", name);
  }
}
