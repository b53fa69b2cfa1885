package dev.partita.net.link;

import dev.partita.net.tls.Identity;
import dev.partita.net.transport.SingleKeyManager;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What one side of a link shows, and whom it believes. Immutable; the links of one are set up with
 * the same objects of Java, so it is worth keeping.
 */
public final class LinkTls {

  private final @Nullable Identity identity;
  private final LinkTrust trust;

  /**
   * @param identity null for one that cannot show a certificate yet, which can connect only
   */
  public LinkTls(@Nullable Identity identity, LinkTrust trust) {
    this.identity = identity;
    this.trust = trust;
  }

  /** For those who connect and want to speak this. */
  SslContext connecting(String protocol) {
    try {
      SslContextBuilder builder = SslContextBuilder.forClient();
      if (identity != null) {
        builder.keyManager(new SingleKeyManager(identity));
      }
      // Whom a certificate names is checked by the handler, who knows whom it wants to reach.
      return common(builder.endpointIdentificationAlgorithm(null), List.of(protocol)).build();
    } catch (SSLException e) {
      throw new IllegalStateException("Java cannot use the certificate for TLS", e);
    }
  }

  /**
   * For those who listen. A certificate is asked for and not demanded, since who wants to become
   * known has none; what is shown has to be good.
   */
  SslContext listening(List<String> protocols) {
    if (identity == null) {
      throw new IllegalStateException("Who listens has a certificate to show");
    }
    try {
      SslContextBuilder builder = SslContextBuilder.forServer(new SingleKeyManager(identity));
      return common(builder.clientAuth(ClientAuth.OPTIONAL), protocols).build();
    } catch (SSLException e) {
      throw new IllegalStateException("Java cannot use the certificate for TLS", e);
    }
  }

  private SslContextBuilder common(SslContextBuilder builder, List<String> protocols) {
    return builder
        .trustManager(new LinkTrustManager(trust))
        .sslProvider(SslProvider.JDK)
        .protocols("TLSv1.3")
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.FATAL_ALERT,
                SelectedListenerFailureBehavior.FATAL_ALERT,
                protocols));
  }
}
