package dev.partita.net.tls;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A certificate that the user brought along, in files. They are read each time the identity is
 * asked for, so that files replaced by a newer certificate take effect.
 */
final class OwnCertificate implements IdentitySource {

  private static final Logger log = LoggerFactory.getLogger(OwnCertificate.class);
  private static final byte[] PROBE = "partita".getBytes(StandardCharsets.US_ASCII);

  private final Path file;
  private final Reader reader;
  private final Clock clock;

  /** What gets a key, and the certificates beside it in no particular order. */
  @FunctionalInterface
  private interface Reader {
    Found read();
  }

  record Found(PrivateKey key, List<X509Certificate> certificates) {}

  private OwnCertificate(Path file, Reader reader, Clock clock) {
    this.file = file;
    this.reader = reader;
    this.clock = clock;
  }

  static OwnCertificate pem(CertificateChoice.Pem choice, Clock clock) {
    return new OwnCertificate(choice.certificate(), () -> readPem(choice), clock);
  }

  static OwnCertificate pfx(CertificateChoice.Pfx choice, Clock clock) {
    return new OwnCertificate(choice.file(), () -> PfxFile.read(choice), clock);
  }

  @Override
  public Identity identity() {
    Found found = reader.read();
    Identity identity = new Identity(found.key(), chain(found));
    warnUnlessValid(identity.certificate());
    return identity;
  }

  private static Found readPem(CertificateChoice.Pem choice) {
    List<X509Certificate> certificates;
    try {
      certificates = Pem.certificates(text(choice.certificate()));
    } catch (CertificateException | IllegalArgumentException e) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST, "A certificate in this file cannot be understood", e)
          .with("file", choice.certificate());
    }
    if (certificates.isEmpty()) {
      throw DatabaseException.badRequest("There is no certificate in this file; PEM is expected")
          .with("file", choice.certificate());
    }
    return new Found(
        PemKey.read(choice.key(), text(choice.key()), choice.password()), certificates);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  static DatabaseException unreadable(Path file, IOException cause) {
    return new DatabaseException(
            ErrorCode.BAD_REQUEST,
            "Cannot read this file of the server's certificate; check that it exists and that"
                + " whoever runs the server may read it",
            cause)
        .with("file", file.toAbsolutePath())
        .with("reason", cause);
  }

  /** The certificates with the one that the key belongs to in front. */
  private List<X509Certificate> chain(Found found) {
    var chain = new ArrayList<>(found.certificates());
    for (X509Certificate each : found.certificates()) {
      if (belong(found.key(), each.getPublicKey())) {
        chain.remove(each);
        chain.addFirst(each);
        return chain;
      }
    }
    throw DatabaseException.badRequest(
            "The private key belongs to none of the certificates; give the key with which the"
                + " certificate was requested")
        .with("file", file)
        .with("certificate", found.certificates().getFirst().getSubjectX500Principal().getName());
  }

  private boolean belong(PrivateKey key, PublicKey to) {
    if (!key.getAlgorithm().equals(to.getAlgorithm())) {
      return false;
    }
    try {
      Signature signature = Signature.getInstance(signatureAlgorithm(key));
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(to);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      log.debug("The private key does not fit a certificate: {}", file, e);
      return false;
    }
  }

  private String signatureAlgorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default ->
          throw DatabaseException.badRequest(
                  "A private key of this kind does not work with TLS everywhere; use RSA or EC")
              .with("file", file)
              .with("algorithm", key.getAlgorithm());
    };
  }

  private void warnUnlessValid(X509Certificate certificate) {
    Instant now = Instant.ofEpochMilli(clock.millis());
    Instant end = certificate.getNotAfter().toInstant();
    Instant beginning = certificate.getNotBefore().toInstant();
    if (end.isBefore(now)) {
      log.warn("The certificate has expired, so clients will refuse it: {} ended {}", file, end);
    } else if (beginning.isAfter(now)) {
      log.warn("The certificate is not valid yet: {} begins {}", file, beginning);
    }
  }
}
