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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands by which tools look at a server. */
final class DiagnosticCommands {

  private final Clock clock;
  private final ServerCursors cursors;
  private final long startedMillis;

  DiagnosticCommands(Clock clock, ServerCursors cursors) {
    this.clock = clock;
    this.cursors = cursors;
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
