package dev.partita.net.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One response. The server adds the length, the date and what the connection needs; the body must
 * not change afterwards.
 *
 * @param body all of it, unless it is streamed
 * @param stream what writes the body while it goes out; null for a body that is complete
 */
public record Response(int status, Headers headers, byte[] body, @Nullable BodyStream stream) {

  private static final byte[] NOTHING = new byte[0];
  private static final Headers JSON = Headers.of("content-type", "application/json");

  public Response {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("Not a final status: " + status);
    }
  }

  /** A complete response. */
  public Response(int status, Headers headers, byte[] body) {
    this(status, headers, body, null);
  }

  /** A response whose body is written while it goes out. */
  public static Response streamed(int status, Headers headers, BodyStream stream) {
    return new Response(status, headers, NOTHING, stream);
  }

  /** A response without a body. */
  public static Response of(int status) {
    return new Response(status, Headers.empty(), NOTHING);
  }

  /** A response with a JSON text. */
  public static Response json(int status, byte[] json) {
    return new Response(status, JSON, json);
  }

  /**
   * A response with a flat JSON object, for messages that are not worth a document model; the
   * values are strings, numbers and booleans, in the map's order.
   */
  public static Response json(int status, Map<String, Object> fields) {
    return json(status, FlatJson.object(fields).getBytes(StandardCharsets.UTF_8));
  }

  /** This response and one more header field. */
  public Response with(String name, String value) {
    return new Response(status, headers.with(name, value), body, stream);
  }

  @Override
  public String toString() {
    return status + " " + headers + " " + body.length + " bytes";
  }
}
