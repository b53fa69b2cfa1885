package dev.partita.mongo;

import dev.partita.mongo.command.ClientState;
import dev.partita.mongo.command.CommandSet;
import dev.partita.mongo.command.Identity;
import dev.partita.mongo.wire.MessageReader;
import dev.partita.net.frames.FrameDecoder;
import dev.partita.net.frames.FrameHandler;
import dev.partita.net.frames.FrameRules;
import dev.partita.protocol.Protocol;
import java.net.InetAddress;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The protocol at work. Safe for use by any number of threads. */
public final class MongoApi implements Protocol {

  /** Pools of drivers keep connections that nobody uses, and expect to find them as they were. */
  private static final long IDLE_MILLIS = TimeUnit.HOURS.toMillis(24);

  private final CommandSet commands;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger replies = new AtomicInteger();

  MongoApi(CommandSet commands) {
    this.commands = commands;
  }

  /** How its messages are cut out of what arrives. */
  static FrameRules rules() {
    return FrameRules.sequential(
            () ->
                FrameDecoder.lengthField(0, ByteOrder.LITTLE_ENDIAN, 0, MessageReader.HEADER_BYTES),
            MessageReader.MESSAGE_BYTES_MAX)
        .withIdleMillis(IDLE_MILLIS);
  }

  /** What talks to clients at a port with an identity. */
  FrameHandler as(Identity identity) {
    return socket -> {
      InetAddress remote = socket.remote();
      ClientState client =
          new ClientState(
              connections.incrementAndGet(),
              identity,
              remote == null ? "" : remote.getHostAddress());
      return new MongoConversation(socket, commands.commands(), client, replies);
    };
  }

  @Override
  public void close() {
    commands.close();
  }
}
