package dev.partita.net.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority: what clients are told to trust once, so that server certificates can
 * change. Immutable. The only code that makes certificates.
 */
record Authority(X509Certificate certificate, PrivateKey key) {

  // Some systems refuse server certificates that are good for longer.
  static final Duration SERVER_LIFE = Duration.ofDays(397);

  private static final Duration AUTHORITY_LIFE = Duration.ofDays(10 * 365);
  // Clients whose clocks are slow shall accept it, too.
  private static final Duration CLOCK_SKEW = Duration.ofDays(1);
  private static final int SERIAL_BITS = 127;

  /** A new one for servers, unlike any other. */
  static Authority create(Instant now) {
    // The number tells the authorities of several data folders apart in lists of trusted ones.
    byte[] number = new byte[4];
    new SecureRandom().nextBytes(number);
    return create("Partita authority " + HexFormat.of().formatHex(number), now);
  }

  static Authority create(String commonName, Instant now) {
    KeyPair keys = newKeys();
    var name = new X500Name("O=Partita,CN=" + commonName);
    try {
      X509v3CertificateBuilder builder =
          builder(name, name, keys.getPublic(), now, now.plus(AUTHORITY_LIFE));
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return new Authority(sign(builder, keys.getPrivate()), keys.getPrivate());
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("Every Java can make certificates", e);
    }
  }

  /** A new key, and a certificate for it that is good for the names. */
  Identity issue(Collection<String> names, Instant now) {
    KeyPair keys = newKeys();
    X509Certificate signed =
        certify(
            keys.getPublic(),
            "Partita server",
            names,
            new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth),
            now,
            now.plus(SERVER_LIFE));
    return new Identity(keys.getPrivate(), List.of(signed, certificate));
  }

  /** A certificate for a key, which ends no later than that of the authority. */
  X509Certificate certify(
      PublicKey owner,
      String commonName,
      Collection<String> names,
      ExtendedKeyUsage usage,
      Instant now,
      Instant wantedEnd) {
    Instant end = certificate.getNotAfter().toInstant();
    try {
      X509v3CertificateBuilder builder =
          builder(
              X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
              new X500Name("O=Partita,CN=" + commonName),
              owner,
              now,
              wantedEnd.isBefore(end) ? wantedEnd : end);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, usage);
      builder.addExtension(Extension.subjectAlternativeName, false, generalNames(names));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate));
      return sign(builder, key);
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("Every Java can make certificates", e);
    }
  }

  /** Whether the certificate bears the signature of this authority. */
  static boolean vouches(X509Certificate authority, X509Certificate certificate) {
    try {
      certificate.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java can make keys of this kind", e);
    }
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Instant now, Instant end)
      throws GeneralSecurityException, IOException {
    var builder =
        new X509v3CertificateBuilder(
            issuer,
            new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS - 1),
            Date.from(now.minus(CLOCK_SKEW)),
            Date.from(end),
            subject,
            SubjectPublicKeyInfo.getInstance(key.getEncoded()));
    builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key));
    return builder;
  }

  private static GeneralNames generalNames(Collection<String> names) {
    return new GeneralNames(names.stream().map(Authority::generalName).toArray(GeneralName[]::new));
  }

  private static GeneralName generalName(String name) {
    InetAddress address = HostNames.address(name);
    return address == null
        ? new GeneralName(GeneralName.dNSName, name)
        : new GeneralName(GeneralName.iPAddress, new DEROctetString(address.getAddress()));
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    return Pem.certificate(
        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)).getEncoded());
  }

  /** Without the key. */
  @Override
  public String toString() {
    return certificate.getSubjectX500Principal().getName();
  }
}
