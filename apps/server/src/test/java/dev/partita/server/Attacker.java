package dev.partita.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** A connection of somebody who keeps to no rule. */
final class Attacker implements AutoCloseable {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final String HTTP2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  /** The head of GET / in the plainest encoding there is. */
  static final byte[] HTTP2_GET = {
    (byte) 0x82, (byte) 0x84, (byte) 0x86, 0x41, 9, 'l', 'o', 'c', 'a', 'l', 'h', 'o', 's', 't'
  };

  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket;

  Attacker(InetSocketAddress address) throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  static Attacker http2(InetSocketAddress address) throws IOException {
    var attacker = new Attacker(address);
    var _ = attacker.send(HTTP2_PREFACE);
    var _ = attacker.frame(SETTINGS, 0, 0);
    return attacker;
  }

  boolean send(String text) {
    return send(text.getBytes(ISO_8859_1));
  }

  /**
   * @return false if the server has ended the connection
   */
  boolean send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  boolean frame(int type, int flags, int stream, byte... payload) {
    var frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    return send(frame.array());
  }

  /** A frame of a WebSocket, with a mask of zeros as a client has to have one. */
  boolean webSocketFrame(int first, byte... payload) {
    var frame = ByteBuffer.allocate(14 + payload.length).put((byte) first);
    if (payload.length < 126) {
      frame.put((byte) (0x80 | payload.length));
    } else {
      frame.put((byte) (0x80 | 127)).putLong(payload.length);
    }
    frame.putInt(0).put(payload);
    byte[] bytes = new byte[frame.position()];
    frame.flip().get(bytes);
    return send(bytes);
  }

  /** Says that nothing more comes; the server may still answer. */
  void finish() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      // The end shows when reading, too.
    }
  }

  /** Ends the connection without a goodbye. */
  void vanish() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** The status of the next answer of HTTP/1; 0 if the connection ends instead. */
  int status() {
    byte[] first = read(12);
    String line = new String(first, ISO_8859_1);
    return first.length == 12 && line.startsWith("HTTP/1.1 ")
        ? Integer.parseInt(line.substring(9))
        : 0;
  }

  /** The next bytes; fewer if the connection ends before. */
  byte[] read(int bytes) {
    try {
      return socket.getInputStream().readNBytes(bytes);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("The server neither answers nor ends the connection", e);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /** All that the server says until it ends the connection, up to a megabyte. */
  String rest() {
    return new String(read(1 << 20), ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
