package dev.partita.net.http.http1;

import dev.partita.net.http.Answer;
import dev.partita.net.http.BodyStream;
import dev.partita.net.http.Errors;
import dev.partita.net.http.HttpService;
import dev.partita.net.http.PendingExchange;
import dev.partita.net.http.RequestHead;
import dev.partita.net.http.RequestReader;
import dev.partita.net.http.Response;
import dev.partita.net.http.StreamedBody;
import dev.partita.net.transport.Connections;
import dev.partita.net.transport.Deadline;
import dev.partita.net.transport.RateLimitedLog;
import dev.partita.net.transport.Wire;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that speaks HTTP/1: collects requests, has them carried out one at a time, and
 * answers in their order. One at a time because a client that sends a write and then a read expects
 * the read to see the write. Confined to its event loop.
 */
public final class Http1Connection extends ChannelInboundHandlerAdapter {

  private enum Phase {
    /** Requests are taken. */
    OPEN,
    /** What was taken is answered, nothing more is taken. */
    LAST,
    /** Everything is said; the client gets a moment to read it before the connection closes. */
    ENDING
  }

  /** What the connection waits for, which decides how long it may. */
  private enum Waiting {
    REQUEST,
    BODY,
    HANDLER,
    STREAM,
    CLIENT_TO_READ,
    CLIENT_TO_CLOSE
  }

