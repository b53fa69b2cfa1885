package dev.partita.net.tls;

import dev.partita.base.error.DatabaseException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/**
 * An authority for programs that show certificates to each other. Who wants one makes a {@link
 * KeyRequest}, so that private keys stay where they were made. Immutable.
 */
public final class NodeAuthority {

  private final Authority authority;

  private NodeAuthority(Authority authority) {
    this.authority = authority;
  }

  /**
   * A new one.
   *
   * @param name what people read in its certificate
   */
  public static NodeAuthority create(String name, Instant now) {
    return new NodeAuthority(Authority.create(name, now));
  }

  /** The certificate, by which others know whom it vouches for. */
  public X509Certificate certificate() {
    return authority.certificate();
  }

  /**
   * The certificate that a request asks for.
   *
   * @param request as {@link KeyRequest#request} has it
   * @param name what it is good for: a name in the form of those of hosts
   * @throws DatabaseException BAD_REQUEST if it is no request, or not signed with the key it names
   */
  public X509Certificate sign(byte[] request, String name, Duration life, Instant now) {
    return authority.certify(
        keyOf(request),
        "Partita node",
        List.of(name),
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}),
        now,
        now.plus(life));
  }

  /**
   * Checks a request before anything is done for it.
   *
   * @throws DatabaseException as {@link #sign} does
   */
  public static void requireRequest(byte[] request) {
    var _ = keyOf(request);
  }

  private static PublicKey keyOf(byte[] request) {
    try {
      var read = new JcaPKCS10CertificationRequest(request);
      PublicKey key = read.getPublicKey();
      if (read.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
        return key;
      }
    } catch (IOException
        | GeneralSecurityException
        | OperatorCreationException
        | PKCSException
        | RuntimeException e) {
      throw DatabaseException.badRequest("The request for a certificate cannot be understood")
          .with("reason", e);
    }
    throw DatabaseException.badRequest(
        "The request for a certificate is not signed with the key that it names");
  }

  /** The key, for nobody but those who keep the authority. */
  public PrivateKey key() {
    return authority.key();
  }

  /** An authority whose certificate and key were kept. */
  public static NodeAuthority of(X509Certificate certificate, PrivateKey key) {
    return new NodeAuthority(new Authority(certificate, key));
  }

  /** Without the key. */
  @Override
  public String toString() {
    return authority.toString();
  }
}
