package dev.partita.net.tls;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** Keys and certificates as text (PEM), to be kept or sent. Pure functions. */
public final class IdentityText {

  private IdentityText() {}

  /** The key and all certificates, which is a secret. */
  public static String of(Identity identity) {
    var text = new StringBuilder(Pem.text(identity.key()));
    identity.chain().forEach(each -> text.append(Pem.text(each)));
    return text.toString();
  }

  public static String of(X509Certificate certificate) {
    return Pem.text(certificate);
  }

  public static String of(PrivateKey key) {
    return Pem.text(key);
  }

  /**
   * What {@link #of(Identity)} has written.
   *
   * @throws DatabaseException CORRUPT if it is anything else
   */
  public static Identity read(String text) {
    try {
      return new Identity(Pem.ecKey(text), Pem.certificates(text));
    } catch (GeneralSecurityException | RuntimeException e) {
      throw damaged("A key and its certificate cannot be read", e);
    }
  }

  /**
   * The first certificate of a text.
   *
   * @throws DatabaseException CORRUPT if there is none
   */
  public static X509Certificate certificate(String text) {
    try {
      List<X509Certificate> certificates = Pem.certificates(text);
      return certificates.getFirst();
    } catch (GeneralSecurityException | RuntimeException e) {
      throw damaged("A certificate cannot be read", e);
    }
  }

  /**
   * The first key of a text.
   *
   * @throws DatabaseException CORRUPT if there is none
   */
  public static PrivateKey key(String text) {
    try {
      return Pem.ecKey(text);
    } catch (GeneralSecurityException | RuntimeException e) {
      throw damaged("A private key cannot be read", e);
    }
  }

  private static DatabaseException damaged(String text, Exception cause) {
    return new DatabaseException(ErrorCode.CORRUPT, text, cause);
  }
}
