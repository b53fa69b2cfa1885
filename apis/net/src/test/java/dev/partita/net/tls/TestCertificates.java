package dev.partita.net.tls;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMEncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/** Certificates and keys as other tools make them. */
final class TestCertificates {

  record Pair(PrivateKey key, X509Certificate certificate) {}

  private TestCertificates() {}

  /**
   * A certificate that vouches for itself.
   *
   * @param algorithm RSA, EC or Ed25519
   */
  static Pair selfSigned(String algorithm, String name, Instant now, Duration life) {
    try {
      KeyPair keys = KeyPairGenerator.getInstance(algorithm).generateKeyPair();
      var subject = new X500Name("CN=" + name);
      var builder =
          new X509v3CertificateBuilder(
              subject,
              BigInteger.ONE,
              Date.from(now),
              Date.from(now.plus(life)),
              subject,
              SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded()));
      String signature =
          switch (algorithm) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> algorithm;
          };
      var signer = new JcaContentSignerBuilder(signature).build(keys.getPrivate());
      return new Pair(keys.getPrivate(), Pem.certificate(builder.build(signer).getEncoded()));
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The key as old tools write it, with the name of its kind: PKCS #1 or SEC 1. */
  static String oldKey(PrivateKey key) {
    return write(
        writer -> {
          if (key instanceof ECPrivateKey elliptic) {
            // The curve belongs into it, but Bouncy Castle leaves it out for keys of Java.
            var curve =
                PrivateKeyInfo.getInstance(key.getEncoded())
                    .getPrivateKeyAlgorithm()
                    .getParameters();
            int bits = elliptic.getParams().getOrder().bitLength();
            var structure =
                new org.bouncycastle.asn1.sec.ECPrivateKey(bits, elliptic.getS(), curve);
            writer.writeObject(new PemObject("EC PRIVATE KEY", structure.getEncoded()));
          } else {
            writer.writeObject(key);
          }
        });
  }

  static String oldEncryptedKey(PrivateKey key, String password) {
    return write(
        writer ->
            writer.writeObject(
                key,
                new JcePEMEncryptorBuilder("AES-256-CBC")
                    .setProvider(new BouncyCastleProvider())
                    .build(password.toCharArray())));
  }

  static String encryptedKey(PrivateKey key, String password) {
    return write(
        writer -> {
          try {
            writer.writeObject(
                new JcaPKCS8Generator(
                    key,
                    new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
                        .setProvider(new BouncyCastleProvider())
                        .setPassword(password.toCharArray())
                        .build()));
          } catch (OperatorCreationException e) {
            throw new IOException(e);
          }
        });
  }

  @FunctionalInterface
  private interface Writing {
    void to(JcaPEMWriter writer) throws IOException;
  }

  private static String write(Writing writing) {
    var text = new StringWriter();
    try (var writer = new JcaPEMWriter(text)) {
      writing.to(writer);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return text.toString();
  }
}
