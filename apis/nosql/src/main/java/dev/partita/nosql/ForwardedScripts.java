package dev.partita.nosql;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.ForwardedCall;
import dev.partita.container.ForwardedService;
import dev.partita.container.Forwarding;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.document.ScriptCall;
import dev.partita.document.SessionResult;
import dev.partita.document.codec.OperationCodec;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonWriter;
import dev.partita.nosql.ScriptCalls.Ran;
import dev.partita.throughput.RequestCharge;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;

/**
 * Calls of scripts on their way to the node that leads the partition of their key, which has the
 * scripts as well. Safe for use by any number of threads.
 */
final class ForwardedScripts {

  private final Forwarding forwarding;
  private final Catalogue catalogue;
  private final BiFunction<Container, ScriptCall, SessionResult<Ran>> here;

  /**
   * @param here carries a call out on this node, or not at all
   */
  ForwardedScripts(
      Forwarding forwarding,
      Catalogue catalogue,
      BiFunction<Container, ScriptCall, SessionResult<Ran>> here) {
    this.forwarding = forwarding;
    this.catalogue = catalogue;
    this.here = here;
    forwarding.serve(
        ForwardedService.SCRIPTS,
        (container, request) ->
            CompletableFuture.completedFuture(encode(here.apply(container, arrived(request)))));
  }

  /** Has a call carried out, and waits for it. */
  SessionResult<Ran> run(Container container, ScriptCall call) {
    byte[] position = container.definition().scheme().logicalKey(call.key()).position();
    CompletableFuture<SessionResult<Ran>> answer =
        forwarding.submit(
            container,
            position,
            new ForwardedCall<>() {
              @Override
              public ForwardedService service() {
                return ForwardedService.SCRIPTS;
              }

              @Override
              public CompletableFuture<SessionResult<Ran>> here() {
                return CompletableFuture.completedFuture(here.apply(container, call));
              }

              @Override
              public byte[] request() {
                return new KeyWriter()
                    .u64(catalogue.version())
                    .raw(OperationCodec.encode(call))
                    .toBytes();
              }

              @Override
              public SessionResult<Ran> result(byte[] bytes) {
                return decode(bytes);
              }
            },
            container.routingDeadline());
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof DatabaseException failure ? failure : e;
    }
  }

  /** A call that has arrived, once this node has heard of all scripts that its sender has. */
  private ScriptCall arrived(byte[] request) {
    if (request.length < Long.BYTES) {
      throw DatabaseException.badRequest("This is no call of a script.")
          .with("bytes", request.length);
    }
    if (catalogue.version() < Bytes.readLong(request, 0)) {
      throw Forwarding.notYet();
    }
    return OperationCodec.decodeScriptCall(Arrays.copyOfRange(request, Long.BYTES, request.length));
  }

  private static byte[] encode(SessionResult<Ran> result) {
    Ran ran = result.value();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("status", ran.status())
            .put("log", ran.log())
            .put("lsn", result.lsn())
            .put("partition", result.partition())
            .put("charge", result.charge().hundredths());
    if (!ran.body().isUndefined()) {
      json.put("body", ran.body());
    }
    if (ran.etag() != null) {
      json.put("etag", ran.etag());
    }
    return JsonWriter.bytes(json.build());
  }

  private static SessionResult<Ran> decode(byte[] bytes) {
    JsonObject json = JsonReader.DEFAULT.readObject(bytes);
    Ran ran =
        new Ran(
            json.at("body"),
            json.at("etag") instanceof JsonString(String etag) ? etag : null,
            json.at("log") instanceof JsonString(String log) ? log : "",
            Math.toIntExact(number(json, "status")));
    return new SessionResult<>(
        ran,
        number(json, "lsn"),
        Math.toIntExact(number(json, "partition")),
        new RequestCharge(number(json, "charge")));
  }

  private static long number(JsonObject json, String name) {
    if (json.at(name) instanceof JsonNumber number) {
      return number.longValue();
    }
    throw DatabaseException.badRequest("The result of a script lacks a number.").with("name", name);
  }
}
