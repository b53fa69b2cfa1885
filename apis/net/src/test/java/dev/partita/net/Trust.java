package dev.partita.net;

import dev.partita.net.tls.CertificateFormat;
import dev.partita.net.tls.IdentitySource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Clients that trust what a user exported, and nothing else. */
final class Trust {

  private Trust() {}

  static SSLContext in(IdentitySource identity) {
    byte[] exported = CertificateFormat.PKCS12.encode(identity.identity().anchor(), null);
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(new ByteArrayInputStream(exported), null);
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A socket after its handshake, in which it was checked that the certificate names the host. */
  static SSLSocket connect(IdentitySource identity, InetSocketAddress address, String version) {
    return connect(identity, address, null, version);
  }

  static SSLSocket connect(IdentitySource identity, InetSocketAddress address) {
    return connect(identity, address, null, null);
  }

  /**
   * @param application the protocol to speak, as ALPN calls it; null to leave it to the server
   * @param version of TLS; null for the best
   */
  static SSLSocket connect(
      IdentitySource identity,
      InetSocketAddress address,
      @Nullable String application,
      @Nullable String version) {
    try {
      var socket =
          (SSLSocket)
              in(identity).getSocketFactory().createSocket(address.getAddress(), address.getPort());
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      if (version != null) {
        parameters.setProtocols(new String[] {version});
      }
      if (application != null) {
        parameters.setApplicationProtocols(new String[] {application});
      }
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
