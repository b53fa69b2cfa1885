package dev.partita.mongo.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The two forms of SCRAM: RFC 5802 with SHA-1, RFC 7677 with SHA-256. */
public enum ScramMechanism {
  SHA_256("SCRAM-SHA-256", "SHA-256", "HmacSHA256", "PBKDF2WithHmacSHA256", 32, 15_000) {
    @Override
    String password(String user, String key) {
      return key;
    }
  },
  SHA_1("SCRAM-SHA-1", "SHA-1", "HmacSHA1", "PBKDF2WithHmacSHA1", 20, 10_000) {
    @Override
    String password(String user, String key) {
      byte[] text = (user + ":mongo:" + key).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(digest("MD5", text));
    }
  };

  private final String text;
  private final String digest;
  private final String hmac;
  private final String derivation;
  private final int hashBytes;
  private final int iterations;

  ScramMechanism(
      String text, String digest, String hmac, String derivation, int hashBytes, int iterations) {
    this.text = text;
    this.digest = digest;
    this.hmac = hmac;
    this.derivation = derivation;
    this.hashBytes = hashBytes;
    this.iterations = iterations;
  }

  public static Optional<ScramMechanism> named(String name) {
    return Arrays.stream(values()).filter(each -> each.text.equals(name)).findFirst();
  }

  /** The name in the protocol. */
  public String text() {
    return text;
  }

  int iterations() {
    return iterations;
  }

  /** What is derived from a user's password, for one of the mechanism's forms of it. */
  abstract String password(String user, String key);

  byte[] saltedPassword(String password, byte[] salt) {
    try {
      PBEKeySpec spec =
          new PBEKeySpec(password.toCharArray(), salt, iterations, hashBytes * Byte.SIZE);
      return SecretKeyFactory.getInstance(derivation).generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw missing(derivation, e);
    }
  }

  byte[] hash(byte[] bytes) {
    return digest(digest, bytes);
  }

  byte[] hmac(byte[] key, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(hmac);
      mac.init(new SecretKeySpec(key, hmac));
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw missing(hmac, e);
    }
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (GeneralSecurityException e) {
      throw missing(algorithm, e);
    }
  }

  private static IllegalStateException missing(String algorithm, GeneralSecurityException cause) {
    return new IllegalStateException("Every Java platform has " + algorithm + ".", cause);
  }
}
