package dev.partita.net.transport;

import dev.partita.base.time.Clock;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.IdentitySource;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What turns the identity of a server into TLS. Made when the first client needs it, since it takes
 * longer than all the rest of a start, and looked after from then on. Safe for any thread.
 */
public final class TlsContexts {

  /** What is in use, and until when without another look at where it came from. */
  private record Loaded(Identity identity, SslContext context, long goodUntilNanos) {}

  private static final Logger log = LoggerFactory.getLogger(TlsContexts.class);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.HOURS.toNanos(1);

  private final IdentitySource source;
  private final Clock clock;
  private volatile @Nullable Loaded loaded;

  public TlsContexts(IdentitySource source, Clock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** The context if it is at hand; never blocks. */
  @Nullable SslContext ready() {
    Loaded known = loaded;
    return known != null && isGood(known) ? known.context() : null;
  }

  /** The context, for which the certificate may have to be read or made first. */
  public synchronized SslContext load() {
    Loaded known = loaded;
    if (known != null && isGood(known)) {
      return known.context();
    }
    Loaded next = known == null ? build(source.identity()) : refreshed(known);
    loaded = next;
    return next.context();
  }

  private boolean isGood(Loaded known) {
    return clock.nanos() - known.goodUntilNanos() < 0;
  }

  /** A certificate that cannot be read today is no reason to stop showing yesterday's. */
  private Loaded refreshed(Loaded known) {
    try {
      Identity identity = source.identity();
      return identity.equals(known.identity())
          ? new Loaded(identity, known.context(), nextLookNanos())
          : build(identity);
    } catch (RuntimeException e) {
      log.warn("The certificate cannot be read again, so the last one stays in use", e);
      return new Loaded(known.identity(), known.context(), nextLookNanos());
    }
  }

  private Loaded build(Identity identity) {
    try {
      SslContext context =
          SslContextBuilder.forServer(new SingleKeyManager(identity))
              .trustManager(new NoClientAuthTrustManager())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
              .applicationProtocolConfig(
                  new ApplicationProtocolConfig(
                      Protocol.ALPN,
                      SelectorFailureBehavior.NO_ADVERTISE,
                      SelectedListenerFailureBehavior.ACCEPT,
                      ApplicationProtocolNames.HTTP_2,
                      ApplicationProtocolNames.HTTP_1_1))
              .build();
      return new Loaded(identity, context, nextLookNanos());
    } catch (SSLException e) {
      throw new IllegalStateException("Java cannot use the certificate for TLS", e);
    }
  }

  private long nextLookNanos() {
    return clock.nanos() + LOOK_AGAIN_NANOS;
  }
}
