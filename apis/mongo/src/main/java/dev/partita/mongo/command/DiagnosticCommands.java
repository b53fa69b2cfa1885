package dev.partita.mongo.command;

import dev.partita.base.time.Clock;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.cursor.ServerCursors;
import dev.partita.mongo.error.MongoError;
import dev.partita.mongo.session.ClientSession.Statistics;
import dev.partita.mql.query.DocumentFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands by which tools look at a server. */
final class DiagnosticCommands {

  private final Clock clock;
  private final ServerCursors cursors;
  private final RunningCommands running;
  private final long startedMillis;

  DiagnosticCommands(Clock clock, ServerCursors cursors, RunningCommands running) {
    this.clock = clock;
    this.cursors = cursors;
    this.running = running;
    this.startedMillis = clock.millis();
  }

  List<Command> all() {
    return List.of(
        Command.reader(DiagnosticCommands::connectionStatus, "connectionStatus"),
        Command.reader(this::serverStatus, "serverStatus"),
        Command.reader(this::hostInfo, "hostInfo"),
        Command.reader(DiagnosticCommands::commandLine, "getCmdLineOpts"),
        Command.reader(DiagnosticCommands::parameter, "getParameter"),
        Command.reader(DiagnosticCommands::log, "getLog"),
        Command.reader(DiagnosticCommands::replicaSet, "replSetGetStatus"),
        Command.reader(this::currentOperations, "currentOp"),
        Command.writer(this::killOperation, "killOp"),
        Command.reader(DiagnosticCommands::lastRequest, "getLastRequestStatistics"));
  }

  private static void connectionStatus(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("connectionStatus", "showPrivileges").finish();
    ClientState.@Nullable Login login = call.client().login();
    reply.startDocument("authInfo").startArray("authenticatedUsers");
    if (login != null) {
      reply.startDocument().put("user", login.user()).put("db", "admin").end();
    }
    reply.end().startArray("authenticatedUserRoles");
    if (login != null) {
      String role = login.readOnly() ? "readAnyDatabase" : "readWriteAnyDatabase";
      reply.startDocument().put("role", role).put("db", "admin").end();
    }
    reply.end().put("authenticatedUserPrivileges", BsonArray.EMPTY).end();
  }

  private void serverStatus(Invocation call, BsonBuilder reply) {
    long uptime = clock.millis() - startedMillis;
    reply
        .put("host", "partita")
        .put("version", HandshakeCommands.VERSION)
        .put("process", "partita")
        .put("uptime", uptime / 1000.0)
        .put("uptimeMillis", uptime)
        .put("localTime", BsonValue.date(clock.millis()))
        .startDocument("metrics")
        .startDocument("cursor")
        .startDocument("open")
        .put("total", (long) cursors.count())
        .end()
        .end()
        .end();
  }

  private void hostInfo(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("hostInfo").finish();
    reply
        .startDocument("system")
        .put("currentTime", BsonValue.date(clock.millis()))
        .put("hostname", "partita")
        .put("cpuAddrSize", 64)
        .put("numCores", Runtime.getRuntime().availableProcessors())
        .end()
        .put("os", BsonDocument.of("type", BsonValue.string("Java")))
        .put("extra", BsonDocument.EMPTY);
  }

  private static void commandLine(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("getCmdLineOpts").finish();
    reply.put("argv", BsonArray.EMPTY).put("parsed", BsonDocument.EMPTY);
  }

  private static void parameter(Invocation call, BsonBuilder reply) {
    boolean any = false;
    for (BsonElement each : call.body()) {
      if (each.name().equals("featureCompatibilityVersion")) {
        reply.put(
            "featureCompatibilityVersion", BsonDocument.of("version", BsonValue.string("7.0")));
        any = true;
      }
    }
    call.arguments().ignore("getParameter", "featureCompatibilityVersion");
    if (!any) {
      throw MongoError.INVALID_OPTIONS.failure("no option found to get");
    }
  }

  private static void log(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("getLog").finish();
    reply.put("totalLinesWritten", 0).put("log", BsonArray.EMPTY);
  }

  private static void replicaSet(Invocation call, BsonBuilder reply) {
    throw MongoError.NO_REPLICATION_ENABLED.failure("not running with --replSet");
  }

  /** Other fields of the command are a filter. */
  private void currentOperations(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments().ignore("currentOp", "$all", "$ownOps");
    BsonBuilder filter = BsonDocument.builder();
    for (BsonElement each : call.body()) {
      if (arguments.has(each.name()) && !Arguments.isGeneric(each.name())) {
        filter.put(each.name(), each.value());
      }
    }
    DocumentFilter parsed = Language.of(null, null, call.nowMillis()).filter(filter.build());
    reply.startArray("inprog");
    running.descriptions().stream()
        .filter(parsed::matches)
        .forEach(each -> reply.add(each.toValue()));
    reply.end();
  }

  private void killOperation(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments().ignore("killOp");
    if (!arguments.has("op")) {
      throw MongoError.MISSING_FIELD.failure(
          "BSON field 'killOp.op' is missing but a required field");
    }
    long number = arguments.number("op", 0);
    arguments.finish();
    running.kill((int) number);
    reply.put("info", "attempting to kill op");
  }

  private static void lastRequest(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("getLastRequestStatistics").finish();
    Statistics own = call.session() == null ? null : call.session().statistics();
    Statistics last = own == null ? call.client().statistics() : own;
    reply.put("_t", "GetRequestStatisticsResponse");
    if (last != null) {
      reply
          .put("CommandName", last.command())
          .put("RequestCharge", last.charge().requestUnits())
          .put("RequestDurationInMilliSeconds", last.millis());
    }
  }
}
