package dev.partita.mongo;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.mongo.command.ClientState;
import dev.partita.mongo.command.Commands;
import dev.partita.mongo.wire.MalformedMessage;
import dev.partita.mongo.wire.Message;
import dev.partita.mongo.wire.MessageReader;
import dev.partita.mongo.wire.MessageWriter;
import dev.partita.net.frames.Conversation;
import dev.partita.net.frames.FrameAnswer;
import dev.partita.net.frames.FrameSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection. Its messages are answered one after the other, on worker threads. */
final class MongoConversation implements Conversation {

  private final FrameSocket socket;
  private final Commands commands;
  private final ClientState client;
  private final AtomicInteger replies;

  /**
   * @param replies numbers the replies of the server
   */
  MongoConversation(
      FrameSocket socket, Commands commands, ClientState client, AtomicInteger replies) {
    this.socket = socket;
    this.commands = commands;
    this.client = client;
    this.replies = replies;
  }

  @Override
  public CompletionStage<FrameAnswer> answer(byte[] frame) {
    return socket.executor().onWorker(() -> answered(frame));
  }

  private FrameAnswer answered(byte[] frame) {
    Message message;
    try {
      message = MessageReader.read(frame);
    } catch (MalformedMessage e) {
      FrameAnswer refusal =
          FrameAnswer.of(
              MessageWriter.msg(replies.incrementAndGet(), MessageReader.id(frame), reply(e)));
      return e.isFatal() ? refusal.thenClose() : refusal;
    }
    // Drivers have connections on which they ask for the state of the server and nothing else.
    socket.authenticated();
    BsonDocument reply = commands.answer(message, client);
    return message.wantsNoReply()
        ? FrameAnswer.NONE
        : FrameAnswer.of(MessageWriter.reply(message, replies.incrementAndGet(), reply.toBytes()));
  }

  private static byte[] reply(MalformedMessage failure) {
    return new BsonBuilder()
        .put("ok", 0.0)
        .put("errmsg", failure.getMessage())
        .put("code", failure.code().code())
        .put("codeName", failure.code().text())
        .build()
        .toBytes();
  }
}
