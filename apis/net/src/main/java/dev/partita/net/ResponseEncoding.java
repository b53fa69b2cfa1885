package dev.partita.net;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** How responses become what Netty writes. */
final class ResponseEncoding {

  private ResponseEncoding() {}

  /** The whole response. An illegal header field fails here, before anything is sent. */
  static FullHttpResponse encode(Response response, boolean withoutBody, String date) {
    byte[] body = response.body();
    var message =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(response.status()),
            withoutBody ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body));
    // Blanks around a value are no part of it, and some clients of HTTP/2 refuse them.
    response.headers().forEach((name, value) -> message.headers().add(name, value.strip()));
    message.headers().set(HttpHeaderNames.DATE, date);
    // These two statuses never have a body, so a length would mislead (RFC 9110, 8.6).
    if (response.status() != 204 && response.status() != 304) {
      message.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    }
    return message;
  }

  static void sayClose(FullHttpResponse message) {
    message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
  }

  /** Clients of HTTP/1.0 ask for it and need to hear it; to others it says nothing new. */
  static void sayKeepAlive(FullHttpResponse message) {
    message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
  }

  static FullHttpResponse goOn() {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER);
  }
}
