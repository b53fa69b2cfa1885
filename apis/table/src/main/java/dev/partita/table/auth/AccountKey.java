package dev.partita.table.auth;

import dev.partita.base.error.DatabaseException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A key of an account, with which its holder signs. Never shown. Safe for several threads. */
public final class AccountKey {

  /** The account that every emulator of storage has. */
  public static final String WELL_KNOWN_ACCOUNT = "devstoreaccount1";

  /** Its key, known to all clients and to everyone else. */
  public static final String WELL_KNOWN =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final String ALGORITHM = "HmacSHA256";

  // Has the key already: a copy of it is signed with, since preparing one takes longer than that.
  private final Mac prepared;
  private final byte[] bytes;
  private final boolean readOnly;

  private AccountKey(byte[] bytes, boolean readOnly) {
    this.bytes = bytes;
    this.readOnly = readOnly;
    try {
      prepared = Mac.getInstance(ALGORITHM);
      prepared.init(new SecretKeySpec(bytes, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
    }
  }

  /**
   * A key by its bytes, which are not changed any more.
   *
   * @param readOnly whether it allows reading only
   */
  public static AccountKey of(byte[] bytes, boolean readOnly) {
    return new AccountKey(bytes, readOnly);
  }

  /**
   * A key that allows everything.
   *
   * @throws DatabaseException BAD_REQUEST if the key is not base64 or empty
   */
  public static AccountKey parse(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      if (bytes.length > 0) {
        return new AccountKey(bytes, false);
      }
    } catch (IllegalArgumentException e) {
      throw DatabaseException.badRequest("The key of a storage account is base64 text.");
    }
    throw DatabaseException.badRequest("The key of a storage account cannot be empty.");
  }

  boolean isReadOnly() {
    return readOnly;
  }

  private boolean signs(byte[] text, byte[] signature) {
    try {
      return MessageDigest.isEqual(((Mac) prepared.clone()).doFinal(text), signature);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("Every Java platform can copy " + ALGORITHM + ".", e);
    }
  }

  /** The key that made a signature in base64; null if none did. */
  static @Nullable AccountKey signer(List<AccountKey> keys, String text, String signature) {
    byte[] given;
    try {
      given = Base64.getDecoder().decode(signature);
    } catch (IllegalArgumentException e) {
      return null;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    AccountKey signer = null;
    for (AccountKey key : keys) {
      // Every key is tried, so that the time taken tells nothing.
      if (key.signs(bytes, given)) {
        signer = key;
      }
    }
    return signer;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AccountKey key
        && key.readOnly == readOnly
        && MessageDigest.isEqual(key.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "AccountKey[hidden]";
  }
}
