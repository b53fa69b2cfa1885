package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import dev.partita.net.transport.RateLimitedLog;
import dev.partita.net.websocket.WebSocket;
import dev.partita.net.websocket.WebSocketPeer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.ser.SerializationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * WebSocket connection of a client. Messages are parsed one after the other, on a thread of their
 * own; each traversal then has its own thread. Requests that arrive before authentication wait for
 * it.
 */
final class GremlinConnection implements WebSocketPeer {

  private static final Logger log = LoggerFactory.getLogger(GremlinConnection.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(GremlinConnection.class);
  private static final int QUEUED_MAX = 64;
  private static final int QUEUED_BYTES_MAX = 1 << 20;
  private static final int AT_ONCE = 32;
  private static final int REFUSALS_MAX = 3;
  private static final UUID UNKNOWN = new UUID(0, 0);

  /** Message as received. */
  private record Message(byte[] bytes, boolean text) {}

  /** Request that waits for authentication. */
  private record Waiting(RequestMessage request, Codec codec) {}

  private final Supplier<GremlinService> services;
  private final Consumer<AnsweredRequest> observer;
  private final WebSocket socket;
  private final ArrayDeque<Message> queue = new ArrayDeque<>();
  private long queuedBytes;
  private final Semaphore slots = new Semaphore(AT_ONCE);
  private final List<Waiting> waiting = new ArrayList<>();
  private long waitingBytes;
  private final List<Thread> running = new ArrayList<>();
  private @Nullable Login login;
  private boolean reading;
  private boolean closed;
  private int refusals;

  GremlinConnection(
      Supplier<GremlinService> services, Consumer<AnsweredRequest> observer, WebSocket socket) {
    this.services = services;
    this.observer = observer;
    this.socket = socket;
  }

  @Override
  public synchronized void message(byte[] bytes, boolean text) {
    queue.add(new Message(bytes, text));
    queuedBytes += bytes.length;
    if (queue.size() >= QUEUED_MAX || queuedBytes > QUEUED_BYTES_MAX) {
      socket.reading(false);
    }
    if (!reading) {
      reading = true;
      // The first message loads TinkerPop, which takes a moment.
      var _ = Thread.ofVirtual().name("gremlin-reader").start(this::readAll);
    }
  }

  @Override
  public synchronized void closed() {
    closed = true;
    queue.clear();
    queuedBytes = 0;
    running.forEach(Thread::interrupt);
  }

  private void readAll() {
    Message next;
    while ((next = poll()) != null) {
      int waitingBefore = waiting.size();
      try {
        read(services.get(), next);
      } catch (DatabaseException e) {
        GremlinFailure failure = GremlinFailure.of(e);
        refuse(Codec.GRAPHSON_2, UNKNOWN, failure, false);
      } catch (RuntimeException | Error e) {
        limited.error("A Gremlin connection has failed and is closed", socket, e);
        socket.close(WebSocket.Close.INTERNAL, "The server has failed");
      }
      handled(next.bytes.length, waiting.size() > waitingBefore);
    }
  }

  private void handled(int bytes, boolean waits) {
    if (waits) {
      waitingBytes += bytes;
    } else {
      socket.handled(bytes);
    }
    if (waiting.isEmpty() && waitingBytes > 0) {
      socket.handled(waitingBytes);
      waitingBytes = 0;
    }
  }

  private synchronized @Nullable Message poll() {
    Message next = queue.poll();
    if (next == null) {
      reading = false;
    } else {
      queuedBytes -= next.bytes.length;
      if (queue.size() <= QUEUED_MAX / 2 && queuedBytes <= QUEUED_BYTES_MAX) {
        socket.reading(true);
      }
    }
    return next;
  }

  private void read(GremlinService service, Message message) {
    Codec codec = Codec.GRAPHSON_2;
    int offset = 0;
    if (!message.text) {
      int length = message.bytes.length == 0 ? 0 : message.bytes[0] & 0xFF;
      offset = 1 + length;
      Codec named =
          offset > message.bytes.length
              ? null
              : Codec.of(new String(message.bytes, 1, length, StandardCharsets.US_ASCII));
      if (named == null) {
        refuse(
            codec,
            UNKNOWN,
            GremlinFailure.malformed(
                "A message begins with the length of its media type and the media type:"
                    + " application/vnd.gremlin-v1.0+json, -v2.0+json, -v3.0+json,"
                    + " application/json or application/vnd.graphbinary-v1.0, -v1.0-stringd"),
            false);
        return;
      }
      codec = named;
    }
    RequestMessage request;
    try {
      request = codec.request(message.bytes, offset);
    } catch (SerializationException | RuntimeException | StackOverflowError e) {
      log.debug("A message could not be read: {}", socket, e);
      UUID id = codec.requestId(message.bytes, offset);
      refuse(
          codec,
          id == null ? UNKNOWN : id,
          GremlinFailure.malformed("The message is not a request in its format."),
          false);
      return;
    }
    if (request == null || request.getRequestId() == null || request.getOp() == null) {
      refuse(
          codec, UNKNOWN, GremlinFailure.malformed("A request has a requestId and an op."), false);
      return;
    }
    take(service, request, codec);
  }

  private void take(GremlinService service, RequestMessage request, Codec codec) {
    if (request.getOp().equals(Tokens.OPS_AUTHENTICATION)) {
      authenticate(service, request, codec);
      return;
    }
    Login known = login;
    if (known != null) {
      start(service, request, codec, known);
      return;
    }
    waiting.add(new Waiting(request, codec));
    if (waiting.size() > QUEUED_MAX) {
      socket.close(WebSocket.Close.NORMAL, "Too many requests before authentication");
    } else if (waiting.size() == 1) {
      long _ =
          send(
              codec,
              new GremlinResponse(
                  request.getRequestId(), GremlinResponse.AUTHENTICATE, "", Map.of(), null),
              isTyped(request));
    }
  }

  private void authenticate(GremlinService service, RequestMessage request, Codec codec) {
    try {
      Object sasl = request.getArgs().get(Tokens.ARGS_SASL);
      byte[] plain =
          switch (sasl) {
            case String text -> Base64.getDecoder().decode(text);
            case byte[] bytes -> bytes;
            case null, default -> new byte[0];
          };
      login = Login.ofSasl(plain, service.options().keys());
    } catch (DatabaseException | IllegalArgumentException e) {
      GremlinFailure failure =
          e instanceof DatabaseException told
              ? GremlinFailure.of(told)
              : GremlinFailure.malformed("What proves a client's name is base64.");
      // The response has the id of the request that caused the challenge, which drivers wait for.
      UUID id =
          waiting.isEmpty() ? request.getRequestId() : waiting.getFirst().request.getRequestId();
      waiting.clear();
      refuse(codec, id, failure, false);
      if (++refusals == REFUSALS_MAX) {
        socket.close(WebSocket.Close.NORMAL, "Too many wrong credentials");
      }
      return;
    }
    socket.authenticated();
    Login known = login;
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    if (known != null) {
      all.forEach(each -> start(service, each.request, each.codec, known));
    }
  }

  private static boolean isTyped(RequestMessage request) {
    return request.getOp().equals(Tokens.OPS_BYTECODE);
  }

  private void start(GremlinService service, RequestMessage request, Codec codec, Login known) {
    TraversalRequest traversal;
    switch (request.getOp()) {
      case Tokens.OPS_EVAL, Tokens.OPS_BYTECODE -> {
        if (request.getArgs().containsKey(Tokens.ARGS_SESSION)) {
          refuse(
              codec,
              request.getRequestId(),
              GremlinFailure.invalid("There are no sessions: each traversal stands alone."),
              isTyped(request));
          return;
        }
        try {
          traversal = TraversalRequest.of(request);
        } catch (DatabaseException e) {
          refuse(
              codec,
              request.getRequestId(),
              GremlinFailure.invalid(e.getMessage()),
              isTyped(request));
          return;
        }
      }
      case Tokens.OPS_CLOSE -> {
        long _ =
            send(
                codec,
                new GremlinResponse(
                    request.getRequestId(), GremlinResponse.NO_CONTENT, "", Map.of(), null),
                false);
        return;
      }
      default -> {
        refuse(
            codec,
            request.getRequestId(),
            GremlinFailure.invalid("A request has the op eval, bytecode or authentication."),
            false);
        return;
      }
    }
    slots.acquireUninterruptibly();
    Runnable work =
        () -> {
          enter();
          try {
            new Evaluation(
                    service, known, traversal, answer -> send(codec, answer, isTyped(request)))
                .run(codec.isModern());
          } finally {
            leave();
            slots.release();
          }
        };
    try {
      service.threads().execute(work);
    } catch (RejectedExecutionException stopped) {
      slots.release();
    }
  }

  private synchronized void enter() {
    if (closed) {
      Thread.currentThread().interrupt();
    }
    running.add(Thread.currentThread());
  }

  private synchronized void leave() {
    running.remove(Thread.currentThread());
  }

  /** Responds to a request that has no traversal. */
  private void refuse(Codec codec, UUID requestId, GremlinFailure failure, boolean typed) {
    UUID activity = UUID.randomUUID();
    Map<String, Object> attributes = failure.attributes();
    attributes.put("x-ms-activity-id", activity.toString());
    long _ =
        send(
            codec,
            new GremlinResponse(
                requestId, failure.code(), failure.message(activity, requestId), attributes, null),
            typed);
    observer.accept(AnsweredRequest.refused(failure));
  }

  /** Sends a response; returns its length, or -1 if the client has disconnected. */
  private long send(Codec codec, GremlinResponse answer, boolean typed) {
    Codec.Frame frame;
    try {
      // Address of the client: TinkerPop's server sends it, and drivers offer it to programs.
      frame = codec.response(answer.with("host", socket.remote()), typed);
    } catch (SerializationException | RuntimeException e) {
      if (answer.code() == GremlinFailure.SERIALIZATION) {
        throw new IllegalStateException("A failure cannot be told.", e);
      }
      Throwable cause = e.getCause() instanceof DatabaseException told ? told : e;
      GremlinFailure failure =
          cause instanceof DatabaseException
              ? GremlinFailure.of(cause)
              : new GremlinFailure(
                  GremlinFailure.SERIALIZATION,
                  1001,
                  0,
                  "GraphSerializationException",
                  "A result cannot be written in the format that was asked for: " + e.getMessage(),
                  0);
      throw new UnserializableResult(failure, e);
    }
    return socket.send(frame.bytes(), frame.text()) ? frame.bytes().length : -1;
  }
}
