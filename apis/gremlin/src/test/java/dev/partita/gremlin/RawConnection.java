package dev.partita.gremlin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** WebSocket client that can send arbitrary bytes. */
final class RawConnection implements WebSocket.Listener {

  static final String MIME = "application/vnd.gremlin-v2.0+json";

  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();
  private final StringBuilder text = new StringBuilder();
  private final WebSocket socket;

  RawConnection(Endpoint endpoint) {
    socket = endpoint.client().newWebSocketBuilder().buildAsync(endpoint.webSocket(), this).join();
  }

  /** Opens an authenticated connection. */
  static RawConnection authenticated(Endpoint endpoint) throws InterruptedException {
    RawConnection connection = new RawConnection(endpoint);
    connection.send(framed(MIME, request("eval", "\"gremlin\":\"g.inject(1)\"")));
    String challenge = connection.answer();
    if (!challenge.contains("407")) {
      throw new AssertionError(challenge);
    }
    String sasl =
        Base64.getEncoder()
            .encodeToString(("\0" + Endpoint.USER + "\0" + Endpoint.KEY).getBytes(UTF_8));
    connection.send(framed(MIME, request("authentication", "\"sasl\":\"" + sasl + "\"")));
    String first = connection.answer();
    if (!first.contains("\"code\":200")) {
      throw new AssertionError(first);
    }
    return connection;
  }

  static String request(String op, String arguments) {
    return "{\"requestId\":\"%s\",\"op\":\"%s\",\"processor\":\"\",\"args\":{%s}}"
        .formatted(UUID.randomUUID(), op, arguments);
  }

  static byte[] framed(String mime, String body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(mime.length());
    bytes.writeBytes(mime.getBytes(UTF_8));
    bytes.writeBytes(body.getBytes(UTF_8));
    return bytes.toByteArray();
  }

  void send(byte[] frame) {
    WebSocket _ = socket.sendBinary(ByteBuffer.wrap(frame), true).join();
  }

  /** Sends a fragment of a message that is continued. */
  void sendPart(byte[] part) {
    WebSocket _ = socket.sendBinary(ByteBuffer.wrap(part), false).join();
  }

  void abort() {
    socket.abort();
  }

  /** Close code of the other side; 1006 if it closed without one. */
  int closeCode() throws InterruptedException {
    Integer code = closed.poll(60, TimeUnit.SECONDS);
    if (code == null) {
      throw new AssertionError("Not closed in time.");
    }
    return code;
  }

  void sendText(String message) {
    WebSocket _ = socket.sendText(message, true).join();
  }

  /** Last response to a script. */
  String ask(String script) throws InterruptedException {
    return ask(script, "");
  }

  String ask(String script, String moreArguments) throws InterruptedException {
    send(framed(MIME, request("eval", "\"gremlin\":\"" + script + "\"" + moreArguments)));
    String answer = answer();
    while (answer.contains("\"code\":206")) {
      answer = answer();
    }
    return answer;
  }

  String answer() throws InterruptedException {
    String answer = answers.poll(60, TimeUnit.SECONDS);
    if (answer == null) {
      throw new AssertionError("No answer in time.");
    }
    return answer;
  }

  boolean isOpen() {
    return !socket.isInputClosed();
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    closed.add(code);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.add(1006);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    text.append(data);
    if (last) {
      answers.add(text.toString());
      text.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    text.append(HexFormat.of().formatHex(bytes));
    if (last) {
      answers.add("binary " + text);
      text.setLength(0);
    }
    from.request(1);
    return null;
  }
}
