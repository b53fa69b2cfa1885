package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.net.http.RequestDates;
import dev.partita.protocol.account.AccountKeys;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds out who sends a request and what they may do. Safe for use by any number of threads. */
final class Authorizer {

  private static final long SKEW_MILLIS = 15 * 60_000;

  private final @Nullable AccountKeys keys;
  private final ResourceTokens tokens;
  private final Clock clock;
  private final RequestDates dates = new RequestDates();

  /**
   * @param keys null to let everyone do everything
   */
  Authorizer(@Nullable AccountKeys keys, ResourceTokens tokens, Clock clock) {
    this.keys = keys;
    this.tokens = tokens;
    this.clock = clock;
  }

  /**
   * @throws DatabaseException UNAUTHORIZED, or FORBIDDEN for a token that has expired
   */
  Access authorize(Call call) {
    if (keys == null) {
      return new Access.Full();
    }
    String header = call.header("authorization");
    if (header == null) {
      if (isAccountRead(call) && keys.areKnownToAll()) {
        return new Access.ReadOnly();
      }
      throw unauthorized("The request has no authorization header.");
    }
    String decoded = PercentEncoding.decode(header);
    if (decoded == null) {
      throw unauthorized("The authorization header is not well encoded.");
    }
    String type = part(decoded, "type");
    return switch (type) {
      case "master" -> master(keys, call, part(decoded, "sig"));
      case "resource" -> tokens.access(decoded, clock.millis());
      case "aad", "sas" ->
          throw new DatabaseException(
                  ErrorCode.UNSUPPORTED, "Only master keys and resource tokens are supported.")
              .with("type", type);
      default -> throw unauthorized("The authorization header has no known type.");
    };
  }

  /**
   * Tools that start servers for tests look at the account whether one is up, before they know of
   * keys.
   */
  private static boolean isAccountRead(Call call) {
    return call.method().equals("GET") && call.path().segments().isEmpty();
  }

  private Access master(AccountKeys account, Call call, String signature) {
    String date = call.header("x-ms-date");
    String signedDate = date != null ? date : call.header("date");
    if (signedDate == null) {
      throw unauthorized("The request has neither an x-ms-date nor a date header.");
    }
    requireRecent(signedDate);
    byte[] given;
    try {
      given = Base64.getDecoder().decode(signature);
    } catch (IllegalArgumentException e) {
      throw unauthorized("The signature is not base64 text.");
    }
    ResourcePath path = call.path();
    Access access = access(account, call, path.link(), given);
    if (access == null) {
      access = access(account, call, ridLink(path), given);
    }
    if (access != null) {
      return access;
    }
    throw unauthorized(
            "The signature does not fit the request and any key of the account. Check the key, the"
                + " verb, the resource type, the resource link and the date that were signed.")
        .with("verb", call.method().toLowerCase(Locale.ROOT))
        .with("resourceType", signedKind(path))
        .with("resourceLink", path.link())
        .with("date", signedDate);
  }

  /** What the keys allow that have signed the request for a link; null if none has. */
  private static @Nullable Access access(
      AccountKeys account, Call call, String link, byte[] signature) {
    byte[] text =
        signedText(
            call.method(),
            signedKind(call.path()),
            link,
            call.header("x-ms-date"),
            call.header("date"));
    if (AccountKeys.signs(account.readWrite(), text, signature)) {
      return new Access.Full();
    }
    return AccountKeys.signs(account.readOnly(), text, signature) ? new Access.ReadOnly() : null;
  }

  private static String signedKind(ResourcePath path) {
    return path.isOperation() ? "colls" : path.kind();
  }

  /** Where a path names resources by their ids of the system, the last one is what is signed. */
  private static String ridLink(ResourcePath path) {
    int last = path.isFeed() ? path.size() - 2 : path.size() - 1;
    return last < 0 ? "" : path.at(last).toLowerCase(Locale.ROOT);
  }

  private static byte[] signedText(
      String verb, String kind, String link, @Nullable String msDate, @Nullable String date) {
    String text =
        verb.toLowerCase(Locale.ROOT)
            + "\n"
            + kind.toLowerCase(Locale.ROOT)
            + "\n"
            + link
            + "\n"
            + (msDate == null ? "" : msDate.toLowerCase(Locale.ROOT))
            + "\n"
            + (msDate == null && date != null ? date.toLowerCase(Locale.ROOT) : "")
            + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void requireRecent(String date) {
    if (Math.abs(millis(date) - clock.machine().millis()) > SKEW_MILLIS) {
      throw unauthorized(
              "The date of the request is more than 15 minutes from the server's. Check the"
                  + " clocks.")
          .with("date", date)
          .with("server", Instant.ofEpochMilli(clock.millis()));
    }
  }

  private long millis(String date) {
    return dates
        .millis(date)
        .orElseThrow(
            () ->
                unauthorized("The date of the request is not in the form of RFC 1123.")
                    .with("date", date));
  }

  /** The value of a part, such as {@code type=master}, between ampersands; empty without it. */
  private static String part(String header, String name) {
    int begin = 0;
    while (begin < header.length()) {
      int ampersand = header.indexOf('&', begin);
      int end = ampersand < 0 ? header.length() : ampersand;
      int value = begin + name.length() + 1;
      if (value <= end && header.startsWith(name, begin) && header.charAt(value - 1) == '=') {
        return header.substring(value, end);
      }
      begin = end + 1;
    }
    return "";
  }

  private static DatabaseException unauthorized(String text) {
    return new DatabaseException(ErrorCode.UNAUTHORIZED, text);
  }
}
