package dev.partita.gremlin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Response message to a client. Immutable.
 *
 * @param data null if there is nothing but the status
 */
record GremlinResponse(
    UUID requestId,
    int code,
    String message,
    Map<String, Object> attributes,
    @Nullable List<? extends @Nullable Object> data) {

  static final int SUCCESS = 200;
  static final int NO_CONTENT = 204;
  static final int PARTIAL = 206;
  static final int AUTHENTICATE = 407;

  GremlinResponse with(String attribute, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(attributes);
    more.put(attribute, value);
    return new GremlinResponse(requestId, code, message, more, data);
  }
}
