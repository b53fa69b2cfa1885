package dev.partita.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * Turns values into JSON text without white space. Stateless. Half a surrogate pair, which only
 * values made by the database itself can have, is written as an escape.
 */
public final class JsonWriter {

  // Buffers are pooled across threads: requests run on virtual threads, which live for one request
  // and would each start with buffers of their own.
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build();

  private JsonWriter() {}

  /** The value as UTF-8. */
  public static byte[] bytes(JsonValue value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    write(value, out);
    return out.toByteArray();
  }

  /** The value as text. */
  public static String text(JsonValue value) {
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(out)) {
      write(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  /** Writes the value as UTF-8 and leaves the stream open. */
  public static void write(JsonValue value, OutputStream out) {
    try (JsonGenerator generator = FACTORY.createGenerator(out)) {
      write(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(JsonValue value, JsonGenerator generator) throws IOException {
    switch (value) {
      case JsonUndefined _ ->
          throw new IllegalArgumentException("Undefined has no JSON text; leave it out.");
      case JsonNull _ -> generator.writeNull();
      case JsonBoolean bool -> generator.writeBoolean(bool.value());
      case JsonNumber number -> number.write(generator);
      case JsonString(String text) -> generator.writeString(text);
      case JsonArray array -> {
        generator.writeStartArray();
        for (int i = 0; i < array.size(); i++) {
          write(array.at(i), generator);
        }
        generator.writeEndArray();
      }
      case JsonObject object -> {
        generator.writeStartObject();
        for (int i = 0; i < object.size(); i++) {
          generator.writeFieldName(object.nameAt(i));
          write(object.valueAt(i), generator);
        }
        generator.writeEndObject();
      }
    }
  }
}
