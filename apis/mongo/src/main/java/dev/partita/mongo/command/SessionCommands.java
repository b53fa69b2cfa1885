package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.cursor.ServerCursors;
import dev.partita.mongo.session.ClientSessions;
import java.util.List;
import java.util.random.RandomGenerator;

/** Commands about sessions. */
final class SessionCommands {

  private final ClientSessions sessions;
  private final ServerCursors cursors;
  private final RandomGenerator random;

  SessionCommands(ClientSessions sessions, ServerCursors cursors, RandomGenerator random) {
    this.sessions = sessions;
    this.cursors = cursors;
    this.random = random;
  }

  List<Command> all() {
    return List.of(
        Command.reader(this::start, "startSession"),
        Command.reader(this::refresh, "refreshSessions"),
        Command.anyone(this::end, "endSessions"),
        Command.reader(this::kill, "killSessions"),
        Command.reader(this::killAll, "killAllSessions"));
  }

  private void start(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("startSession").finish();
    byte[] id = new byte[ClientSessions.ID_BYTES];
    random.nextBytes(id);
    // As a UUID that was made of random numbers has it.
    id[6] = (byte) ((id[6] & 0x0F) | 0x40);
    id[8] = (byte) ((id[8] & 0x3F) | 0x80);
    sessions.use(id);
    reply
        .put("id", BsonDocument.of("id", BsonValue.binary(4, id)))
        .put("timeoutMinutes", ClientSessions.TIMEOUT_MINUTES);
  }

  private void refresh(Invocation call, BsonBuilder reply) {
    ids(call).forEach(sessions::use);
  }

  private void end(Invocation call, BsonBuilder reply) {
    ids(call).forEach(sessions::end);
  }

  private void kill(Invocation call, BsonBuilder reply) {
    for (byte[] id : ids(call)) {
      cursors.killOf(id);
      sessions.end(id);
    }
  }

  private void killAll(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("killAllSessions").finish();
    sessions.endAll();
  }

  private static List<byte[]> ids(Invocation call) {
    BsonArray array = call.arguments().array(call.name());
    call.arguments().finish();
    return array == null
        ? List.of()
        : array.stream()
            .filter(BsonValue::isDocument)
            .map(each -> Invocation.sessionId(each.asDocument()))
            .toList();
  }
}
