package dev.partita.net.tls;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * What people ask about a certificate.
 *
 * @param names the names and addresses it is good for; none for an authority
 * @param fingerprint the SHA-256 of its bytes, as the usual tools print it
 */
public record CertificateFacts(
    String subject, List<String> names, Instant notBefore, Instant notAfter, String fingerprint) {

  public CertificateFacts {
    names = List.copyOf(names);
  }

  public static CertificateFacts of(X509Certificate certificate) {
    return new CertificateFacts(
        certificate.getSubjectX500Principal().getName(),
        List.copyOf(HostNames.of(certificate)),
        certificate.getNotBefore().toInstant(),
        certificate.getNotAfter().toInstant(),
        fingerprint(certificate));
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.ofDelimiter(":").formatHex(digest).toUpperCase(Locale.ROOT);
    } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
      throw new IllegalStateException("A certificate that was read can be written", e);
    }
  }
}
