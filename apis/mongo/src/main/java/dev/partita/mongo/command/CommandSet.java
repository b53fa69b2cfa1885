package dev.partita.mongo.command;

import dev.partita.base.time.Clock;
import dev.partita.bson.ObjectIds;
import dev.partita.collection.BsonCollections;
import dev.partita.container.Engine;
import dev.partita.mongo.auth.Scram;
import dev.partita.mongo.cursor.ServerCursors;
import dev.partita.mongo.session.ClientSessions;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The commands of a server with what they work on. Closed when no command comes any more. */
public final class CommandSet implements AutoCloseable {

  private final Commands commands;
  private final ServerCursors cursors;

  /**
   * @param account whose databases there are
   * @param scram null if nobody has to prove anything
   * @param address where clients reach the replica set
   * @param observer told of every command that was answered
   */
  public CommandSet(
      Engine engine,
      BsonCollections collections,
      String account,
      @Nullable Scram scram,
      Supplier<String> address,
      RandomGenerator random,
      Consumer<AnsweredCommand> observer) {
    Clock clock = engine.clock();
    ClientSessions sessions = new ClientSessions(clock);
    cursors = new ServerCursors(clock, random);
    Namespaces namespaces = new Namespaces(engine, collections, account);
    NewDocuments documents = new NewDocuments(new ObjectIds(clock, random));
    Batches batches = new Batches(cursors);
    AuthenticationCommands authentication = new AuthenticationCommands(scram);
    IndexCommands indexes = new IndexCommands(namespaces, batches);
    RunningCommands running = new RunningCommands(clock);
    AggregateCommand aggregations =
        new AggregateCommand(
            namespaces,
            batches,
            new ServerStages(namespaces, sessions, running, clock),
            new WritingStages(namespaces, documents),
            clock);
    commands = new Commands(sessions, running, clock, scram != null, observer);
    commands.add(new HandshakeCommands(clock, address, authentication).all());
    commands.add(authentication.all());
    commands.add(new SessionCommands(sessions, cursors, random).all());
    commands.add(new ReadCommands(namespaces, batches).all());
    commands.add(List.of(aggregations.command()));
    commands.add(new WriteCommands(namespaces, documents).all());
    commands.add(new CatalogCommands(namespaces, batches, cursors).all());
    commands.add(indexes.all());
    commands.add(new ShardingCommands(namespaces).all());
    commands.add(new CustomActions(namespaces, indexes).all());
    commands.add(new DiagnosticCommands(clock, cursors, running).all());
    commands.add(List.of(new ExplainCommand(namespaces, commands, aggregations).command()));
  }

  public Commands commands() {
    return commands;
  }

  @Override
  public void close() {
    cursors.close();
  }
}
