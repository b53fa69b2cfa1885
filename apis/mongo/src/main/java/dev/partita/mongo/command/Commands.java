package dev.partita.mongo.command;

import dev.partita.base.time.Clock;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import dev.partita.mongo.session.ClientSession;
import dev.partita.mongo.session.ClientSession.Statistics;
import dev.partita.mongo.session.ClientSessions;
import dev.partita.mongo.wire.DocumentSequence;
import dev.partita.mongo.wire.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All commands by their names: finds the one that a message asks for, checks who asks and how, has
 * it carried out, and makes the reply. Safe for use by any number of threads.
 */
public final class Commands {

  private static final Logger log = LoggerFactory.getLogger(Commands.class);

  /** Those that can be sent again with the same number. */
  private static final Set<String> RETRYABLE =
      Set.of("insert", "update", "delete", "findAndModify", "findandmodify");

  private final Map<String, Command> byName = new HashMap<>();
  private final ClientSessions sessions;
  private final RunningCommands running;
  private final Clock clock;
  private final boolean authorized;
  private final Consumer<AnsweredCommand> observer;

  /**
   * @param authorized whether clients have to prove that they have a key
   * @param observer told of every command that was answered
   */
  Commands(
      ClientSessions sessions,
      RunningCommands running,
      Clock clock,
      boolean authorized,
      Consumer<AnsweredCommand> observer) {
    this.sessions = sessions;
    this.running = running;
    this.clock = clock;
    this.authorized = authorized;
    this.observer = observer;
  }

  void add(List<Command> commands) {
    commands.forEach(command -> command.names().forEach(name -> byName.put(name, command)));
  }

  /** Carries out what a message asks for, and gives the reply. */
  public BsonDocument answer(Message message, ClientState client) {
    long start = clock.nanos();
    BsonDocument body = unwrapped(message);
    String name = body.isEmpty() ? "" : body.first().name();
    Invocation call = null;
    CommandFailure failure = null;
    BsonBuilder reply = new BsonBuilder();
    try {
      call = begin(message, body, name, client);
      try (RunningCommands.Running known = running.begin(call)) {
        call.watchedBy(known::watch);
        run(call, reply);
      }
      reply.put("ok", 1.0);
    } catch (RuntimeException e) {
      failure = failure(e, call);
      reply = new BsonBuilder();
      Failures.write(failure, reply);
    }
    BsonDocument answer = reply.build();
    observe(name, call, client, failure, start, answer.byteLength());
    return answer;
  }

  private CommandFailure failure(RuntimeException e, @Nullable Invocation call) {
    String namespace = call == null ? "" : call.namespace(call.collectionOrEmpty());
    try {
      CommandFailure known = Failures.of(e, namespace);
      return WriteErrors.labelled(known, call != null && call.number() != null);
    } catch (RuntimeException defect) {
      log.error("A command failed: {}", call == null ? "?" : call.name(), defect);
      return MongoError.INTERNAL_ERROR.failure("The command failed for a reason that is logged.");
    }
  }

  /** Older messages may have the command within another document. */
  private static BsonDocument unwrapped(Message message) {
    BsonDocument body = message.body();
    if (message.legacy() && !body.isEmpty()) {
      BsonValue query = body.first().name().equals("$query") ? body.first().value() : null;
      if (query != null && query.isDocument()) {
        return query.asDocument();
      }
    }
    return body;
  }

  private Invocation begin(Message message, BsonDocument body, String name, ClientState client) {
    String database = database(message, body);
    Command command = byName.get(name);
    if (command == null) {
      throw MongoError.COMMAND_NOT_FOUND.failure("no such command: '" + name + "'");
    }
    authorize(command, name, database, client);
    return invocation(name, database, body, message.sequences(), client);
  }

  private Invocation invocation(
      String name,
      String database,
      BsonDocument body,
      List<DocumentSequence> sequences,
      ClientState client) {
    return Invocation.of(
        name, database, body, Arguments.ofCommand(name, body, sequences), client, sessions, clock);
  }

  /** A command that is the argument of another. */
  Invocation within(Invocation outer, BsonDocument body) {
    String name = body.isEmpty() ? "" : body.first().name();
    if (!byName.containsKey(name)) {
      throw MongoError.COMMAND_NOT_FOUND.failure("no such command: '" + name + "'");
    }
    return invocation(name, outer.database(), body, List.of(), outer.client());
  }

  private static String database(Message message, BsonDocument body) {
    if (message.legacy()) {
      String collection = message.collection();
      if (!collection.endsWith(".$cmd")) {
        throw MongoError.UNSUPPORTED_OP_QUERY_COMMAND.failure(
            "Unsupported OP_QUERY command: " + collection);
      }
      return collection.substring(0, collection.length() - ".$cmd".length());
    }
    BsonValue database = body.get("$db");
    if (database == null || database.type() != BsonType.STRING) {
      throw MongoError.NO_DATABASE.failure("OP_MSG requests require a $db argument");
    }
    return database.asString();
  }

  private void authorize(Command command, String name, String database, ClientState client) {
    if (!authorized || command.access() == Command.Access.ANYONE) {
      return;
    }
    ClientState.@Nullable Login login = client.login();
    if (login == null) {
      throw MongoError.UNAUTHORIZED.failure("Command " + name + " requires authentication");
    }
    if (login.readOnly() && command.access() == Command.Access.WRITERS) {
      throw MongoError.UNAUTHORIZED.failure(
          "not authorized on "
              + database
              + " to execute command "
              + name
              + ": the key allows reading only");
    }
  }

  private void run(Invocation call, BsonBuilder reply) {
    Command command = Objects.requireNonNull(byName.get(call.name()));
    ClientSession session = call.session();
    Long number = call.number();
    if (session == null || number == null) {
      command.body().run(call, reply);
      return;
    }
    if (!RETRYABLE.contains(call.name())) {
      throw MongoError.ILLEGAL_OPERATION.failure(
          "txnNumber may only be provided for retryable write commands, not for " + call.name());
    }
    try (ClientSession.Numbered _ = session.begin(number)) {
      command.body().run(call, reply);
    }
  }

  private void observe(
      String name,
      @Nullable Invocation call,
      ClientState client,
      @Nullable CommandFailure failure,
      long start,
      int bytes) {
    long nanos = clock.nanos() - start;
    if (call != null && !name.equals("getLastRequestStatistics")) {
      Statistics last = new Statistics(name, call.charge(), nanos / 1e6);
      ClientSession session = call.session();
      if (session != null) {
        session.statistics(last);
      }
      client.statistics(last);
    }
    observer.accept(
        new AnsweredCommand(
            byName.containsKey(name) ? name : "",
            call == null ? "" : call.database(),
            call == null ? "" : call.collectionOrEmpty(),
            failure == null ? 0 : failure.code(),
            call == null ? 0 : call.charge().requestUnits(),
            nanos,
            bytes));
  }
}
