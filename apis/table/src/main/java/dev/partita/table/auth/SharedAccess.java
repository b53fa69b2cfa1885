package dev.partita.table.auth;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.table.error.TableError;
import java.net.InetAddress;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Shared access signatures: addresses that allow by themselves what a holder of a key has signed.
 * Safe for use by any number of threads.
 */
final class SharedAccess {

  /** From this version on what an account signs ends with a scope of encryption. */
  private static final String WITH_SCOPE = "2020-12-06";

  private final Clock clock;

  SharedAccess(Clock clock) {
    this.clock = clock;
  }

  Access access(Credentials credentials) {
    // What names neither a table nor services is for the table that the request addresses.
    boolean account =
        credentials.query().containsKey("ss") && !credentials.query().containsKey("tn");
    Access access = account ? ofAccount(credentials) : ofTable(credentials);
    requireProtocol(credentials);
    requireSource(credentials);
    return access;
  }

  private Access ofAccount(Credentials given) {
    String services = given.query("ss");
    String version = given.query("sv");
    if (services.isEmpty() || given.query("srt").isEmpty()) {
      throw TableError.AUTHENTICATION_FAILED.failure(
          "A signature is for a table (tn), or for services and resource types (ss, srt).");
    }
    String text =
        String.join(
                "\n",
                given.account(),
                given.query("sp"),
                services,
                given.query("srt"),
                given.query("st"),
                given.query("se"),
                given.query("sip"),
                given.query("spr"),
                version)
            + "\n"
            + (version.compareTo(WITH_SCOPE) >= 0 ? given.query("ses") + "\n" : "");
    requireSigned(given, text);
    requireTime(given.query("st"), given.query("se"));
    if (services.indexOf('t') < 0) {
      throw TableError.AUTHORIZATION_SERVICE_MISMATCH.failure().with("ss", services);
    }
    return new Access.Account(given.query("sp"), given.query("srt"));
  }

  private Access ofTable(Credentials given) {
    String table = table(given).toLowerCase(Locale.ROOT);
    String text =
        String.join(
            "\n",
            given.query("sp"),
            given.query("st"),
            given.query("se"),
            "/table/" + given.account() + "/" + table,
            given.query("si"),
            given.query("sip"),
            given.query("spr"),
            given.query("sv"),
            given.query("spk"),
            given.query("srk"),
            given.query("epk"),
            given.query("erk"));
    requireSigned(given, text);
    AccessPolicy policy = policy(given);
    requireTime(
        either(given.query("st"), policy == null ? "" : policy.start()),
        either(given.query("se"), policy == null ? "" : policy.expiry()));
    return new Access.Table(
        table,
        either(given.query("sp"), policy == null ? "" : policy.permissions()),
        new KeyLimits(
            given.query().get("spk"),
            given.query().get("srk"),
            given.query().get("epk"),
            given.query().get("erk")));
  }

  private static String table(Credentials given) {
    String named = given.query("tn");
    if (!named.isEmpty()) {
      return named;
    }
    String path = given.request().path();
    String last = path.substring(path.lastIndexOf('/', path.length() - 2) + 1);
    int end = last.indexOf('(');
    return end < 0 ? last.replace("/", "") : last.substring(0, end);
  }

  private static @Nullable AccessPolicy policy(Credentials given) {
    String id = given.query("si");
    if (id.isEmpty()) {
      return null;
    }
    List<AccessPolicy> policies = given.policies().of(table(given));
    return policies.stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                TableError.AUTHENTICATION_FAILED
                    .failure("The table has no access policy that the signature refers to.")
                    .with("si", id));
  }

  private static String either(String first, String second) {
    return first.isEmpty() ? second : first;
  }

  private static void requireSigned(Credentials given, String text) {
    // A plus that was not encoded arrives as a blank.
    String signature = given.query("sig").replace(' ', '+');
    AccountKey signer = AccountKey.signer(given.keys(), text, signature);
    if (signer == null || signer.isReadOnly()) {
      throw TableError.AUTHENTICATION_FAILED
          .failure("The signature does not fit any key of the account and this text.")
          .with("signed", text.replace("\n", "\\n"));
    }
  }

  private void requireTime(String start, String expiry) {
    Instant now = Instant.ofEpochMilli(clock.machine().millis());
    if (expiry.isEmpty()) {
      throw TableError.AUTHENTICATION_FAILED.failure("The signature has no expiry time (se).");
    }
    if (!now.isBefore(time(expiry)) || (!start.isEmpty() && now.isBefore(time(start)))) {
      throw TableError.AUTHENTICATION_FAILED
          .failure("The signature is not valid at this time.")
          .with("st", start)
          .with("se", expiry)
          .with("now", now);
    }
  }

  private static Instant time(String text) {
    try {
      return text.length() == 10
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw TableError.AUTHENTICATION_FAILED
          .failure("A time of the signature is not in the form of ISO 8601.")
          .with("time", text);
    }
  }

  private static void requireProtocol(Credentials given) {
    String allowed = given.query("spr");
    if (allowed.equals("https") && !given.request().secure()) {
      throw TableError.AUTHORIZATION_PROTOCOL_MISMATCH.failure().with("spr", allowed);
    }
  }

  private static void requireSource(Credentials given) {
    String allowed = given.query("sip");
    if (allowed.isEmpty()) {
      return;
    }
    InetAddress from = given.request().remote();
    int dash = allowed.indexOf('-');
    String first = dash < 0 ? allowed : allowed.substring(0, dash);
    String last = dash < 0 ? allowed : allowed.substring(dash + 1);
    if (from == null || !isBetween(from, first, last)) {
      throw TableError.AUTHORIZATION_SOURCE_IP_MISMATCH
          .failure()
          .with("sip", allowed)
          .with("from", from == null ? "unknown" : from.getHostAddress());
    }
  }

  private static boolean isBetween(InetAddress address, String first, String last) {
    long value = number(address.getAddress());
    return value >= 0 && value >= number(dotted(first)) && value <= number(dotted(last));
  }

  /** The number of an address of four bytes; -1 for others, of which there are no ranges. */
  private static long number(byte[] bytes) {
    if (bytes.length != 4) {
      return -1;
    }
    long number = 0;
    for (byte b : bytes) {
      number = (number << 8) | (b & 0xFF);
    }
    return number;
  }

  private static byte[] dotted(String text) {
    String[] parts = text.split("\\.", -1);
    byte[] bytes = new byte[4];
    try {
      for (int i = 0; i < 4; i++) {
        int part = parts.length == 4 ? Integer.parseInt(parts[i]) : -1;
        if (part < 0 || part > 255) {
          throw invalidRange(text);
        }
        bytes[i] = (byte) part;
      }
    } catch (NumberFormatException e) {
      throw invalidRange(text);
    }
    return bytes;
  }

  private static DatabaseException invalidRange(String text) {
    return TableError.AUTHENTICATION_FAILED
        .failure("The addresses of a signature have the form 1.2.3.4 or 1.2.3.4-1.2.3.9.")
        .with("sip", text);
  }
}
