package dev.partita.mongo.command;

import dev.partita.base.time.Clock;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValidator;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.session.ClientSessions;
import dev.partita.mongo.wire.Compressor;
import dev.partita.mongo.wire.MessageReader;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What clients ask first: what the server is, and what it can. */
final class HandshakeCommands {

  /** The level of MongoDB 7.0. */
  private static final int WIRE_VERSION = 21;

  static final String VERSION = "7.0.0";
  static final int BATCH_MAX = 100_000;

  /** As connection strings of Azure Cosmos DB name it. */
  private static final String SET_NAME = "globaldb";

  private final Clock clock;
  private final Supplier<String> address;
  private final AuthenticationCommands authentication;

  /**
   * @param address where clients reach the replica set
   */
  HandshakeCommands(Clock clock, Supplier<String> address, AuthenticationCommands authentication) {
    this.clock = clock;
    this.address = address;
    this.authentication = authentication;
  }

  List<Command> all() {
    return List.of(
        Command.anyone((call, reply) -> hello(call, reply, true), "hello"),
        Command.anyone((call, reply) -> hello(call, reply, false), "isMaster", "ismaster"),
        Command.anyone(HandshakeCommands::nothing, "ping"),
        Command.anyone(HandshakeCommands::buildInfo, "buildInfo", "buildinfo"),
        Command.anyone(HandshakeCommands::whatsMyUri, "whatsmyuri"));
  }

  private static void nothing(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("ping").finish();
  }

  private void hello(Invocation call, BsonBuilder reply, boolean modern) {
    Arguments arguments = call.arguments();
    arguments.ignore(
        "hello", "isMaster", "ismaster", "client", "hostInfo", "loadBalanced", "backpressure");
    // Replies that wait for a change of the topology need a version of it, which is not sent.
    arguments.ignore("topologyVersion", "maxAwaitTimeMS", "internalClient");
    boolean asked = arguments.truth("helloOk", false);
    BsonArray compression = arguments.array("compression");
    String user = arguments.text("saslSupportedMechs");
    BsonDocument speculative = arguments.document("speculativeAuthenticate");
    arguments.finish();
    if (asked) {
      reply.put("helloOk", true);
    }
    reply.put(modern ? "isWritablePrimary" : "ismaster", true);
    identity(call.client().identity(), reply);
    reply
        .put("maxBsonObjectSize", BsonValidator.MAX_DOCUMENT_BYTES)
        .put("maxMessageSizeBytes", MessageReader.MESSAGE_BYTES_MAX)
        .put("maxWriteBatchSize", BATCH_MAX)
        .put("localTime", BsonValue.date(clock.millis()))
        .put("logicalSessionTimeoutMinutes", ClientSessions.TIMEOUT_MINUTES)
        .put("connectionId", call.client().connectionId())
        .put("minWireVersion", 0)
        .put("maxWireVersion", WIRE_VERSION)
        .put("readOnly", false);
    compression(compression, reply);
    if (user != null) {
      authentication.mechanisms(user, reply);
    }
    if (speculative != null) {
      authentication.speculate(call, speculative, reply);
    }
  }

  private void identity(Identity identity, BsonBuilder reply) {
    switch (identity) {
      case ROUTER -> reply.put("msg", "isdbgrid");
      case REPLICA_SET -> {
        String own = address.get();
        reply
            .put("secondary", false)
            .put("setName", SET_NAME)
            .put("setVersion", 1)
            .put("hosts", BsonArray.of(BsonValue.string(own)))
            .put("primary", own)
            .put("me", own);
      }
    }
  }

  /** Those that the client knows, in its order. */
  private static void compression(@Nullable BsonArray offered, BsonBuilder reply) {
    if (offered == null) {
      return;
    }
    List<BsonValue> known =
        offered.stream()
            .filter(name -> name.isString() && Compressor.named(name.asString()).isPresent())
            .toList();
    if (!known.isEmpty()) {
      reply.put("compression", BsonArray.of(known));
    }
  }

  private static void buildInfo(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("buildInfo", "buildinfo").finish();
    reply
        .put("version", VERSION)
        .put(
            "versionArray",
            BsonArray.of(
                BsonValue.int32(7), BsonValue.int32(0), BsonValue.int32(0), BsonValue.int32(0)))
        .put("gitVersion", "")
        .put("modules", BsonArray.EMPTY)
        .put("bits", 64)
        .put("debug", false)
        .put("maxBsonObjectSize", BsonValidator.MAX_DOCUMENT_BYTES);
  }

  private static void whatsMyUri(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("whatsmyuri").finish();
    reply.put("you", call.client().remote());
  }
}
