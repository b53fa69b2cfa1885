package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.auth.AuthenticationFailed;
import dev.partita.mongo.auth.Scram;
import dev.partita.mongo.auth.ScramConversation;
import dev.partita.mongo.auth.ScramMechanism;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How clients prove that they have a key of the account. */
final class AuthenticationCommands {

  private static final Logger log = LoggerFactory.getLogger(AuthenticationCommands.class);
  private static final int CONVERSATION = 1;

  private final @Nullable Scram scram;

  /**
   * @param scram null if nobody has to prove anything
   */
  AuthenticationCommands(@Nullable Scram scram) {
    this.scram = scram;
  }

  List<Command> all() {
    return List.of(
        Command.anyone(this::start, "saslStart"),
        Command.anyone(this::goOn, "saslContinue"),
        Command.anyone(AuthenticationCommands::logout, "logout"));
  }

  /** Whether clients have to prove that they have a key. */
  boolean isRequired() {
    return scram != null;
  }

  /** Lists the mechanisms that a user has. */
  void mechanisms(String user, BsonBuilder reply) {
    Scram known = scram;
    if (known != null && known.knows(user.substring(user.indexOf('.') + 1))) {
      reply.put(
          "saslSupportedMechs",
          BsonArray.of(
              Arrays.stream(ScramMechanism.values())
                  .map(each -> BsonValue.string(each.text()))
                  .toList()));
    }
  }

  /** Begins a conversation along with the handshake; if it cannot, the client begins it anew. */
  void speculate(Invocation call, BsonDocument start, BsonBuilder reply) {
    BsonValue mechanism = start.get("mechanism");
    BsonValue payload = start.get("payload");
    if (mechanism == null || payload == null || !mechanism.isString()) {
      return;
    }
    try {
      BsonBuilder answer = BsonDocument.builder();
      begin(call.client(), mechanism.asString(), bytes(payload), answer);
      reply.put("speculativeAuthenticate", answer.build());
    } catch (CommandFailure e) {
      log.debug("A client could not be authenticated along with its handshake", e);
    }
  }

  private void start(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    arguments.ignore("saslStart", "autoAuthorize", "options");
    String mechanism = arguments.requireText("mechanism");
    BsonValue payload = arguments.value("payload");
    arguments.finish();
    begin(call.client(), mechanism, bytes(payload), reply);
  }

  private void begin(ClientState client, String mechanism, byte[] payload, BsonBuilder reply) {
    Scram known = scram;
    if (known == null) {
      throw failed("No user is needed here, since the server was started with --auth off.");
    }
    ScramMechanism named =
        ScramMechanism.named(mechanism)
            .orElseThrow(
                () ->
                    MongoError.MECHANISM_UNAVAILABLE.failure(
                        "Received authentication for mechanism "
                            + mechanism
                            + " which is unknown or not enabled"));
    try {
      ScramConversation conversation =
          known.begin(named, new String(payload, StandardCharsets.UTF_8));
      client.conversation(conversation);
      answer(conversation.serverFirst(), false, reply);
    } catch (AuthenticationFailed e) {
      throw refused(client, e);
    }
  }

  private void goOn(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    arguments.ignore("saslContinue", "conversationId");
    BsonValue payload = arguments.value("payload");
    arguments.finish();
    ClientState client = call.client();
    ScramConversation conversation = client.conversation();
    if (conversation == null) {
      throw MongoError.PROTOCOL_ERROR.failure("No SASL session state found");
    }
    if (conversation.isProved()) {
      client.conversation(null);
      answer("", true, reply);
      return;
    }
    try {
      String proof = conversation.prove(new String(bytes(payload), StandardCharsets.UTF_8));
      client.login(new ClientState.Login(conversation.user(), conversation.isReadOnly()));
      answer(proof, true, reply);
      client.conversation(conversation);
    } catch (AuthenticationFailed e) {
      client.conversation(null);
      throw refused(client, e);
    }
  }

  private static void answer(String payload, boolean done, BsonBuilder reply) {
    reply
        .put("conversationId", CONVERSATION)
        .put("done", done)
        .put("payload", BsonValue.binary(0, payload.getBytes(StandardCharsets.UTF_8)));
  }

  private static void logout(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("logout").finish();
    call.client().login(null);
  }

  private static byte[] bytes(@Nullable BsonValue payload) {
    if (payload != null && payload.type() == BsonType.BINARY) {
      return payload.asBinary();
    }
    throw MongoError.FAILED_TO_PARSE.failure("BSON field 'payload' is missing or no binary value");
  }

  private static CommandFailure refused(ClientState client, AuthenticationFailed cause) {
    log.debug("A client was refused: {}", client.remote(), cause);
    return failed("Authentication failed.");
  }

  private static CommandFailure failed(String text) {
    return MongoError.AUTHENTICATION_FAILED.failure(text);
  }
}
