package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns JSON text into values. Holds nothing between calls but tables of known property names and
 * spare buffers; safe for use by several threads.
 *
 * <p>Text is refused, with a message that says where, if it is not JSON or not UTF-8, nests too
 * deep, or has a number beyond the range of a double or half a surrogate pair. Of properties with
 * the same name the last one counts, in the place of the first.
 */
public final class JsonReader {

  public static final int DEFAULT_MAX_DEPTH = 128;
  public static final JsonReader DEFAULT = new JsonReader(DEFAULT_MAX_DEPTH);

  private final JsonFactory factory;
  private final int maxDepth;

  /**
   * @param maxDepth how many arrays and objects may be open at once
   */
  public JsonReader(int maxDepth) {
    if (maxDepth < 1) {
      throw new IllegalArgumentException("The depth must be positive: " + maxDepth);
    }
    this.maxDepth = maxDepth;
    // Buffers are pooled across threads: requests run on virtual threads, which live for one
    // request and would each start with buffers of their own. Names are not interned, since that
    // table belongs to the whole machine and clients choose the names.
    this.factory =
        new JsonFactoryBuilder()
            .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
            .streamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .build();
  }

  public JsonValue read(byte[] utf8) {
    return read(utf8, 0, utf8.length);
  }

  public JsonValue read(String text) {
    requireWholeCharacters(text, null);
    return read(text.getBytes(UTF_8));
  }

  /** Reads the one value that the range of bytes holds. */
  public JsonValue read(byte[] utf8, int offset, int length) {
    Utf8.check(utf8, offset, length);
    int mark = Utf8.byteOrderMark(utf8, offset, length);
    try (JsonParser parser = factory.createParser(utf8, offset + mark, length - mark)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw DatabaseException.badRequest("The JSON text is empty.");
      }
      JsonValue value = value(parser, first, 0);
      if (parser.nextToken() != null) {
        throw at(parser, DatabaseException.badRequest("There is more text after the JSON value."));
      }
      return value;
    } catch (JsonProcessingException e) {
      throw at(
          e.getLocation(),
          DatabaseException.badRequest("The text is not valid JSON.")
              .with("reason", Reasons.of(e.getOriginalMessage())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads an object, which is what documents and most request bodies are. */
  public JsonObject readObject(byte[] utf8) {
    if (read(utf8) instanceof JsonObject object) {
      return object;
    }
    throw DatabaseException.badRequest("The JSON text must be an object.");
  }

  private JsonValue value(JsonParser parser, JsonToken token, int depth) throws IOException {
    return switch (token) {
      case VALUE_STRING -> JsonString.of(requireWholeCharacters(parser.getText(), parser));
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> finite(parser, parser.getDoubleValue());
      case VALUE_TRUE -> JsonBoolean.TRUE;
      case VALUE_FALSE -> JsonBoolean.FALSE;
      case VALUE_NULL -> JsonNull.NULL;
      case START_OBJECT -> object(parser, deeper(parser, depth));
      case START_ARRAY -> array(parser, deeper(parser, depth));
      case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("The parser gave " + token + " where a value begins.");
    };
  }

  private JsonObject object(JsonParser parser, int depth) throws IOException {
    Members members = new Members(8);
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      requireWholeCharacters(name, parser);
      members.put(name, value(parser, parser.nextToken(), depth));
    }
    return members.size() == 0 ? JsonObject.EMPTY : new JsonObject(members);
  }

  private JsonArray array(JsonParser parser, int depth) throws IOException {
    List<JsonValue> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      elements.add(value(parser, token, depth));
    }
    return JsonArray.of(elements);
  }

  private int deeper(JsonParser parser, int depth) {
    if (depth == maxDepth) {
      throw at(
          parser,
          DatabaseException.badRequest("The JSON text nests too deep.").with("maxDepth", maxDepth));
    }
    return depth + 1;
  }

  private static JsonNumber integer(JsonParser parser) throws IOException {
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      return finite(parser, Double.parseDouble(parser.getText()));
    }
    long value = parser.getLongValue();
    // An integer zero of more than one character has a sign to keep.
    return value == 0 && parser.getTextLength() > 1 ? JsonNumber.of(-0.0) : JsonNumber.of(value);
  }

  private static JsonNumber finite(JsonParser parser, double value) throws IOException {
    if (Double.isInfinite(value)) {
      throw at(
          parser,
          DatabaseException.badRequest("A number is beyond the range of a double.")
              .with("number", parser.getText()));
    }
    return JsonNumber.of(value);
  }

  private static String requireWholeCharacters(String text, @Nullable JsonParser parser) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          DatabaseException refusal =
              DatabaseException.badRequest("A text has half a surrogate pair.");
          throw parser == null ? refusal.with("offset", i) : at(parser, refusal);
        }
        i++;
      }
    }
    return text;
  }

  private static DatabaseException at(JsonParser parser, DatabaseException refusal) {
    return at(parser.currentTokenLocation(), refusal);
  }

  private static DatabaseException at(@Nullable JsonLocation location, DatabaseException refusal) {
    return location == null
        ? refusal
        : refusal
            .with("line", location.getLineNr())
            .with("column", location.getColumnNr())
            .with("offset", location.getByteOffset());
  }
}
