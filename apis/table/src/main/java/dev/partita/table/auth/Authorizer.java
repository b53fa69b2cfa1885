package dev.partita.table.auth;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.net.http.Request;
import dev.partita.net.http.RequestDates;
import dev.partita.table.error.TableError;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Finds out who sends a request and what they may do. Safe for use by any number of threads. */
public final class Authorizer {

  private static final long SKEW_MILLIS = 15 * 60_000;

  private final Clock clock;
  private final RequestDates dates = new RequestDates();
  private final SharedAccess signatures;
  private final @Nullable BearerTokens tokens;

  /**
   * @param tokens null if bearer tokens are not accepted
   */
  public Authorizer(Clock clock, @Nullable BearerTokens tokens) {
    this.clock = clock;
    this.signatures = new SharedAccess(clock);
    this.tokens = tokens;
  }

  /**
   * @throws DatabaseException if the request does not prove who sends it
   */
  public Access authorize(Credentials credentials) {
    String header = credentials.request().headers().first("authorization");
    boolean signed = credentials.query().containsKey("sig");
    if (header == null) {
      if (signed) {
        return signatures.access(credentials);
      }
      throw TableError.NO_AUTHENTICATION_INFORMATION.failure(
          "The request has neither an authorization header nor a signature.");
    }
    try {
      return authorize(credentials, header);
    } catch (DatabaseException e) {
      // A signature in the address is enough by itself.
      if (signed) {
        return signatures.access(credentials);
      }
      throw e;
    }
  }

  private Access authorize(Credentials credentials, String header) {
    int blank = header.indexOf(' ');
    String scheme = blank < 0 ? header : header.substring(0, blank);
    String rest = blank < 0 ? "" : header.substring(blank + 1).strip();
    return switch (scheme) {
      case "SharedKey" -> sharedKey(credentials, rest, false);
      case "SharedKeyLite" -> sharedKey(credentials, rest, true);
      case "Bearer" -> {
        if (tokens == null) {
          throw TableError.AUTHENTICATION_FAILED.failure(
              "Bearer tokens are not accepted; the setting oauth turns them on.");
        }
        yield tokens.access(credentials, rest);
      }
      default ->
          throw TableError.INVALID_AUTHENTICATION_INFO
              .failure("The scheme is none of SharedKey, SharedKeyLite and Bearer.")
              .with("scheme", scheme);
    };
  }

  private Access sharedKey(Credentials credentials, String rest, boolean lite) {
    int colon = rest.indexOf(':');
    if (colon <= 0) {
      throw TableError.INVALID_AUTHENTICATION_INFO.failure(
          "The authorization header has the form SharedKey account:signature.");
    }
    String name = rest.substring(0, colon);
    if (!credentials.anyName() && !name.equals(credentials.account())) {
      throw TableError.AUTHENTICATION_FAILED
          .failure("The request is signed for another account than it addresses.")
          .with("signed", name)
          .with("addressed", credentials.account());
    }
    Request request = credentials.request();
    String msDate = request.headers().first("x-ms-date");
    String date = msDate != null ? msDate : request.headers().first("date");
    if (date == null) {
      throw TableError.AUTHENTICATION_FAILED.failure(
          "The request has neither an x-ms-date nor a date header.");
    }
    requireRecent(date);
    String signature = rest.substring(colon + 1);
    String head = lite ? date : verbose(request, date);
    String text = head + "\n" + resource(credentials, name, request.path());
    AccountKey signer = AccountKey.signer(credentials.keys(), text, signature);
    if (signer == null && request.path().indexOf('%') >= 0) {
      // Proxies encode paths anew; what is the same decoded is the same.
      String decoded = decoded(request.path());
      signer =
          AccountKey.signer(
              credentials.keys(), head + "\n" + resource(credentials, name, decoded), signature);
    }
    if (signer == null) {
      throw TableError.AUTHENTICATION_FAILED
          .failure("The signature does not fit any key of the account and this text.")
          .with("signed", text.replace("\n", "\\n"));
    }
    return signer.isReadOnly() ? new Access.ReadOnly() : new Access.Full();
  }

  private static String verbose(Request request, String date) {
    return request.method()
        + "\n"
        + header(request, "content-md5")
        + "\n"
        + header(request, "content-type")
        + "\n"
        + date;
  }

  private static String header(Request request, String name) {
    String value = request.headers().first(name);
    return value == null ? "" : value;
  }

  private static String resource(Credentials credentials, String account, String path) {
    String comp = credentials.query().get("comp");
    return "/" + account + path + (comp == null ? "" : "?comp=" + comp);
  }

  private static String decoded(String path) {
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }

  private void requireRecent(String date) {
    if (Math.abs(millis(date) - clock.machine().millis()) > SKEW_MILLIS) {
      throw TableError.AUTHENTICATION_FAILED
          .failure("The date of the request is more than 15 minutes from the server's.")
          .with("date", date)
          .with("server", Instant.ofEpochMilli(clock.machine().millis()));
    }
  }

  private long millis(String date) {
    return dates
        .millis(date)
        .orElseThrow(
            () ->
                TableError.AUTHENTICATION_FAILED
                    .failure("The date of the request is not in the form of RFC 1123.")
                    .with("date", date));
  }
}
