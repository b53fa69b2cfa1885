package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.telemetry.OperationKind;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** What the MongoDB API owes at its port. */
sealed class MongoContractTest extends ProtocolContract permits MongoReplicaSetContractTest {

  private static final int HEADER_BYTES = 16;
  private static final int MSG = 2013;

  /** As {@code maxMessageSizeBytes} of the handshake says. */
  private static final int MESSAGE_BYTES_MAX = 48_000_000;

  private static final String NONCE = "A".repeat(24);

  @Override
  InetSocketAddress address(ContractServer server) {
    return server.at("mongo");
  }

  /** OP_MSG with a command and nothing else. */
  private static byte[] message(BsonBuilder command) {
    byte[] body = command.put("$db", "shop").build().toBytes();
    int length = HEADER_BYTES + Integer.BYTES + 1 + body.length;
    return header(length).putInt(0).put((byte) 0).put(body).array();
  }

  private static ByteBuffer header(int length) {
    return ByteBuffer.allocate(Math.min(length, 1_000))
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .putInt(1)
        .putInt(0)
        .putInt(MSG);
  }

  /** A command for clients that are known, which {@code ping} is not. */
  @Override
  final byte[] healthy(boolean last) {
    return message(BsonDocument.builder().put("listCollections", 1));
  }

  @Override
  final byte[] tooLarge() {
    return header(MESSAGE_BYTES_MAX + 1).array();
  }

  @Override
  final int tooLargeStatus() {
    return 0;
  }

  @Override
  final Optional<DataRequests> dataRequests() {
    BsonBuilder insert = BsonDocument.builder().put("insert", MADE).startArray("documents");
    insert.startDocument().put("_id", WRITTEN).end().end();
    return Optional.of(
        new DataRequests(
            "mongo",
            message(BsonDocument.builder().put("create", MADE)),
            message(insert),
            OperationKind.CREATE,
            "shop"));
  }

  /** Without a login, after one as somebody else, and after one without a key. */
  @Override
  final List<List<byte[]>> strangers(byte[] request) {
    BsonBuilder proof = BsonDocument.builder().put("saslContinue", 1).put("conversationId", 1);
    proof.put("payload", binary("c=biws,r=" + NONCE + ",p=" + "A".repeat(43) + "="));
    return List.of(
        List.of(request),
        List.of(login("nobody"), request),
        List.of(login("localhost"), message(proof), request));
  }

  private static byte[] login(String user) {
    return message(
        BsonDocument.builder()
            .put("saslStart", 1)
            .put("mechanism", "SCRAM-SHA-256")
            .put("payload", binary("n,,n=" + user + ",r=" + NONCE)));
  }

  private static BsonValue binary(String text) {
    return BsonValue.binary(0, text.getBytes(UTF_8));
  }

  @Override
  final List<Integer> refusals() {
    return List.of(401);
  }

  @Override
  final int status(Attacker attacker) {
    ByteBuffer length = ByteBuffer.wrap(attacker.read(Integer.BYTES));
    if (length.remaining() < Integer.BYTES) {
      return 0;
    }
    int rest = length.order(ByteOrder.LITTLE_ENDIAN).getInt() - Integer.BYTES;
    byte[] answer = attacker.read(rest);
    // Behind the rest of the header, the flags and the kind of the section.
    int body = HEADER_BYTES + 1;
    return answer.length < rest ? 0 : status(BsonDocument.read(answer, body, answer.length - body));
  }

  private static int status(BsonDocument reply) {
    BsonValue code = reply.get("code");
    return switch (code == null ? 0 : code.asInt32()) {
      case 0 -> reply.has("writeErrors") ? 400 : 200;
      // Unauthorized, AuthenticationFailed
      case 13, 18 -> 401;
      // InternalError
      case 1 -> 500;
      // ShutdownInProgress
      case 91 -> 503;
      default -> 400;
    };
  }

  @Override
  final int served(Attacker attacker, int requests) {
    int served = 0;
    while (served < requests && status(attacker) == 200) {
      served++;
    }
    return served;
  }
}
