package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.protocol.account.AccountKeys;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Authenticated client: its graph, and whether it may only read. Immutable.
 *
 * <p>The name of a user is the path of a graph, {@code /dbs/shop/colls/people}, and the password a
 * key of the account.
 */
record Login(String database, String graph, boolean readOnly) {

  private static final Pattern USER = Pattern.compile("/?dbs/([^/]+)/colls/([^/]+)/?");

  /**
   * Verifies the credentials of SASL PLAIN: a name and a password, each after a zero.
   *
   * @throws DatabaseException UNAUTHORIZED
   */
  static Login ofSasl(byte[] sasl, @Nullable AccountKeys keys) {
    String text = new String(sasl, StandardCharsets.UTF_8);
    int password = text.lastIndexOf('\0');
    int user = password <= 0 ? -1 : text.lastIndexOf('\0', password - 1);
    if (user < 0) {
      throw refused();
    }
    return of(text.substring(user + 1, password), text.substring(password + 1), keys);
  }

  /** Verifies the credentials of HTTP's Basic authentication. */
  static Login ofBasic(@Nullable String header, @Nullable AccountKeys keys) {
    if (header == null || !header.regionMatches(true, 0, "Basic ", 0, 6)) {
      throw refused();
    }
    try {
      String text =
          new String(
              Base64.getDecoder().decode(header.substring(6).trim()), StandardCharsets.UTF_8);
      int colon = text.lastIndexOf(':');
      if (colon < 0) {
        throw refused();
      }
      return of(text.substring(0, colon), text.substring(colon + 1), keys);
    } catch (IllegalArgumentException e) {
      throw refused();
    }
  }

  private static Login of(String user, String password, @Nullable AccountKeys keys) {
    boolean full = keys == null || keys.allowsEverything(password);
    boolean reader = keys != null && keys.allowsReading(password);
    Matcher path = USER.matcher(user);
    if (!path.matches() || !(full || reader)) {
      throw refused();
    }
    return new Login(path.group(1), path.group(2), !full);
  }

  private static DatabaseException refused() {
    return new DatabaseException(
        ErrorCode.UNAUTHORIZED,
        "Unauthorized: Invalid credentials provided. The user is /dbs/{database}/colls/{graph}, the"
            + " password a key of the account.");
  }
}
