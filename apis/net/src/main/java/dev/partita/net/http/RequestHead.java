package dev.partita.net.http;

import dev.partita.net.transport.NetLimits;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The checked first part of a request: everything but the body.
 *
 * @param takesChunks whether the answer may come in chunks, which HTTP/1.0 does not know
 * @param expectsContinue whether the client waits for a word before it sends the body
 */
public record RequestHead(
    String method,
    String path,
    String query,
    Headers headers,
    boolean keepAlive,
    boolean takesChunks,
    boolean expectsContinue) {

  private static final int DELETE = 0x7f;

  /** Turns what the decoder made into a head, or into the response that refuses it. */
  public static Checked check(HttpRequest message, NetLimits limits) {
    Response refusal = refusalOf(message, limits);
    if (refusal != null) {
      return new Checked.Refused(refusal);
    }
    String target = originForm(message.uri());
    if (target == null || !(target.equals("*") ? isOptions(message) : target.startsWith("/"))) {
      return refused(400, "BadRequest", "The request target is not a path: it must begin with /");
    }
    if (needsEncoding(target)) {
      return refused(400, "BadRequest", "The request target has characters that need encoding");
    }
    int mark = target.indexOf('?');
    return new Checked.Accepted(
        new RequestHead(
            message.method().name(),
            mark < 0 ? target : target.substring(0, mark),
            mark < 0 ? "" : target.substring(mark + 1),
            headersOf(message),
            HttpUtil.isKeepAlive(message),
            message.protocolVersion().equals(HttpVersion.HTTP_1_1),
            HttpUtil.is100ContinueExpected(message)));
  }

  private static boolean needsEncoding(String target) {
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c == DELETE) {
        return true;
      }
    }
    return false;
  }

  /** A head, or the reason why there is none. */
  public sealed interface Checked {
    record Accepted(RequestHead head) implements Checked {}

    record Refused(Response response) implements Checked {}
  }

  private static Checked refused(int status, String code, String message) {
    return new Checked.Refused(Errors.refusal(status, code, message));
  }

  private static @Nullable Response refusalOf(HttpRequest message, NetLimits limits) {
    if (message.decoderResult().isFailure()) {
      return malformed(message.decoderResult().cause(), limits);
    }
    HttpVersion version = message.protocolVersion();
    if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
      return Errors.refusal(
          505, "HttpVersionNotSupported", "This server speaks HTTP/2, HTTP/1.1 and HTTP/1.0");
    }
    if (message.method().equals(HttpMethod.CONNECT)) {
      return Errors.refusal(501, "NotImplemented", "This server is not a proxy: CONNECT");
    }
    int hosts = message.headers().getAll(HttpHeaderNames.HOST).size();
    if (hosts > 1 || (hosts == 0 && version.equals(HttpVersion.HTTP_1_1))) {
      return Errors.refusal(400, "BadRequest", "A request names exactly one Host");
    }
    return bodyRefusalOf(message, limits);
  }

  private static @Nullable Response bodyRefusalOf(HttpRequest message, NetLimits limits) {
    String encoding = message.headers().get(HttpHeaderNames.TRANSFER_ENCODING);
    if (encoding != null && !encoding.toLowerCase(Locale.ROOT).equals("chunked")) {
      return Errors.refusal(
          501, "NotImplemented", "The only transfer encoding this server understands is chunked");
    }
    String expectation = message.headers().get(HttpHeaderNames.EXPECT);
    if (expectation != null && !expectation.toLowerCase(Locale.ROOT).equals("100-continue")) {
      return Errors.refusal(
          417, "ExpectationFailed", "The only expectation this server meets is 100-continue");
    }
    return HttpUtil.getContentLength(message, 0L) > limits.bodyBytes() ? tooLarge(limits) : null;
  }

  public static Response tooLarge(NetLimits limits) {
    return Errors.refusal(
        413,
        "RequestEntityTooLarge",
        "The request body is longer than the " + limits.bodyBytes() + " bytes this server accepts");
  }

  /** The response to bytes that are not HTTP. */
  public static Response malformed(Throwable cause, NetLimits limits) {
    return switch (cause) {
      case TooLongHttpLineException _ ->
          Errors.refusal(
              414,
              "UriTooLong",
              "The first line of the request is longer than the "
                  + limits.requestLineBytes()
                  + " bytes this server accepts");
      case TooLongHttpHeaderException _ ->
          Errors.refusal(
              431,
              "RequestHeaderFieldsTooLarge",
              "The header fields are longer than the "
                  + limits.headerBytes()
                  + " bytes this server accepts");
      default -> Errors.refusal(400, "BadRequest", "The request is not valid HTTP");
    };
  }

  /** The target without scheme and authority, which clients of proxies send; null if neither. */
  private static @Nullable String originForm(String uri) {
    if (uri.indexOf('#') >= 0) {
      return null;
    }
    if (uri.startsWith("/") || uri.equals("*")) {
      return uri;
    }
    int scheme = uri.indexOf("://");
    if (scheme < 0) {
      return null;
    }
    int path = uri.indexOf('/', scheme + 3);
    int query = uri.indexOf('?', scheme + 3);
    if (query >= 0 && (path < 0 || query < path)) {
      return "/" + uri.substring(query);
    }
    return path < 0 ? "/" : uri.substring(path);
  }

  private static boolean isOptions(HttpRequest message) {
    return message.method().equals(HttpMethod.OPTIONS);
  }

  private static Headers headersOf(HttpRequest message) {
    var fields = new String[2 * message.headers().size()];
    int i = 0;
    for (Map.Entry<String, String> field : message.headers()) {
      fields[i++] = field.getKey();
      fields[i++] = field.getValue();
    }
    return Headers.owning(fields);
  }
}
