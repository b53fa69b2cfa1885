package dev.partita.net.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The beginning of a TLS connection: waits for the handshake, which tells the protocol, then makes
 * way for what speaks it. Confined to its event loop.
 */
final class TlsHandshake extends ApplicationProtocolNegotiationHandler {

  private static final String UNNAMED = "";
  private static final Logger log = LoggerFactory.getLogger(TlsHandshake.class);

  private final List<ConnectionProtocol> protocols;
  private final SocketChannel channel;
  private final Wire wire;

  /**
   * @param protocols that the connection may speak; the last unless the client names another
   */
  TlsHandshake(List<ConnectionProtocol> protocols, SocketChannel channel) {
    super(UNNAMED);
    this.protocols = protocols;
    this.channel = channel;
    this.wire = new Wire(channel);
  }

  @Override
  protected void configurePipeline(ChannelHandlerContext context, String protocol) {
    refuseRenegotiation(context.pipeline().get(SslHandler.class).engine());
    protocols.stream()
        .filter(each -> protocol.equals(each.applicationName()))
        .findFirst()
        .orElse(protocols.getLast())
        .begin(channel, false);
  }

  /**
   * Up to TLS 1.2 a client may ask for another handshake on the same connection, as often as it
   * likes, and each costs the server far more than the client. With nothing left to agree on, it
   * fails at its first message; what is in use stays in use.
   */
  private static void refuseRenegotiation(SSLEngine engine) {
    engine.setEnabledCipherSuites(new String[0]);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event == Connections.Drain.NOW || event instanceof ChannelInputShutdownEvent) {
      wire.close();
    } else {
      super.userEventTriggered(context, event);
    }
  }

  /** Among others, how clients behave that do not trust the certificate: common, and theirs. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    log.debug("TLS handshake failed: {}", wire, cause);
    wire.close();
  }
}
