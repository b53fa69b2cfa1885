package dev.partita.net.tls;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The reader of PKCS #12 files, which hold a private key and its certificates. */
final class PfxFile {

  private PfxFile() {}

  static OwnCertificate.Found read(CertificateChoice.Pfx choice) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(choice.file());
    } catch (IOException e) {
      throw OwnCertificate.unreadable(choice.file(), e);
    }
    // A file without a password is one with an empty password, as far as Java is concerned.
    char[] password = choice.password() == null ? new char[0] : choice.password().toCharArray();
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(new ByteArrayInputStream(bytes), password);
      return keyIn(store, password, choice.file());
    } catch (UnrecoverableKeyException e) {
      throw wrongPassword(choice, e);
    } catch (IOException e) {
      if (e.getCause() instanceof UnrecoverableKeyException) {
        throw wrongPassword(choice, e);
      }
      throw notUnderstood(choice.file(), e);
    } catch (GeneralSecurityException e) {
      throw notUnderstood(choice.file(), e);
    }
  }

  private static OwnCertificate.Found keyIn(KeyStore store, char[] password, Path file)
      throws GeneralSecurityException {
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias) && store.getKey(alias, password) instanceof PrivateKey key) {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Certificate each : store.getCertificateChain(alias)) {
          if (each instanceof X509Certificate certificate) {
            certificates.add(certificate);
          }
        }
        return new OwnCertificate.Found(key, certificates);
      }
    }
    throw DatabaseException.badRequest(
            "There is no private key in this file; export the certificate together with its key")
        .with("file", file);
  }

  private static DatabaseException wrongPassword(CertificateChoice.Pfx choice, Exception cause) {
    return new DatabaseException(
            ErrorCode.BAD_REQUEST,
            choice.password() == null
                ? "The file needs a password; give it with --tls-password or, better,"
                    + " PARTITA_TLS_PASSWORD"
                : "The password does not open this file",
            cause)
        .with("file", choice.file());
  }

  private static DatabaseException notUnderstood(Path file, Exception cause) {
    return new DatabaseException(
            ErrorCode.BAD_REQUEST, "This file cannot be understood; PKCS #12 is expected", cause)
        .with("file", file)
        .with("reason", cause);
  }
}
