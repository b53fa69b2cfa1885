package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A text in a continuation header, which must survive headers and addresses: {@code 1!8!cGFydA--},
 * a version, the length of what follows, and base64 with characters that need no encoding. Pure
 * functions without state.
 */
final class KeyToken {

  private KeyToken() {}

  static String encode(String text) {
    String base64 =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    return "1!" + base64.length() + "!" + base64;
  }

  /**
   * @throws DatabaseException if no answer can have given it
   */
  static String decode(String name, String token) {
    int second = token.indexOf('!', 2);
    if (token.startsWith("1!") && second > 0) {
      try {
        return new String(
            Base64.getUrlDecoder().decode(token.substring(second + 1)), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        throw invalid(name, token);
      }
    }
    throw invalid(name, token);
  }

  private static DatabaseException invalid(String name, String token) {
    return TableError.INVALID_INPUT
        .failure("A continuation is not one that an answer gave.")
        .with("option", name)
        .with("value", token);
  }
}
