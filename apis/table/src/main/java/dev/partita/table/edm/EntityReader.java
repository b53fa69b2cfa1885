package dev.partita.table.edm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads entities from the JSON of requests. It works on tokens, since the type of a number without
 * an annotation depends on how it is written. Safe for use by several threads.
 */
public final class EntityReader {

  private static final String TYPE_SUFFIX = "@odata.type";
  private static final int FEW = 8;

  private final JsonFactory factory =
      new JsonFactoryBuilder()
          .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(8).build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .build();

  /** A member of the object whose type may be said elsewhere. */
  private record Member(String name, JsonToken token, String text) {}

  /**
   * @throws DatabaseException if the bytes are not an entity
   */
  public Entity read(byte[] json, int offset, int length) {
    try (JsonParser parser = factory.createParser(json, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw TableError.INVALID_INPUT.failure("An entity is a JSON object.");
      }
      List<Member> members = new ArrayList<>();
      Map<String, String> types = new HashMap<>();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        member(parser, name, members, types);
      }
      if (parser.nextToken() != null) {
        throw TableError.INVALID_INPUT.failure("There is more text after the entity.");
      }
      return entity(members, types);
    } catch (JsonProcessingException e) {
      throw TableError.INVALID_INPUT
          .failure("The body is not valid JSON.")
          .with("reason", e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void member(
      JsonParser parser, String name, List<Member> members, Map<String, String> types)
      throws IOException {
    JsonToken token = parser.nextToken();
    if (name.endsWith(TYPE_SUFFIX)) {
      if (token != JsonToken.VALUE_STRING) {
        throw TableError.INVALID_INPUT
            .failure("The annotation of a type is a string.")
            .with("annotation", name);
      }
      String property = name.substring(0, name.length() - TYPE_SUFFIX.length());
      if (types.put(property, parser.getText()) != null) {
        throw twice(name);
      }
    } else if (name.startsWith("odata.") || name.indexOf('@') >= 0) {
      parser.skipChildren();
    } else if (token.isStructStart()) {
      throw TableError.INVALID_VALUE_TYPE
          .failure("The value of a property is not an object and not an array.")
          .with("property", name);
    } else {
      requireWhole(name);
      String text = parser.getText();
      if (token == JsonToken.VALUE_STRING) {
        requireWhole(text);
      }
      members.add(new Member(name, token, text));
    }
  }

  private static Entity entity(List<Member> members, Map<String, String> types) {
    requireDifferentNames(members);
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
        case VALUE_NUMBER_INT -> EdmTexts.value(EdmType.INT32, member.text());
        case VALUE_NUMBER_FLOAT -> EdmTexts.value(EdmType.DOUBLE, member.text());
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
    return EdmTexts.value(known, member.text());
  }

  private static void requireDifferentNames(List<Member> members) {
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

  /** Half a surrogate pair could be neither compared nor given back in UTF-8. */
  private static void requireWhole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          throw TableError.INVALID_INPUT.failure("A text has half a surrogate pair.");
        }
        i++;
      }
    }
  }
}