  private static final Logger log = LoggerFactory.getLogger(Http1Connection.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(Http1Connection.class);
  private static final int WAITING_BYTES = 1 << 16;
  private static final long ENDING_MILLIS = 1_000;
  private static final long REFUSED_MILLIS = 1_000;

  private final HttpService service;
  private final SocketChannel channel;
  private final Wire wire;
  private final Http1Writer writer;
  private final boolean refusing;
  private final RequestReader reader;
  private final Deadline deadline;
  // Complete requests that wait; the one being carried out is no longer among them.
  private final ArrayDeque<PendingExchange> turns = new ArrayDeque<>();
  private long turnsBytes;
  private Phase phase = Phase.OPEN;
  private @Nullable Waiting waiting;
  private boolean carryingOut;
  private boolean sending;
  private @Nullable StreamedBody streaming;

  /** Written by the event loop only; requests under way look whether anybody waits for them. */
  private volatile boolean inputClosed;

  /**
   * @param refusing whether there are too many connections: one request is taken, and unless it is
   *     a probe, that is all that is said
   */
  Http1Connection(HttpService service, SocketChannel channel, boolean refusing) {
    this.service = service;
    this.channel = channel;
    this.wire = new Wire(channel);
    this.writer = new Http1Writer(channel);
    this.refusing = refusing;
    this.reader =
        new RequestReader(service, Wire.isSecure(channel), refusing, channel.remoteAddress());
    this.deadline = new Deadline(channel.eventLoop(), service.transport().clock(), this::tooLate);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    settle();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    // The connection may have become something else, which has its own deadlines.
    deadline.cancel();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (phase == Phase.OPEN || reader.inBody()) {
        PendingExchange turn = reader.read(message);
        if (turn != null) {
          add(turn);
        } else if (message instanceof HttpRequest && mayAskForBody()) {
          writer.sendContinue();
        }
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  /** Whether the client waits to be asked for the body, and no earlier answer has to come first. */
  private boolean mayAskForBody() {
    return reader.expectsContinue() && !busy() && turns.isEmpty();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    settle();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    // With TLS, the client may say that it is done without closing its side of the socket.
    if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
      inputClosed = true;
      endStream();
      if (reader.inBody()) {
        add(
            reader.giveUp(
                Errors.refusal(400, "BadRequest", "The request ended before its body did")));
      }
      takeNoMore();
    } else if (event == Connections.Drain.NOW) {
      if (phase == Phase.OPEN && waiting == Waiting.REQUEST && turns.isEmpty()) {
        wire.close();
      } else {
        endStream();
        takeNoMore();
      }
    }
  }

  private void endStream() {
    if (streaming != null) {
      streaming.end();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    phase = Phase.ENDING;
    endStream();
    dropAll();
    deadline.cancel();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      log.debug("Connection lost: {}", wire, cause);
    } else {
      limited.warn("Connection failed and is closed", wire, cause);
    }
    wire.close();
  }

  private void add(PendingExchange turn) {
    turns.add(turn);
    switch (turn) {
      case PendingExchange.Call call -> turnsBytes += call.body().length();
      case PendingExchange.Refusal _ -> phase = Phase.LAST;
    }
    proceed();
    // At once, lest what the socket still holds be read and queued, too.
    wire.read(wantsToRead());
  }

  private void takeNoMore() {
    if (phase == Phase.OPEN) {
      phase = Phase.LAST;
    }
    proceed();
    settle();
  }

  /** Begins the next turn, unless one is under way. */
  private void proceed() {
    if (busy() || phase == Phase.ENDING) {
      if (phase == Phase.ENDING && inputClosed) {
        wire.close();
      }
      return;
    }
    switch (turns.poll()) {
      case null -> {
        if (phase == Phase.LAST && !reader.inBody()) {
          end();
        }
      }
      case PendingExchange.Refusal(Response response) ->
          send(service.refusal(response), Answer.ConnectionHeader.CLOSE);
      case PendingExchange.Call call -> {
        turnsBytes -= call.body().length();
        carryingOut = true;
        service.carryOut(
            call, channel, () -> inputClosed || !wire.isOpen(), answer -> answer(call, answer));
      }
    }
  }

  /** Whether no request is arriving, waiting or being answered. */
  public boolean isIdle() {
    return phase == Phase.OPEN && !busy() && turns.isEmpty() && !reader.inBody();
  }

  private boolean busy() {
    return carryingOut || sending;
  }

  private void answer(PendingExchange.Call call, Answer answer) {
    carryingOut = false;
    // Whatever it waits for from now on begins now, also if it was answered at once.
    waiting = null;
    call.body().release();
    if (phase == Phase.OPEN && service.transport().connections().isStopping()) {
      // The event that says so may still be on its way.
      phase = Phase.LAST;
    }
    RequestHead head = call.head();
    Answer.ConnectionHeader header;
    if (!head.keepAlive()
        || refusing
        || (phase == Phase.LAST && turns.isEmpty() && !reader.inBody())) {
      header = Answer.ConnectionHeader.CLOSE;
    } else {
      boolean asked = head.headers().has("connection");
      header = asked ? Answer.ConnectionHeader.KEEP_ALIVE : Answer.ConnectionHeader.NONE;
    }
    BodyStream stream = answer.stream();
    if (stream == null) {
      send(answer, header);
    } else {
      boolean chunked = head.takesChunks();
      stream(answer, stream, chunked ? header : Answer.ConnectionHeader.CLOSE, chunked);
    }
    settle();
  }

  /** Sends an answer whose body is still being made. */
  private void stream(
      Answer answer, BodyStream stream, Answer.ConnectionHeader header, boolean chunked) {
    sending = true;
    writer.sendHead(answer, header, chunked);
    StreamedBody body = writer.body(chunked, deadline, service.transport().limits().sendMillis());
    streaming = body;
    try {
      body.begin(service, stream, end -> streamed(end, header, chunked));
    } catch (RejectedExecutionException stopped) {
      log.debug("Stream dropped because the server has stopped: {}", wire, stopped);
      wire.close();
    }
    if (inputClosed || phase != Phase.OPEN) {
      body.end();
    }
  }

  private void streamed(StreamedBody.End end, Answer.ConnectionHeader header, boolean chunked) {
    streaming = null;
    settle();
    if (end == StreamedBody.End.BROKEN || !wire.isOpen()) {
      // Without the last chunk, so that the client does not take it for all.
      wire.close();
    } else {
      writer.sendLast(chunked, sent -> sent(sent, header));
    }
  }

  /** Sends an answer; the next turn begins when it is out, so that answers never pile up. */
  private void send(Answer answer, Answer.ConnectionHeader header) {
    sending = true;
    writer.send(answer, header, service.transport().unread(), sent -> sent(sent, header));
  }

  private void sent(boolean successfully, Answer.ConnectionHeader header) {
    sending = false;
    if (!successfully) {
      wire.close();
    } else if (header == Answer.ConnectionHeader.CLOSE) {
      end();
    } else {
      proceed();
    }
    settle();
  }

  /**
   * Says header and waits a moment for the client to do so, too. Closing at once would, with bytes
   * of the client still unread, reset the connection and so destroy the last answer on its way.
   */
  private void end() {
    phase = Phase.ENDING;
    dropAll();
    if (inputClosed) {
      wire.close();
    } else {
      wire.closeOutput();
    }
  }

  private void dropAll() {
    reader.drop();
    for (PendingExchange turn : turns) {
      if (turn instanceof PendingExchange.Call call) {
        call.body().release();
      }
    }
    turns.clear();
    turnsBytes = 0;
  }

  /** Adjusts what follows from the state: whether to read on, and how long to wait. */
  private void settle() {
    if (!wire.isOpen()) {
      return;
    }
    wire.read(wantsToRead());
    Waiting now = waitsFor();
    if (now != waiting) {
      waiting = now;
      switch (now) {
        case REQUEST ->
            deadline.setIn(refusing ? REFUSED_MILLIS : service.transport().limits().idleMillis());
        case BODY -> deadline.setIn(service.transport().limits().receiveMillis());
        case HANDLER -> deadline.clear();
        case STREAM -> {} // the stream has the deadline, for each of its writes
        case CLIENT_TO_READ -> deadline.setIn(service.transport().limits().sendMillis());
        case CLIENT_TO_CLOSE -> deadline.setIn(ENDING_MILLIS);
      }
    }
  }

  private boolean wantsToRead() {
    if (inputClosed) {
      return false;
    }
    return switch (phase) {
      case OPEN ->
          turns.isEmpty()
              || (turns.size() < service.transport().limits().pipelinedRequests()
                  && turnsBytes < WAITING_BYTES);
      case LAST -> reader.inBody();
      case ENDING -> true;
    };
  }

  private Waiting waitsFor() {
    if (phase == Phase.ENDING) {
      return Waiting.CLIENT_TO_CLOSE;
    }
    if (streaming != null) {
      return Waiting.STREAM;
    }
    if (sending) {
      return Waiting.CLIENT_TO_READ;
    }
    if (carryingOut) {
      return Waiting.HANDLER;
    }
    return reader.inBody() ? Waiting.BODY : Waiting.REQUEST;
  }

  private void tooLate() {
    if (refusing && waiting == Waiting.REQUEST) {
      add(new PendingExchange.Refusal(RequestReader.tooManyConnections()));
      settle();
    } else if (waiting == Waiting.BODY) {
      add(
          reader.giveUp(
              Errors.refusal(
                  408, "RequestTimeout", "The request body did not arrive in time; try again")));
      settle();
    } else {
      wire.close();
    }
  }
}
