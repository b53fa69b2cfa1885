package dev.partita.admin.api;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.net.http.Request;
import dev.partita.protocol.account.AccountKeys;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what the sender of a request may do: by a key of the account as bearer token, or as the
 * password of any user for tools that know only those. Safe for use by any number of threads.
 *
 * <p>A developer needs no key on the own machine. What pages of others have a browser there send
 * does not get this far: {@link dev.partita.net.http.OriginPolicy}.
 */
final class Credentials {

  private final @Nullable AccountKeys keys;

  /**
   * @param keys null to let everyone do everything
   */
  Credentials(@Nullable AccountKeys keys) {
    this.keys = keys;
  }

  /**
   * Whether the sender may do no more than read.
   *
   * @throws DatabaseException UNAUTHORIZED for who may not even do that
   */
  boolean requireReading(Request request) {
    if (keys == null) {
      return false;
    }
    String key = key(request.headers().first("authorization"));
    if (key != null && keys.allowsReading(key)) {
      return !keys.allowsEverything(key);
    }
    if (keys.areKnownToAll() && isHere(request.remote())) {
      return false;
    }
    throw new DatabaseException(
        ErrorCode.UNAUTHORIZED,
        "The request has no key of the account: send one as bearer token, or as the password of any"
            + " user.");
  }

  private static @Nullable String key(@Nullable String header) {
    if (header == null) {
      return null;
    }
    int space = header.indexOf(' ');
    String scheme = space < 0 ? "" : header.substring(0, space).toLowerCase(Locale.ROOT);
    String value = header.substring(space + 1).strip();
    return switch (scheme) {
      case "bearer" -> value;
      case "basic" -> password(value);
      default -> null;
    };
  }

  private static @Nullable String password(String encoded) {
    try {
      String user = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = user.indexOf(':');
      return colon < 0 ? null : user.substring(colon + 1);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static boolean isHere(@Nullable InetAddress remote) {
    return remote != null && remote.isLoopbackAddress();
  }
}
