package dev.partita.peer.membership;

import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * What a program that wants to join has to have: a secret, and the fingerprint of the authority, by
 * which it knows that it talks to that cluster and no other. Immutable.
 */
public final class JoinToken {

  /** How long a token is good. */
  public static final long LIFE_MILLIS = 30 * 60_000L;

  private static final String PREFIX = "partita-join-";
  private static final int VERSION = 1;
  private static final int SECRET_BYTES = 32;
  private static final int FINGERPRINT_BYTES = 32;
  private static final int BYTES = 1 + FINGERPRINT_BYTES + SECRET_BYTES + Integer.BYTES;

  private final byte[] fingerprint;
  private final byte[] secret;

  private JoinToken(byte[] fingerprint, byte[] secret) {
    this.fingerprint = fingerprint;
    this.secret = secret;
  }

  /** A new one, for the cluster of an authority. */
  public static JoinToken create(X509Certificate authority) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return new JoinToken(fingerprint(authority), secret);
  }

  /**
   * Reads what {@link #text} has written.
   *
   * @throws DatabaseException BAD_REQUEST if it is no token, or not all of it
   */
  public static JoinToken parse(String text) {
    byte[] bytes = decoded(text.strip());
    if (bytes.length == BYTES && bytes[0] == VERSION) {
      KeyReader in = new KeyReader(bytes);
      var _ = in.u8();
      byte[] fingerprint = in.raw(FINGERPRINT_BYTES);
      byte[] secret = in.raw(SECRET_BYTES);
      if (in.u32() == checksum(bytes)) {
        return new JoinToken(fingerprint, secret);
      }
    }
    throw DatabaseException.badRequest(
        "This is no token for joining, or a part of it is missing or mistyped. Copy all of what"
            + " this prints on a node of the cluster: partita cluster token");
  }

  private static byte[] decoded(String text) {
    if (!text.startsWith(PREFIX)) {
      return new byte[0];
    }
    try {
      return Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
    } catch (IllegalArgumentException notBase64) {
      return new byte[0];
    }
  }

  /** What people copy; a secret. */
  public String text() {
    byte[] bytes = new KeyWriter(BYTES).u8(VERSION).raw(fingerprint).raw(secret).u32(0).toBytes();
    byte[] sum = new KeyWriter(Integer.BYTES).u32(checksum(bytes)).toBytes();
    System.arraycopy(sum, 0, bytes, bytes.length - sum.length, sum.length);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static int checksum(byte[] bytes) {
    var sum = new CRC32C();
    sum.update(bytes, 0, BYTES - Integer.BYTES);
    return (int) sum.getValue();
  }

  byte[] secret() {
    return secret.clone();
  }

  /** What is kept in place of the secret. */
  public String hash() {
    return hash(secret);
  }

  static String hash(byte[] secret) {
    return HexFormat.of().formatHex(sha256(secret));
  }

  /** Whether this is the authority of the cluster that the token is for. */
  boolean isOf(X509Certificate authority) {
    return Arrays.equals(fingerprint, fingerprint(authority));
  }

  private static byte[] fingerprint(X509Certificate certificate) {
    try {
      return sha256(certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("A certificate that was read can be written", e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
