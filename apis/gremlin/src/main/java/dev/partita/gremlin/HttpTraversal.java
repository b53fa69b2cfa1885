package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.util.ser.SerializationException;
import org.jspecify.annotations.Nullable;

/** Script sent over HTTP, with its results in one response. Used by one thread. */
final class HttpTraversal {

  private static final String MORE = "x-partita-more";

  /** Results so far, up to the number wanted. For one thread at a time. */
  private static final class Collected implements Evaluation.Sink {

    private static final int BYTES_EACH = 64;

    private final int most;
    private final List<Object> data = new ArrayList<>();
    private @Nullable GremlinResponse last;
    private boolean full;

    Collected(int most) {
      this.most = most;
    }

    /** Returns a negative number, which ends the traversal, once enough results are collected. */
    @Override
    public long send(GremlinResponse answer) {
      if (full) {
        return -1;
      }
      last = answer;
      if (answer.data() == null) {
        return 0;
      }
      int wanted = Math.min(answer.data().size(), most - data.size());
      data.addAll(answer.data().subList(0, wanted));
      full = wanted < answer.data().size();
      return full ? -1 : (long) BYTES_EACH * wanted;
    }

    GremlinResponse whole() {
      GremlinResponse end = Objects.requireNonNull(last);
      boolean failed = end.data() == null;
      Map<String, Object> attributes = new LinkedHashMap<>(end.attributes());
      if (full) {
        attributes.put(MORE, true);
      }
      return new GremlinResponse(
          end.requestId(),
          failed ? end.code() : GremlinResponse.SUCCESS,
          end.message(),
          attributes,
          failed ? null : data);
    }
  }

  private HttpTraversal() {}

  static Response answer(GremlinService service, Login login, int most, Request request) {
    JsonObject body = JsonReader.DEFAULT.readObject(request.body());
    if (!(body.at("gremlin") instanceof JsonString(String script))) {
      throw DatabaseException.badRequest(
          "A script is sent as {\"gremlin\": \"g.V()\", \"bindings\": {}}.");
    }
    Map<String, Object> bindings = new HashMap<>();
    if (body.at("bindings") instanceof JsonObject given) {
      given.forEach(member -> bindings.put(member.name(), java(member.value())));
    }
    String accepted = request.headers().first("accept");
    Codec named = accepted == null ? null : Codec.of(accepted);
    Codec codec = named == null || named.isBinary() ? Codec.JSON : named;
    TraversalRequest traversal = TraversalRequest.script(UUID.randomUUID(), script, bindings);
    Collected results = new Collected(most);
    Evaluation evaluation = new Evaluation(service, login, traversal, results);
    service.carryOut(() -> evaluation.run(codec.isModern()));
    return response(codec, results.whole());
  }

  private static Response response(Codec codec, GremlinResponse whole) {
    try {
      Codec.Frame frame = codec.response(whole, false);
      return new Response(
          whole.data() == null ? status(whole) : 200,
          Headers.of("content-type", codec.mimeType()),
          frame.bytes());
    } catch (SerializationException e) {
      throw new IllegalStateException("A result cannot be written.", e);
    }
  }

  private static int status(GremlinResponse failed) {
    int status = failed.attributes().get("x-ms-status-code") instanceof Integer code ? code : 500;
    return status >= 400 && status < 600 ? status : 500;
  }

  private static @Nullable Object java(JsonValue value) {
    return switch (value) {
      case JsonNull _, JsonUndefined _ -> null;
      case JsonString(String text) -> text;
      case JsonBoolean truth -> truth.value();
      case JsonNumber number -> number(number);
      case JsonArray array -> {
        List<@Nullable Object> list = new ArrayList<>();
        array.forEach(each -> list.add(java(each)));
        yield list;
      }
      case JsonObject object -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        object.forEach(member -> map.put(member.name(), java(member.value())));
        yield map;
      }
    };
  }

  private static Object number(JsonNumber number) {
    if (!number.isIntegral()) {
      return number.doubleValue();
    }
    long whole = number.longValue();
    if (whole == (int) whole) {
      return (int) whole;
    }
    return whole;
  }
}
