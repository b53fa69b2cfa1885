package dev.partita.net.link;

import dev.partita.base.time.Clock;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;

/** Whom a side of links believes. Safe for any number of threads; called on threads for TLS. */
@FunctionalInterface
public interface LinkTrust {

  /**
   * Checks what the other side shows.
   *
   * @param chain its own certificate first; not empty
   * @throws CertificateException if it is not believed
   */
  void check(List<X509Certificate> chain) throws CertificateException;

  /** Believes those for whom an authority vouches, at the time of the clock. */
  static LinkTrust in(X509Certificate authority, Clock clock) {
    return chain -> {
      try {
        var parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(Instant.ofEpochMilli(clock.millis())));
        // The authority itself belongs to no path.
        List<X509Certificate> path =
            chain.stream().filter(each -> !each.equals(authority)).toList();
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        var _ =
            CertPathValidator.getInstance("PKIX")
                .validate(factory.generateCertPath(path), parameters);
      } catch (InvalidAlgorithmParameterException e) {
        throw new IllegalStateException("Every Java can check certificates", e);
      } catch (CertificateException e) {
        throw e;
      } catch (GeneralSecurityException e) {
        throw new CertificateException(e.getMessage(), e);
      }
    };
  }
}
