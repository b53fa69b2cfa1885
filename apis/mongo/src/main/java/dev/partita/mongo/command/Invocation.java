package dev.partita.mongo.command;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.collection.StatementId;
import dev.partita.mongo.error.MongoError;
import dev.partita.mongo.session.ClientSession;
import dev.partita.mongo.session.ClientSessions;
import dev.partita.throughput.RequestCharge;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command under way: who sent it, its arguments, and what has come of it so far. Confined to the
 * thread that carries it out.
 */
public final class Invocation {

  private static final Set<String> READ_CONCERNS =
      Set.of("local", "available", "majority", "linearizable");

  private final String name;
  private final String database;
  private final BsonDocument body;
  private final Arguments arguments;
  private final ClientState client;
  private final @Nullable ClientSession session;
  private final @Nullable Long number;
  private final Clock clock;
  private final long endNanos;
  private RequestCharge charge = RequestCharge.ZERO;
  private String collection = "";
  private Runnable alsoWatched = () -> {};

  private Invocation(
      String name,
      String database,
      BsonDocument body,
      Arguments arguments,
      ClientState client,
      @Nullable ClientSession session,
      @Nullable Long number,
      Clock clock,
      long maxTimeMillis) {
    this.name = name;
    this.database = database;
    this.body = body;
    this.arguments = arguments;
    this.client = client;
    this.session = session;
    this.number = number;
    this.clock = clock;
    this.endNanos = maxTimeMillis == 0 ? Long.MAX_VALUE : clock.nanos() + maxTimeMillis * 1_000_000;
  }

  /** Looks at the arguments that every command takes. */
  static Invocation of(
      String name,
      String database,
      BsonDocument body,
      Arguments arguments,
      ClientState client,
      ClientSessions sessions,
      Clock clock) {
    Arguments generic = Arguments.ofPart(name, body);
    requireNoTransaction(generic);
    requireApi(generic);
    requireReadConcern(generic);
    BsonDocument lsid = generic.document("lsid");
    ClientSession session = lsid == null ? null : sessions.use(sessionId(lsid));
    BsonValue number = generic.value("txnNumber");
    if (number != null && (number.type() != BsonType.INT64 || session == null)) {
      throw MongoError.INVALID_OPTIONS.failure(
          "Transaction number is a long, and requires a session ID to also be specified");
    }
    return new Invocation(
        name,
        database,
        body,
        arguments,
        client,
        session,
        number == null ? null : (Long) number.asInt64(),
        clock,
        generic.count("maxTimeMS", 0));
  }

  private static void requireNoTransaction(Arguments generic) {
    boolean within = generic.has("startTransaction") || generic.has("autocommit");
    if (within) {
      throw MongoError.ILLEGAL_OPERATION.failure(
          "Transactions of several statements are not supported by this server.");
    }
  }

  private static void requireApi(Arguments generic) {
    String version = generic.text("apiVersion");
    if (version != null && !version.equals("1")) {
      throw MongoError.API_VERSION_ERROR.failure("API version must be \"1\"");
    }
  }

  private static void requireReadConcern(Arguments generic) {
    String level =
        Arguments.ofPart("readConcern", generic.documentOrEmpty("readConcern")).text("level");
    if (level != null && !READ_CONCERNS.contains(level)) {
      throw MongoError.INVALID_OPTIONS.failure(
          "The readConcern level '" + level + "' is not supported.");
    }
  }

  /** The bytes of a session's id. */
  static byte[] sessionId(BsonDocument lsid) {
    BsonValue id = lsid.get("id");
    if (id == null
        || id.type() != BsonType.BINARY
        || id.asBinary().length != ClientSessions.ID_BYTES) {
      throw MongoError.INVALID_OPTIONS.failure("The field 'lsid.id' must be a UUID");
    }
    return id.asBinary();
  }

  public String name() {
    return name;
  }

  public String database() {
    return database;
  }

  /** The command as it was sent, without what was sent beside it. */
  public BsonDocument body() {
    return body;
  }

  public Arguments arguments() {
    return arguments;
  }

  public ClientState client() {
    return client;
  }

  public @Nullable ClientSession session() {
    return session;
  }

  public byte @Nullable [] sessionId() {
    return session == null ? null : session.id();
  }

  /** The number by which the client would send the command again; null if it would not. */
  public @Nullable Long number() {
    return number;
  }

  /** The id of the command's first statement; null if it is not sent again. */
  public @Nullable StatementId firstStatement() {
    return session == null || number == null ? null : new StatementId(session.id(), number, 0);
  }

  /** The name of the collection that is the value of the command itself. */
  public String collection() {
    return collection(arguments.requireText(name));
  }

  /** The same where its name is known. */
  public String collection(String text) {
    if (text.isEmpty() || text.startsWith(".") || text.indexOf(0) >= 0 || text.contains("$")) {
      throw MongoError.INVALID_NAMESPACE.failure(
          "Invalid namespace specified '" + database + "." + text + "'");
    }
    collection = text;
    return text;
  }

  String collectionOrEmpty() {
    return collection;
  }

  public String namespace(String of) {
    return database + "." + of;
  }

  /** The time that the command takes for now. */
  public long nowMillis() {
    return clock.millis();
  }

  /** Says what is asked as well whether to go on. */
  void watchedBy(Runnable watch) {
    alsoWatched = watch;
  }

  /** Throws when the time of the command is over, or somebody has ended it. */
  public void watch() {
    alsoWatched.run();
    if (endNanos != Long.MAX_VALUE && clock.nanos() - endNanos > 0) {
      throw new DatabaseException(ErrorCode.TIMEOUT, "operation exceeded time limit");
    }
  }

  public void charge(RequestCharge more) {
    charge = charge.plus(more);
  }

  public RequestCharge charge() {
    return charge;
  }
}
