package dev.partita.gremlin;

import dev.partita.base.bytes.Bytes;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV1;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV2;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONUntypedMessageSerializerV1;
import org.apache.tinkerpop.gremlin.util.ser.MessageTextSerializer;
import org.apache.tinkerpop.gremlin.util.ser.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Serialisation formats of messages, by media type. GraphSON 2 responses are plain JSON, as the
 * service writes them, unless the request was bytecode, which the service does not accept. Safe for
 * use by any number of threads.
 */
enum Codec {
  GRAPHSON_1("application/vnd.gremlin-v1.0+json", new GraphSONMessageSerializerV1(), false),
  GRAPHSON_1_UNTYPED(
      "application/vnd.gremlin-v1.0+json;types=false",
      new GraphSONUntypedMessageSerializerV1(),
      true),
  GRAPHSON_2("application/vnd.gremlin-v2.0+json", new GraphSONMessageSerializerV2(), true),
  GRAPHSON_3("application/vnd.gremlin-v3.0+json", new GraphSONMessageSerializerV3(), false),
  JSON("application/json", new GraphSONMessageSerializerV3(), true),
  GRAPH_BINARY("application/vnd.graphbinary-v1.0", new GraphBinaryMessageSerializerV1(), false),

  /**
   * Format of the Gremlin console: results are strings, which it can show without their classes.
   */
  GRAPH_BINARY_TEXTS(
      "application/vnd.graphbinary-v1.0-stringd", new GraphBinaryMessageSerializerV1(), false);

  private static final GraphBinaryMessageSerializerV1 BINARY_REQUESTS =
      new GraphBinaryMessageSerializerV1(NumberReaders.registry());

  /** Id of a request in JSON, plain or typed. */
  private static final Pattern REQUEST_ID =
      Pattern.compile("\"requestId\"\\s*:\\s*(?:\\{[^{}]*)?\"([0-9a-fA-F-]{36})\"");

  /** Encoded message. */
  record Frame(byte[] bytes, boolean text) {}

  private final String mimeType;

  // Serializers are immutable once created, though their type does not say so.
  @SuppressWarnings("ImmutableEnumChecker")
  private final MessageTextSerializer<?> serializer;

  private final boolean plain;

  Codec(String mimeType, MessageTextSerializer<?> serializer, boolean plain) {
    this.mimeType = mimeType;
    this.serializer = serializer;
    this.plain = plain;
  }

  String mimeType() {
    return mimeType;
  }

  /** Format of a media type; null if it is unknown. */
  static @Nullable Codec of(String mimeType) {
    String type = mimeType.toLowerCase(Locale.ROOT).replace(" ", "");
    for (Codec codec : values()) {
      if (codec.mimeType.equals(type)) {
        return codec;
      }
    }
    int parameters = type.indexOf(';');
    if (parameters < 0) {
      return null;
    }
    return type.endsWith(";types=false") ? JSON : of(type.substring(0, parameters));
  }

  boolean isBinary() {
    return this == GRAPH_BINARY || this == GRAPH_BINARY_TEXTS;
  }

  /** Whether throttling has a status code of its own, as in newer protocols. */
  boolean isModern() {
    return this == GRAPHSON_3 || isBinary();
  }

  /**
   * @param offset start of the body, after the media type
   */
  RequestMessage request(byte[] message, int offset) throws SerializationException {
    if (isBinary()) {
      return BINARY_REQUESTS.deserializeRequest(new GuardedBytes(message, offset));
    }
    return serializer.deserializeRequest(
        new String(message, offset, message.length - offset, StandardCharsets.UTF_8));
  }

  /**
   * Extracts the id of a request that cannot be parsed, so that its client gets the error; null if
   * that is not possible.
   */
  @Nullable UUID requestId(byte[] message, int offset) {
    if (isBinary()) {
      // After the version.
      int start = offset + 1;
      return message.length < start + 2 * Long.BYTES
          ? null
          : new UUID(Bytes.readLong(message, start), Bytes.readLong(message, start + Long.BYTES));
    }
    Matcher id =
        REQUEST_ID.matcher(
            new String(message, offset, message.length - offset, StandardCharsets.UTF_8));
    try {
      return id.find() ? UUID.fromString(id.group(1)) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * @param typed whether the client understands typed values only
   */
  Frame response(GremlinResponse answer, boolean typed) throws SerializationException {
    if (plain && !typed) {
      return new Frame(JsonWriter.bytes(plain(answer)), true);
    }
    ResponseMessage message =
        ResponseMessage.build(answer.requestId())
            .code(ResponseStatusCode.getFromValue(answer.code()))
            .statusMessage(answer.message())
            .statusAttributes(answer.attributes())
            .result(this == GRAPH_BINARY_TEXTS ? texts(answer.data()) : answer.data())
            .create();
    if (!isBinary()) {
      String text = serializer.serializeResponseAsString(message, UnpooledByteBufAllocator.DEFAULT);
      return new Frame(text.getBytes(StandardCharsets.UTF_8), true);
    }
    ByteBuf buffer =
        serializer.serializeResponseAsBinary(message, UnpooledByteBufAllocator.DEFAULT);
    try {
      return new Frame(ByteBufUtil.getBytes(buffer), false);
    } finally {
      buffer.release();
    }
  }

  private static @Nullable List<String> texts(@Nullable List<? extends @Nullable Object> data) {
    return data == null ? null : data.stream().map(String::valueOf).toList();
  }

  static JsonObject plain(GremlinResponse answer) {
    JsonObject.Builder attributes = JsonObject.builder();
    answer.attributes().forEach((name, value) -> attributes.put(name, PlainJson.of(value)));
    List<? extends @Nullable Object> data = answer.data();
    JsonValue results = JsonNull.NULL;
    if (data != null) {
      List<JsonValue> values = new ArrayList<>(data.size());
      data.forEach(each -> values.add(PlainJson.of(each)));
      results = JsonArray.of(values);
    }
    return JsonObject.builder()
        .put("requestId", answer.requestId().toString())
        .put(
            "status",
            JsonObject.builder()
                .put("code", answer.code())
                .put("message", answer.message())
                .put("attributes", attributes.build())
                .build())
        .put(
            "result",
            JsonObject.builder().put("data", results).put("meta", JsonObject.EMPTY).build())
        .build();
  }
}
