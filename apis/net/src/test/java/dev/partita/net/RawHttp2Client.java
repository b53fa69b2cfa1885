package dev.partita.net;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersDecoder;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A client of HTTP/2 that sends exactly the frames it is told to. */
final class RawHttp2Client implements AutoCloseable {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  static final int WINDOW_UPDATE = 8;

  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;
  static final int ACK = 1;

  static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int TIMEOUT_MILLIS = 10_000;

  record Frame(int type, int flags, int stream, byte[] payload) {

    /** The last four bytes, which in the frames that end things give the reason. */
    int reason() {
      return ByteBuffer.wrap(payload).getInt(type == GO_AWAY ? 4 : 0);
    }

    boolean endsStream() {
      return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
    }
  }

  private final Socket socket;
  private final DataOutputStream out;
  private final DataInputStream in;
  private final Http2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();

  RawHttp2Client(InetSocketAddress address) {
    try {
      socket = new Socket(address.getAddress(), address.getPort());
      socket.setSoTimeout(TIMEOUT_MILLIS);
      out = new DataOutputStream(socket.getOutputStream());
      in = new DataInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client that has said hello, and heard it. */
  static RawHttp2Client connect(NetServer server) {
    var client = new RawHttp2Client(Servers.address(server));
    client.bytes(PREFACE.getBytes(ISO_8859_1)).send(SETTINGS, 0, 0);
    Frame settings = client.read();
    if (settings == null || settings.type() != SETTINGS) {
      throw new AssertionError("The first frame is not about settings: " + settings);
    }
    return client;
  }

  RawHttp2Client bytes(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RawHttp2Client send(int type, int flags, int stream, byte... payload) {
    var frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    return bytes(frame.array());
  }

  /** Sends the head of a request that has no body. */
  RawHttp2Client get(int stream, String path) {
    return send(HEADERS, END_HEADERS | END_STREAM, stream, request("GET", path));
  }

  RawHttp2Client post(int stream, String path) {
    return send(HEADERS, END_HEADERS, stream, request("POST", path));
  }

  RawHttp2Client reset(int stream) {
    return send(RESET, 0, stream, new byte[] {0, 0, 0, 8});
  }

  static byte[] request(String method, String path) {
    return fields(":method", method, ":scheme", "http", ":path", path, ":authority", "localhost");
  }

  /** Header fields in their plainest encoding. */
  static byte[] fields(String... namesAndValues) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      bytes.write(0);
      literal(bytes, namesAndValues[i]);
      literal(bytes, namesAndValues[i + 1]);
    }
    return bytes.toByteArray();
  }

  private static void literal(ByteArrayOutputStream bytes, String text) {
    int length = text.length();
    if (length < 127) {
      bytes.write(length);
    } else {
      bytes.write(127);
      int rest = length - 127;
      for (; rest >= 128; rest >>= 7) {
        bytes.write((rest & 127) | 128);
      }
      bytes.write(rest);
    }
    bytes.writeBytes(text.getBytes(ISO_8859_1));
  }

  /** The next frame, or null if the server has closed its side. */
  @Nullable Frame read() {
    try {
      int first = in.read();
      if (first < 0) {
        return null;
      }
      int length = (first << 16) | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      return new Frame(type, flags, stream, in.readNBytes(length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next frame of the type; others, which must not be asked for later, are skipped. */
  Frame next(int type) {
    for (Frame frame = read(); frame != null; frame = read()) {
      if (frame.type() == type && (type != SETTINGS || (frame.flags() & ACK) == 0)) {
        return frame;
      }
    }
    throw new AssertionError("Closed before a frame of type " + type);
  }

  Http2Headers headers() {
    Frame frame = next(HEADERS);
    ByteBuf block = Unpooled.wrappedBuffer(frame.payload());
    try {
      return decoder.decodeHeaders(frame.stream(), block);
    } catch (Http2Exception e) {
      throw new AssertionError(e);
    }
  }

  String status() {
    return headers().status().toString();
  }

  /** Whether nothing but formalities come before the end. */
  boolean atEnd() {
    for (Frame frame = read(); frame != null; frame = read()) {
      if (frame.type() != SETTINGS && frame.type() != WINDOW_UPDATE && frame.type() != PING) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
