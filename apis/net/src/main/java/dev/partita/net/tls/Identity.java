package dev.partita.net.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What a server proves itself with.
 *
 * @param key belongs to the first certificate
 * @param chain the server's certificate, then what vouches for it, as far as clients are shown it
 */
public record Identity(PrivateKey key, List<X509Certificate> chain) {

  public Identity {
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("An identity has at least one certificate");
    }
  }

  public X509Certificate certificate() {
    return chain.getFirst();
  }

  /** The certificate that a client has to trust, unless it does so already. */
  public X509Certificate anchor() {
    return chain.getLast();
  }

  /** Without the key. */
  @Override
  public String toString() {
    return certificate().getSubjectX500Principal().getName();
  }
}
