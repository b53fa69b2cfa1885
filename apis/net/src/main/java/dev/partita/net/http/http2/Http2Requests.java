package dev.partita.net.http.http2;

import dev.partita.net.transport.NetLimits;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Map;

/**
 * How the head of an HTTP/2 request becomes what the decoder of HTTP/1 would have made of the same
 * request, so that everything after it is common to both. What is wrong with it becomes the
 * decoder's result, as it does there.
 */
final class Http2Requests {

  private Http2Requests() {}

  static HttpRequest request(Http2Headers fields, NetLimits limits) {
    try {
      CharSequence method = fields.method();
      CharSequence target = fields.path();
      if (method != null && target == null && HttpMethod.CONNECT.name().contentEquals(method)) {
        target = fields.authority();
      }
      if (method == null || target == null) {
        return malformed(new IllegalArgumentException("A request has a method and a path"));
      }
      if (method.length() + target.length() > limits.requestLineBytes()) {
        return malformed(new TooLongHttpLineException("The path is too long"));
      }
      var request =
          new DefaultHttpRequest(
              HttpVersion.HTTP_1_1, HttpMethod.valueOf(method.toString()), target.toString());
      addHeaders(request, fields);
      return request;
    } catch (IllegalArgumentException e) {
      return malformed(e);
    }
  }

  private static void addHeaders(HttpRequest request, Http2Headers fields) {
    CharSequence authority = fields.authority();
    if (authority != null) {
      request.headers().add(HttpHeaderNames.HOST, authority);
    }
    var cookies = new StringBuilder();
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      CharSequence name = field.getKey();
      if (Http2Headers.PseudoHeaderName.hasPseudoHeaderFormat(name)) {
        continue;
      }
      if (HttpHeaderNames.COOKIE.contentEquals(name)) {
        // Here cookies may come one by one, elsewhere never (RFC 9113, 8.2.3).
        cookies.append(cookies.isEmpty() ? "" : "; ").append(field.getValue());
      } else if (!HttpHeaderNames.HOST.contentEquals(name)
          || !field.getValue().toString().contentEquals(authority == null ? "" : authority)) {
        request.headers().add(name, field.getValue());
      }
    }
    if (!cookies.isEmpty()) {
      request.headers().add(HttpHeaderNames.COOKIE, cookies.toString());
    }
  }

  private static HttpRequest malformed(Exception reason) {
    var request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/bad-request");
    request.setDecoderResult(DecoderResult.failure(reason));
    return request;
  }
}
