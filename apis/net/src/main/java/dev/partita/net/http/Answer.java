package dev.partita.net.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
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
 * beginning, and one write; that takes half the time. Immutable.
 */
public final class Answer {

  /** The header field of an HTTP/1 answer that says what becomes of the connection. */
  public enum ConnectionHeader {
    /** Nothing, which means that it stays open. */
    NONE(""),
    /** Clients of HTTP/1.0 ask for it and need to hear it; to others it says nothing new. */
    KEEP_ALIVE("connection: keep-alive\r\n"),
    CLOSE("connection: close\r\n");

    private final String line;

    ConnectionHeader(String line) {
      this.line = line;
    }
  }

  private static final int LONGEST_END_BYTES = 64;
  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final byte[] LINE_END = ascii("\r\n");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

  private final Response response;
  private final boolean withoutBody;
  private final String date;

  /** For HTTP/1, what goes before the body and does not depend on the connection. */
  private final HeadWriter head;

  /**
   * @param withoutBody whether the client asked for the head only
   * @throws IllegalArgumentException if a header field has characters that would end it
   */
  public Answer(Response response, boolean withoutBody, String date) {
    this.response = response;
    this.withoutBody = withoutBody;
    this.date = date;
    // Here and not when it is sent, since what cannot be said has to be answered otherwise.
    this.head = head(response, date);
  }

  private static HeadWriter head(Response response, String date) {
    HttpResponseStatus status = HttpResponseStatus.valueOf(response.status());
    HeadWriter head = new HeadWriter();
    head.text("HTTP/1.1 ")
        .text(status.codeAsText().toString())
        .text(" ")
        .text(status.reasonPhrase())
        .text("\r\n");
    response.headers().forEach(head::field);
    head.text("date: ").text(date).text("\r\n");
    if (hasLength(response)) {
      head.text("content-length: ").text(Integer.toString(response.body().length)).text("\r\n");
    }
    return head;
  }

  /** What a client hears that waits with its body. */
  public static ByteBuf continueLine() {
    return Unpooled.wrappedBuffer(CONTINUE);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A piece of a streamed body, for HTTP/1.1. An empty one would be the last. */
  public static ByteBuf chunk(byte[] bytes) {
    return Unpooled.wrappedBuffer(
        ascii(Integer.toHexString(bytes.length) + "\r\n"), bytes, LINE_END);
  }

  /** What says that a streamed body is complete, for HTTP/1.1. */
  public static ByteBuf lastChunk() {
    return Unpooled.wrappedBuffer(LAST_CHUNK);
  }

  /** What writes the body while it goes out; null if the body is complete, or not asked for. */
  public @Nullable BodyStream stream() {
    return withoutBody ? null : response.stream();
  }

  public boolean hasBody() {
    return bodyBytes() > 0;
  }

  public int bodyBytes() {
    return withoutBody ? 0 : response.body().length;
  }

  public ByteBuf body() {
    return Unpooled.wrappedBuffer(response.body());
  }

  /** Appends the body to bytes that are about to be sent. */
  public void writeBody(ByteBuf to) {
    to.writeBytes(response.body());
  }

  /**
   * Two statuses never have a body, so a length would mislead (RFC 9110, 8.6); a streamed body has
   * one that nobody knows yet.
   */
  private static boolean hasLength(Response response) {
    return response.status() != 204 && response.status() != 304 && response.stream() == null;
  }

  /** How much goes before the body, for HTTP/1, at most. */
  public int headBytes() {
    return head.length() + LONGEST_END_BYTES;
  }

  /**
   * Appends everything that goes before the body, for HTTP/1.
   *
   * @param chunked whether a streamed body comes in chunks; else the end of the connection is its
   *     end
   */
  public void writeHead(ByteBuf to, ConnectionHeader header, boolean chunked) {
    head.writeTo(to);
    if (response.stream() != null && chunked) {
      var _ = ByteBufUtil.writeAscii(to, "transfer-encoding: chunked\r\n");
    }
    if (!header.line.isEmpty()) {
      var _ = ByteBufUtil.writeAscii(to, header.line);
    }
    to.writeBytes(LINE_END);
  }

  /** Everything that goes before the body, for HTTP/2. */
  public Http2Headers http2Head() {
    var fields = new DefaultHttp2Headers();
    fields.status(HttpResponseStatus.valueOf(response.status()).codeAsText());
    // Blanks around a value are no part of it, and some clients refuse them.
    response
        .headers()
        .forEach((name, value) -> fields.add(name.toLowerCase(Locale.ROOT), value.strip()));
    fields.add("date", date);
    if (hasLength(response)) {
      fields.add("content-length", Integer.toString(response.body().length));
    }
    return fields;
  }
}
