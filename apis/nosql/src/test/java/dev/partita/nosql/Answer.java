package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.net.http.Response;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A response with its headers and its JSON at hand. */
record Answer(Response response) {

  int status() {
    return response.status();
  }

  @Nullable String header(String name) {
    return response.headers().first(name);
  }

  /** A header that must be there. */
  String require(String name) {
    return Objects.requireNonNull(header(name), name);
  }

  String etag() {
    return require("etag");
  }

  String session() {
    return require("x-ms-session-token");
  }

  @Nullable String continuation() {
    return header("x-ms-continuation");
  }

  String text() {
    return new String(response.body(), UTF_8);
  }

  JsonObject json() {
    return JsonReader.DEFAULT.readObject(response.body());
  }

  JsonArray array() {
    return (JsonArray) JsonReader.DEFAULT.read(response.body());
  }

  /** A property of the body, through objects along dots. */
  JsonValue at(String path) {
    JsonValue value = json();
    for (String name : path.split("\\.", -1)) {
      value = value instanceof JsonObject object ? object.at(name) : value;
    }
    return value;
  }

  /** A property of the body that is a string. */
  String string(String path) {
    return ((JsonString) at(path)).value();
  }

  long number(String path) {
    return ((JsonNumber) at(path)).longValue();
  }

  /** The entries of a feed, which is the only list in its envelope. */
  List<JsonValue> entries() {
    for (JsonObject.Member member : json()) {
      if (member.value() instanceof JsonArray list) {
        return list.elements();
      }
    }
    throw new AssertionError("No feed: " + text());
  }

  /** The ids of the entries of a feed. */
  List<String> ids() {
    return entries().stream()
        .map(entry -> ((JsonString) ((JsonObject) entry).at("id")).value())
        .toList();
  }

  Answer is(int status) {
    assertThat(status()).describedAs(text()).isEqualTo(status);
    return this;
  }

  Answer is2xx() {
    assertThat(status()).describedAs(text()).isBetween(200, 299);
    return this;
  }

  Answer is(int status, int subStatus) {
    is(status);
    assertThat(header("x-ms-substatus"))
        .describedAs(text())
        .isEqualTo(subStatus == 0 ? null : Integer.toString(subStatus));
    return this;
  }

  /** Checks that the message of a failure has the text, so that its reader knows what to do. */
  Answer says(String text) {
    assertThat(string("message")).containsIgnoringCase(text);
    return this;
  }

  /** What holds for every answer. */
  void requireSound() {
    assertThat(status()).describedAs(text()).isNotEqualTo(500);
    assertThat(header("x-ms-activity-id")).isEqualTo(Api.ACTIVITY);
    assertThat(header("x-ms-request-charge")).matches("[0-9]+(\\.[0-9]+)?");
    if (status() >= 400) {
      assertThat(header("content-type")).isEqualTo("application/json");
      assertThat(string("code")).isNotEmpty();
      assertThat(string("message")).isNotEmpty();
    }
    if (status() == 204 || status() == 304) {
      assertThat(response.body()).isEmpty();
    }
  }
}
