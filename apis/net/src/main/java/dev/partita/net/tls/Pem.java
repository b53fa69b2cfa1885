package dev.partita.net.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PEM text: base64 between two lines that say what it holds (RFC 7468). */
final class Pem {

  /** What stands between two such lines; text around them means nothing. */
  record Block(String label, byte[] bytes) {}

  static final String CERTIFICATE = "CERTIFICATE";
  static final String PRIVATE_KEY = "PRIVATE KEY";

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final int LINE = 64;

  private Pem() {}

  /**
   * All blocks of the text. Those with anything but base64 in them, as encrypted keys of old have
   * it, are left out.
   */
  static List<Block> blocks(String text) {
    var blocks = new ArrayList<Block>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
    }
    return blocks;
  }

  /** All certificates of the text, in their order. */
  static List<X509Certificate> certificates(String text) throws CertificateException {
    var certificates = new ArrayList<X509Certificate>();
    for (Block block : blocks(text)) {
      if (block.label().equals(CERTIFICATE)) {
        certificates.add(certificate(block.bytes()));
      }
    }
    return certificates;
  }

  static X509Certificate certificate(byte[] der) throws CertificateException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
  }

  /** The first private key of the text, as {@link #text(PrivateKey)} has written it. */
  static PrivateKey ecKey(String text) throws GeneralSecurityException {
    byte[] key =
        blocks(text).stream()
            .filter(block -> block.label().equals(PRIVATE_KEY))
            .findFirst()
            .orElseThrow(() -> new CertificateException("There is no private key in it"))
            .bytes();
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key));
  }

  static String text(X509Certificate certificate) {
    try {
      return text(CERTIFICATE, certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("A certificate that was read can be written", e);
    }
  }

  static String text(PrivateKey key) {
    return text(PRIVATE_KEY, key.getEncoded());
  }

  private static String text(String label, byte[] bytes) {
    byte[] newline = "\n".getBytes(StandardCharsets.US_ASCII);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, Base64.getMimeEncoder(LINE, newline).encodeToString(bytes), label);
  }
}
