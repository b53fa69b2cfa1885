package dev.partita.net.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/**
 * A new key, and a request for a certificate for it.
 *
 * @param key stays where it is
 * @param request PKCS #10, signed with the key
 */
public record KeyRequest(PrivateKey key, byte[] request) {

  public static KeyRequest create() {
    KeyPair keys = Authority.newKeys();
    try {
      var builder =
          new JcaPKCS10CertificationRequestBuilder(
              new X500Name("O=Partita,CN=Partita node"), keys.getPublic());
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
      return new KeyRequest(keys.getPrivate(), builder.build(signer).getEncoded());
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalStateException("Every Java can sign", e);
    }
  }

  /** What the key and the certificate for it make together. */
  public Identity with(X509Certificate certificate, X509Certificate authority) {
    return new Identity(key, List.of(certificate, authority));
  }

  /** Whether a certificate is for this key. */
  public boolean isFor(X509Certificate certificate) {
    return certificate.getPublicKey().equals(publicKey());
  }

  private PublicKey publicKey() {
    try {
      return new JcaPKCS10CertificationRequest(request).getPublicKey();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("A request that was made can be read", e);
    }
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "request of " + request.length + " bytes";
  }
}
