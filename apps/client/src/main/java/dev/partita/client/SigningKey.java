package dev.partita.client;

import dev.partita.base.error.DatabaseException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Account key with which requests are signed; never printed. Safe for use by any number of threads.
 */
public final class SigningKey {

  private static final String ALGORITHM = "HmacSHA256";

  private final String text;
  private final SecretKeySpec secret;

  private SigningKey(String text, byte[] bytes) {
    this.text = text;
    this.secret = new SecretKeySpec(bytes, ALGORITHM);
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the text is not base64 or empty; the message does not
   *     repeat it
   */
  public static SigningKey of(String base64) {
    String text = base64.strip();
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw DatabaseException.badRequest("The account key is not base64 text");
    }
    if (bytes.length == 0) {
      throw DatabaseException.badRequest("The account key is empty");
    }
    return new SigningKey(text, bytes);
  }

  /** Authorization of a request of the NoSQL protocol, before it is encoded for a header. */
  String signature(String verb, String kind, String link, String date) {
    String signed =
        verb.toLowerCase(Locale.ROOT)
            + "\n"
            + kind
            + "\n"
            + link
            + "\n"
            + date.toLowerCase(Locale.ROOT)
            + "\n\n";
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      byte[] code = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
      return "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(code);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
    }
  }

  /** Authorization of a request of the admin API. */
  String bearer() {
    return "Bearer " + text;
  }

  @Override
  public String toString() {
    return "AccountKey[hidden]";
  }
}
