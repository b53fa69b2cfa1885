package dev.partita.table.auth;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.table.error.TableError;
import java.util.Base64;
import java.util.List;

/**
 * Bearer tokens in the basic mode, for development: what a token says is checked, but not who
 * signed it. Safe for use by any number of threads.
 */
public final class BearerTokens {

  private static final List<String> ISSUERS =
      List.of(
          "https://sts.windows.net/",
          "https://sts.windows-ppe.net/",
          "https://sts.microsoftonline.de/",
          "https://sts.chinacloudapi.cn/",
          "https://login.microsoftonline.");

  private final Clock clock;

  public BearerTokens(Clock clock) {
    this.clock = clock;
  }

  Access access(Credentials credentials, String token) {
    if (!credentials.request().secure()) {
      throw TableError.AUTHENTICATION_FAILED.failure("Bearer tokens are accepted over HTTPS only.");
    }
    JsonObject claims = claims(token);
    long now = clock.machine().millis() / 1000;
    if (seconds(claims, "nbf") > now) {
      throw refused("Lifetime validation failed: the token is not valid yet.")
          .with("nbf", seconds(claims, "nbf"));
    }
    if (seconds(claims, "exp") <= now) {
      throw refused("Lifetime validation failed: the token has expired.")
          .with("exp", seconds(claims, "exp"));
    }
    String issuer = text(claims, "iss");
    if (ISSUERS.stream().noneMatch(issuer::startsWith)) {
      throw refused("The token has an unknown issuer.").with("iss", issuer);
    }
    String audience = text(claims, "aud");
    if (!isKnown(audience, credentials.account())) {
      throw refused("The token has another audience than this service.").with("aud", audience);
    }
    return new Access.Token();
  }

  private static boolean isKnown(String audience, String account) {
    String bare = audience.endsWith("/") ? audience.substring(0, audience.length() - 1) : audience;
    return bare.equals("https://storage.azure.com")
        || bare.equals("https://cosmos.azure.com")
        || bare.equals("e406a681-f3d4-42a8-90b6-c2b029497af1")
        || bare.startsWith("https://" + account + ".table.");
  }

  private static JsonObject claims(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length == 3) {
      try {
        return JsonReader.DEFAULT.readObject(Base64.getUrlDecoder().decode(parts[1]));
      } catch (IllegalArgumentException | DatabaseException e) {
        throw refused("The middle of the token is not JSON in base64.");
      }
    }
    throw refused("The token has not three parts with dots between them.");
  }

  private static long seconds(JsonObject claims, String name) {
    if (claims.at(name) instanceof JsonNumber number) {
      return number.isIntegral() ? number.longValue() : (long) number.doubleValue();
    }
    throw refused("The token lacks a time.").with("claim", name);
  }

  private static String text(JsonObject claims, String name) {
    if (claims.at(name) instanceof JsonString(String text)) {
      return text;
    }
    throw refused("The token lacks a text.").with("claim", name);
  }

  private static DatabaseException refused(String detail) {
    return TableError.AUTHENTICATION_FAILED.failure(detail);
  }
}
