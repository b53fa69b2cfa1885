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
import dev.partita.net.Headers;
import dev.partita.net.Request;
import dev.partita.net.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.util.ser.SerializationException;
import org.jspecify.annotations.Nullable;

/** A script that comes over HTTP, and all of its results in one answer. */
final class HttpTraversal {

  private HttpTraversal() {}

  static Response answer(GremlinService service, Login login, Request request) {
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
    Asked asked = Asked.script(UUID.randomUUID(), script, bindings);
    List<Object> data = new ArrayList<>();
    List<Answer> last = new ArrayList<>(1);
    new Evaluation(
            service,
            login,
            asked,
            answer -> {
              if (answer.data() != null) {
                data.addAll(answer.data());
              }
              last.clear();
              last.add(answer);
              return answer.data() == null ? 0 : 64L * answer.data().size();
            })
        .run(codec.isModern());
    return response(codec, last.getFirst(), data);
  }

  private static Response response(Codec codec, Answer last, List<Object> data) {
    boolean failed = last.data() == null;
    Answer whole =
        new Answer(
            last.requestId(),
            failed ? last.code() : Answer.SUCCESS,
            last.message(),
            last.attributes(),
            failed ? null : data);
    try {
      Codec.Frame frame = codec.response(whole, false);
      return new Response(
          failed ? status(last) : 200, Headers.of("content-type", codec.mimeType()), frame.bytes());
    } catch (SerializationException e) {
      throw new IllegalStateException("A result cannot be written.", e);
    }
  }

  private static int status(Answer failed) {
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
