package dev.partita.net.http;

import dev.partita.net.transport.NetLimits;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The request of a connection that is arriving. Confined to the connection's event loop; the body
 * of a request that it hands over belongs to the receiver.
 */
public final class RequestReader {

  private final HttpService service;
  private final NetLimits limits;
  private final boolean secure;
  private final boolean refusing;
  private final @Nullable InetAddress remote;
  private @Nullable RequestHead head;
  private @Nullable BodyBuffer body;

  /**
   * @param refusing whether there are too many connections, so that only probes are taken
   */
  public RequestReader(
      HttpService service, boolean secure, boolean refusing, @Nullable SocketAddress remote) {
    this.service = service;
    this.refusing = refusing;
    this.limits = service.transport().limits();
    this.secure = secure;
    this.remote = remote instanceof InetSocketAddress address ? address.getAddress() : null;
  }

  /** Whether a head has arrived and its body not yet entirely. */
  public boolean inBody() {
    return head != null;
  }

  /** Whether the client holds the body back until it is told to go on. */
  public boolean expectsContinue() {
    return head != null && head.expectsContinue();
  }

  /** Takes the next piece from the decoder; returns what is complete with it, if anything is. */
  public @Nullable PendingExchange read(Object message) {
    if (message instanceof HttpRequest first) {
      RequestHead.Checked checked = RequestHead.check(first, limits);
      if (refusing && !isProbe(checked)) {
        return new PendingExchange.Refusal(tooManyConnections());
      }
      switch (checked) {
        case RequestHead.Checked.Refused(Response response) -> {
          return new PendingExchange.Refusal(response);
        }
        case RequestHead.Checked.Accepted(RequestHead accepted) -> {
          Response refusal = service.refusalOf(accepted);
          if (refusal != null) {
            return new PendingExchange.Refusal(refusal);
          }
          head = accepted;
          body = new BodyBuffer(limits.bodyBytes(), service.transport().budget());
        }
      }
    }
    if (message instanceof HttpContent content && head != null && body != null) {
      return append(head, body, content);
    }
    return null;
  }

  private boolean isProbe(RequestHead.Checked checked) {
    return checked instanceof RequestHead.Checked.Accepted(RequestHead accepted)
        && service.isProbe(accepted);
  }

  /** What is said to whoever cannot be served. */
  public static Response tooManyConnections() {
    return Errors.refusal(
        503, "ServiceUnavailable", "The server has too many connections; try again");
  }

  private @Nullable PendingExchange append(RequestHead of, BodyBuffer to, HttpContent content) {
    if (content.decoderResult().isFailure()) {
      return giveUp(RequestHead.malformed(content.decoderResult().cause(), limits));
    }
    return switch (to.append(content.content())) {
      case BODY_TOO_LARGE -> giveUp(RequestHead.tooLarge(limits));
      case BUDGET_EXHAUSTED ->
          giveUp(
              Errors.refusal(
                  503,
                  "ServiceUnavailable",
                  "The server is receiving more than it can hold at once; try again"));
      case TAKEN -> {
        if (!(content instanceof LastHttpContent)) {
          yield null;
        }
        head = null;
        body = null;
        yield new PendingExchange.Call(of, to, secure, remote);
      }
    };
  }

  /** Forgets the request that is arriving, and answers it with the response instead. */
  public PendingExchange giveUp(Response response) {
    drop();
    return new PendingExchange.Refusal(response);
  }

  public void drop() {
    head = null;
    if (body != null) {
      body.release();
      body = null;
    }
  }
}
