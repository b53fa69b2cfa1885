package dev.partita.net.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** How a certificate that is to be trusted is handed to those who shall trust it. */
public enum CertificateFormat {
  /** Text, which most tools understand. */
  PEM {
    @Override
    public byte[] encode(X509Certificate certificate, @Nullable String password) {
      return Pem.text(certificate).getBytes(StandardCharsets.US_ASCII);
    }
  },
  /** The bare bytes. */
  DER {
    @Override
    public byte[] encode(X509Certificate certificate, @Nullable String password) {
      try {
        return certificate.getEncoded();
      } catch (CertificateEncodingException e) {
        throw new IllegalStateException("A certificate that was read can be written", e);
      }
    }
  },
  /** A trust store of Java. */
  PKCS12 {
    @Override
    public byte[] encode(X509Certificate certificate, @Nullable String password) {
      try {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("partita", certificate);
        var bytes = new ByteArrayOutputStream();
        store.store(bytes, password == null ? null : password.toCharArray());
        return bytes.toByteArray();
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException("Every Java can write a trust store in memory", e);
      }
    }
  };

  /**
   * The certificate in this format.
   *
   * @param password for the formats that know one. A trust store without one is readable by
   *     everybody, as befits a certificate, and Java needs no password to use it.
   */
  public abstract byte[] encode(X509Certificate certificate, @Nullable String password);
}
