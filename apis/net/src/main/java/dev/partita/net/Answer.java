package dev.partita.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A response that is ready to be sent, and how it looks in either version of HTTP. Written here and
 * not by the codecs of the network library, since there is nearly always one length, known at the
 * beginning, and one write; that takes half the time.
 *
 * @param withoutBody whether the client asked for the head only
 */
record Answer(Response response, boolean withoutBody, String date) {

  /** What an answer of HTTP/1 says about the connection. */
  enum Goodbye {
    /** Nothing, which means that it stays open. */
    NONE(""),
    /** Clients of HTTP/1.0 ask for it and need to hear it; to others it says nothing new. */
    KEEP_ALIVE("connection: keep-alive\r\n"),
    CLOSE("connection: close\r\n");

    private final String line;

    Goodbye(String line) {
      this.line = line;
    }
  }

  private static final int DELETE = 0x7f;
  private static final int USUAL_HEAD_CHARS = 768;
  private static final byte[] GO_ON = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final byte[] LINE_END = ascii("\r\n");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

  /**
   * @throws IllegalArgumentException if a header field has characters that would end it
   */
  Answer {
    response.headers().forEach(Answer::requireLegal);
  }

  private static void requireLegal(String name, String value) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || c >= DELETE || c == ':') {
        throw new IllegalArgumentException("A header field cannot have this name: " + name);
      }
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == DELETE) {
        throw new IllegalArgumentException("A header field cannot have this value: " + name);
      }
    }
  }

  /** What a client hears that waits with its body. */
  static ByteBuf goOn() {
    return Unpooled.wrappedBuffer(GO_ON);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A piece of a streamed body, for HTTP/1.1. An empty one would be the last. */
  static ByteBuf chunk(byte[] bytes) {
    return Unpooled.wrappedBuffer(
        ascii(Integer.toHexString(bytes.length) + "\r\n"), bytes, LINE_END);
  }

  /** What says that a streamed body is complete, for HTTP/1.1. */
  static ByteBuf lastChunk() {
    return Unpooled.wrappedBuffer(LAST_CHUNK);
  }

  /** What writes the body while it goes out; null if the body is complete, or not asked for. */
  @Nullable BodyStream stream() {
    return withoutBody ? null : response.stream();
  }

  boolean hasBody() {
    return !withoutBody && response.body().length > 0;
  }

  ByteBuf body() {
    return Unpooled.wrappedBuffer(response.body());
  }

  /**
   * Two statuses never have a body, so a length would mislead (RFC 9110, 8.6); a streamed body has
   * one that nobody knows yet.
   */
  private boolean hasLength() {
    return response.status() != 204 && response.status() != 304 && response.stream() == null;
  }

  /**
   * Everything that goes before the body, for HTTP/1.
   *
   * @param chunked whether a streamed body comes in chunks; else the end of the connection is its
   *     end
   */
  ByteBuf head(Goodbye goodbye, boolean chunked) {
    var head = new StringBuilder(USUAL_HEAD_CHARS);
    head.append("HTTP/1.1 ")
        .append(response.status())
        .append(' ')
        .append(HttpResponseStatus.valueOf(response.status()).reasonPhrase())
        .append("\r\n");
    // Blanks around a value are no part of it, and some clients of HTTP/2 refuse them.
    response
        .headers()
        .forEach(
            (name, value) -> head.append(name).append(": ").append(value.strip()).append("\r\n"));
    head.append("date: ").append(date).append("\r\n");
    if (hasLength()) {
      head.append("content-length: ").append(response.body().length).append("\r\n");
    }
    if (response.stream() != null && chunked) {
      head.append("transfer-encoding: chunked\r\n");
    }
    head.append(goodbye.line).append("\r\n");
    return Unpooled.wrappedBuffer(ascii(head.toString()));
  }

  /** Everything that goes before the body, for HTTP/2. */
  Http2Headers http2Head() {
    var head = new DefaultHttp2Headers();
    head.status(HttpResponseStatus.valueOf(response.status()).codeAsText());
    response
        .headers()
        .forEach((name, value) -> head.add(name.toLowerCase(Locale.ROOT), value.strip()));
    head.add("date", date);
    if (hasLength()) {
      head.add("content-length", Integer.toString(response.body().length));
    }
    return head;
  }
}
