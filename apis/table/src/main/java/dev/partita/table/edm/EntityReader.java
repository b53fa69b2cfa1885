package dev.partita.table.edm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.table.error.TableError;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Reads entities from the JSON of requests. It works on tokens, since the type of a number without
 * an annotation depends on how it is written. Safe for use by several threads.
 */
public final class EntityReader {

  private final JsonFactory factory =
      new JsonFactoryBuilder()
          .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(8).build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .build();

  /**
   * @throws DatabaseException if the bytes are not an entity
   */
  public Entity read(byte[] json, int offset, int length) {
    try (JsonParser parser = factory.createParser(json, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw TableError.INVALID_INPUT.failure("An entity is a JSON object.");
      }
      EntityMembers members = new EntityMembers();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        member(parser, name, members);
      }
      if (parser.nextToken() != null) {
        throw TableError.INVALID_INPUT.failure("There is more text after the entity.");
      }
      return members.entity();
    } catch (JsonProcessingException e) {
      throw TableError.INVALID_INPUT
          .failure("The body is not valid JSON.")
          .with("reason", Reasons.of(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void member(JsonParser parser, String name, EntityMembers members)
      throws IOException {
    JsonToken token = parser.nextToken();
    if (EntityMembers.isType(name)) {
      if (token != JsonToken.VALUE_STRING) {
        throw TableError.INVALID_INPUT
            .failure("The annotation of a type is a string.")
            .with("annotation", name);
      }
      members.addType(name, parser.getText());
    } else if (EntityMembers.isPassedOver(name)) {
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
      members.add(name, token, text);
    }
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
