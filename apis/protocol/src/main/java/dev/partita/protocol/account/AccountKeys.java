package dev.partita.protocol.account;

import dev.partita.base.error.DatabaseException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an account: two for everything, two for reading only, so that either can be replaced
 * while the other is in use. Immutable.
 */
public record AccountKeys(List<Key> readWrite, List<Key> readOnly) {

  /** A key of the account; never shown. Safe for use by any number of threads. */
  public static final class Key {

    private final byte[] bytes;
    // Never used itself: to copy one that has its key takes less than to make one.
    private final Mac ready;

    private Key(byte[] bytes) {
      this.bytes = bytes;
      try {
        ready = Mac.getInstance(ALGORITHM);
        ready.init(new SecretKeySpec(bytes, ALGORITHM));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
      }
    }

    /** The key itself, for the other APIs of the account. */
    public byte[] bytes() {
      return bytes.clone();
    }

    private Mac mac() {
      try {
        return (Mac) ready.clone();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException("The " + ALGORITHM + " of Java can be copied.", e);
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && MessageDigest.isEqual(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return "Key[hidden]";
    }
  }

  /** The key that every emulator of the service has, known to all clients and to everyone else. */
  public static final String WELL_KNOWN =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private static final String ALGORITHM = "HmacSHA256";

  public AccountKeys {
    readWrite = List.copyOf(readWrite);
    readOnly = List.copyOf(readOnly);
  }

  public static AccountKeys wellKnown() {
    return new AccountKeys(List.of(decode(WELL_KNOWN)), List.of());
  }

  /** Whether everyone can do everything anyway, since everyone has a key. */
  public boolean areKnownToAll() {
    return readWrite.contains(decode(WELL_KNOWN));
  }

  /** Whether a text is a key for everything. */
  public boolean allowsEverything(String key) {
    return matches(readWrite, key);
  }

  /** Whether a text is a key that allows reading, if no more. */
  public boolean allowsReading(String key) {
    return allowsEverything(key) || matches(readOnly, key);
  }

  /** Every key is compared, and each in the same time, so that the time taken tells nothing. */
  private static boolean matches(List<Key> keys, String text) {
    byte[] given;
    try {
      given = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
    boolean found = false;
    for (Key key : keys) {
      found |= MessageDigest.isEqual(key.bytes, given);
    }
    return found;
  }

  /**
   * @throws DatabaseException BAD_REQUEST if a key is not base64 or empty
   */
  public static Key decode(String key) {
    try {
      byte[] bytes = Base64.getDecoder().decode(key);
      if (bytes.length > 0) {
        return new Key(bytes);
      }
    } catch (IllegalArgumentException e) {
      throw DatabaseException.badRequest("An account key is base64 text.");
    }
    throw DatabaseException.badRequest("An account key cannot be empty.");
  }

  public static boolean signs(List<Key> keys, byte[] text, byte[] signature) {
    boolean signed = false;
    for (Key key : keys) {
      // Every key is tried, so that the time taken tells nothing.
      signed |= MessageDigest.isEqual(sign(key, text), signature);
    }
    return signed;
  }

  public static byte[] sign(Key key, byte[] text) {
    return key.mac().doFinal(text);
  }
}
