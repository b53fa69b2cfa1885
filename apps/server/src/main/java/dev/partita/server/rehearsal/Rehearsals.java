package dev.partita.server.rehearsal;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.IsoTime;
import dev.partita.base.time.MovableClock;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.protocol.OperatorActions;
import dev.partita.protocol.OperatorCall;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolServices;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The rehearsals of a server, and its clock. Safe for use by any number of threads. */
public final class Rehearsals implements Protocol {

  private static final long ADVANCE_MAX = 10L * 366 * 24 * 3_600 * 1_000;

  private final boolean isOn;
  private final Engine engine;
  private final String account;
  private final AtomicLong ids = new AtomicLong();
  private final List<Rehearsal> all = new CopyOnWriteArrayList<>();

  Rehearsals(boolean isOn, ProtocolServices services) {
    this.isOn = isOn;
    this.engine = services.engine();
    this.account = services.account().name();
  }

  /** The first rehearsal that is about a request, which counts as met. */
  Optional<Rehearsal> next(Request request) {
    if (all.isEmpty()) {
      return Optional.empty();
    }
    return Target.of(request, this::find)
        .flatMap(target -> all.stream().filter(each -> each.takes(target)).findFirst());
  }

  private Optional<Container> find(String database, String container) {
    return engine
        .catalogue()
        .database(account, database)
        .flatMap(found -> engine.containers().container(found.number(), container));
  }

  @Override
  public Map<String, OperatorActions.OfContainer> containerActions() {
    return Map.of("rehearsals", this::ofContainer);
  }

  @Override
  public Map<String, OperatorActions.OfServer> serverActions() {
    return Map.of("rehearsals", this::ofServer, "clock", this::clock, "reset", this::reset);
  }

  private Response ofContainer(Container container, OperatorCall call) {
    call.requireRight();
    requireOn();
    if (!call.request().method().equals("POST")) {
      return listOrStop(call, each -> each.plan().container() == container.number());
    }
    if (!container.definition().model().name().equals(ContainerModel.DOCUMENT.name())) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED,
              "Only requests for items of the NoSQL API can be rehearsed; this container has"
                  + " another model.")
          .with("model", container.definition().model().name());
    }
    JsonObject names =
        JsonObject.builder()
            .put("database", call.database())
            .put("container", call.container())
            .build();
    Rehearsal begun =
        new Rehearsal(ids.incrementAndGet(), PlanReader.read(container, names, call.json()));
    all.removeIf(Rehearsal::isOver);
    all.add(begun);
    return Response.json(201, JsonWriter.bytes(begun.toJson()));
  }

  private Response ofServer(OperatorCall call) {
    requireOn();
    return listOrStop(call, each -> true);
  }

  /** Lists the rehearsals that are meant, or stops them: all, or the one with the given id. */
  private Response listOrStop(OperatorCall call, Predicate<Rehearsal> meant) {
    call.requireMethod("GET", "DELETE", "POST");
    if (call.request().method().equals("POST")) {
      throw DatabaseException.badRequest("A rehearsal is made below a container's address.");
    }
    String id = call.parameter("id");
    Predicate<Rehearsal> chosen =
        meant.and(each -> id == null || Long.toString(each.id()).equals(id));
    Stream<Rehearsal> found = all.stream().filter(chosen);
    List<JsonValue> shown = found.map(Rehearsal::toJson).toList();
    if (call.request().method().equals("DELETE")) {
      all.removeIf(chosen);
    }
    return Response.json(
        200, JsonWriter.bytes(JsonObject.builder().put("rehearsals", JsonArray.of(shown)).build()));
  }

  /** Deletes all databases of the account, and what other accounts have in theirs. */
  private Response reset(OperatorCall call) {
    call.requireMethod("POST");
    requireOn();
    all.clear();
    for (String each : engine.catalogue().accounts()) {
      for (DatabaseRecord database : engine.catalogue().databases(each)) {
        if (each.equals(account)) {
          engine.containers().deleteDatabase(database.number());
        } else {
          engine
              .catalogue()
              .containers(database.number())
              .forEach(container -> engine.containers().deleteContainer(container.number()));
        }
      }
    }
    return Response.json(200, JsonWriter.bytes(JsonObject.EMPTY));
  }

  /** Tells the time of the server, and moves it forward. */
  private Response clock(OperatorCall call) {
    call.requireMethod("GET", "POST");
    requireOn();
    if (!(engine.clock() instanceof MovableClock clock)) {
      throw new DatabaseException(
          ErrorCode.UNSUPPORTED, "The clock of this server was given to it and cannot be moved.");
    }
    if (call.request().method().equals("POST")) {
      if (!(call.json().at("advanceMillis") instanceof JsonNumber by)
          || !by.isIntegral()
          || by.longValue() < 0
          || by.longValue() > ADVANCE_MAX) {
        throw DatabaseException.badRequest(
                "The clock goes forward only, and by not more than ten years at once.")
            .with("property", "advanceMillis")
            .with("value", call.json().at("advanceMillis"));
      }
      clock.advanceMillis(by.longValue());
      // What has expired goes now, not when somebody looks at a clock again.
      engine.timers().runDue();
    }
    return Response.json(
        200,
        JsonWriter.bytes(
            JsonObject.builder()
                .put("time", IsoTime.text(clock.millis()))
                .put("aheadMillis", clock.aheadMillis())
                .build()));
  }

  private void requireOn() {
    if (!isOn) {
      throw new DatabaseException(
          ErrorCode.FORBIDDEN,
          "Rehearsals are off. Start the server with --rehearsals (PARTITA_REHEARSALS=true) for"
              + " tests; never in production.");
    }
  }
}
