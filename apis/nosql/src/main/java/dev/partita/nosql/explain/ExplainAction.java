package dev.partita.nosql.explain;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.execution.page.QueryPage;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.net.http.Response;
import dev.partita.protocol.OperatorActions;
import dev.partita.protocol.OperatorCall;
import dev.partita.query.syntax.QueryErrors;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a query over a container, for operators. Safe for use by any number of threads.
 *
 * @param explainer what runs the query
 */
public record ExplainAction(Explainer explainer) implements OperatorActions.OfContainer {

  /** What runs queries with everything that belongs to a container, functions included. */
  @FunctionalInterface
  public interface Explainer {

    /**
     * Runs the first page of a query and tells how, as the one result of the page.
     *
     * @param query its text and its parameters, as clients send them
     * @param key the text of the partition key to ask; null for all
     */
    QueryPage explain(Container container, JsonObject query, @Nullable String key);
  }

  @Override
  public Response answer(Container container, OperatorCall call) {
    call.requireMethod("POST");
    JsonObject query = call.json();
    String key =
        switch (query.at("partitionKey")) {
          case JsonUndefined _, JsonNull _ -> null;
          case JsonValue given -> JsonWriter.text(given);
        };
    try {
      return Response.json(
          200, JsonWriter.bytes(PlanView.of(explainer.explain(container, query, key))));
    } catch (DatabaseException e) {
      return QueryErrors.body(e).map(ExplainAction::invalidQuery).orElseThrow(() -> e);
    }
  }

  /** What is wrong with a query: in words, and with the places as clients of queries get them. */
  private static Response invalidQuery(String body) {
    JsonObject said = JsonReader.DEFAULT.readObject(body.getBytes(StandardCharsets.UTF_8));
    JsonArray located = said.at("errors") instanceof JsonArray list ? list : JsonArray.EMPTY;
    JsonArray plain = said.at("Errors") instanceof JsonArray list ? list : JsonArray.EMPTY;
    String message =
        Stream.concat(
                located.elements().stream().map(error -> ((JsonObject) error).at("message")),
                plain.elements().stream())
            .map(text -> text instanceof JsonString(String words) ? words : text.toString())
            .collect(Collectors.joining(" "));
    return Response.json(
        400,
        JsonWriter.bytes(
            JsonObject.builder()
                .put("code", "BadRequest")
                .put("message", message)
                .put("errors", located)
                .build()));
  }
}
