package dev.partita.mongo.command;

import dev.partita.base.time.Clock;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.error.MongoError;
import dev.partita.mongo.session.ClientSession;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The commands that are being carried out. Safe for use by any number of threads. */
final class RunningCommands {

  private static final int COMMAND_BYTES_MAX = 4_096;

  private final Clock clock;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, Running> all = new ConcurrentHashMap<>();

  RunningCommands(Clock clock) {
    this.clock = clock;
  }

  /** A command that is being carried out, until it is closed. */
  final class Running implements AutoCloseable {

    private final int number = numbers.incrementAndGet();
    private final Invocation call;
    private final long startNanos = clock.nanos();
    private volatile boolean killed;

    private Running(Invocation call) {
      this.call = call;
    }

    /** Throws if somebody has ended the command. */
    void watch() {
      if (killed) {
        throw MongoError.INTERRUPTED.failure("operation was interrupted");
      }
    }

    @Override
    public void close() {
      all.remove(number);
    }
  }

  Running begin(Invocation call) {
    Running running = new Running(call);
    all.put(running.number, running);
    return running;
  }

  /** Ends a command the next time that it looks; nothing if there is none. */
  void kill(int number) {
    Running running = all.get(number);
    if (running != null) {
      running.killed = true;
    }
  }

  /** What each of them is about, the oldest first. */
  List<BsonDocument> descriptions() {
    List<Running> now = new ArrayList<>(all.values());
    now.sort(Comparator.comparingInt(each -> each.number));
    return now.stream().map(this::description).toList();
  }

  private BsonDocument description(Running running) {
    Invocation call = running.call;
    long micros = (clock.nanos() - running.startNanos) / 1_000;
    BsonBuilder description =
        BsonDocument.builder()
            .put("type", "op")
            .put("host", "partita")
            .put("desc", "conn" + call.client().connectionId())
            .put("connectionId", call.client().connectionId())
            .put("client", call.client().remote())
            .put("active", true)
            .put("opid", running.number);
    ClientSession session = call.session();
    if (session != null) {
      description.startDocument("lsid").put("id", BsonValue.binary(4, session.id())).end();
    }
    description
        .put("secs_running", micros / 1_000_000)
        .put("microsecs_running", micros)
        .put("op", operation(call.name()))
        .put("ns", call.namespace(collection(call)));
    // A large command would hide the others.
    if (call.body().byteLength() <= COMMAND_BYTES_MAX) {
      description.put("command", call.body());
    }
    return description.build();
  }

  private static String collection(Invocation call) {
    return call.collectionOrEmpty().isEmpty() ? "$cmd" : call.collectionOrEmpty();
  }

  private static String operation(String command) {
    return switch (command) {
      case "find" -> "query";
      case "getMore" -> "getmore";
      case "insert", "update" -> command;
      case "delete" -> "remove";
      default -> "command";
    };
  }
}
