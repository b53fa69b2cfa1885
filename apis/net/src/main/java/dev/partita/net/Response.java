package dev.partita.net;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One complete response. The server adds the length, the date and what the connection needs; the
 * body must not change afterwards.
 */
public record Response(int status, Headers headers, byte[] body) {

  private static final byte[] NOTHING = new byte[0];
  private static final Headers JSON = Headers.of("content-type", "application/json");

  public Response {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("Not a final status: " + status);
    }
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
    return new Response(status, headers.with(name, value), body);
  }

  @Override
  public String toString() {
    return status + " " + headers + " " + body.length + " bytes";
  }
}
