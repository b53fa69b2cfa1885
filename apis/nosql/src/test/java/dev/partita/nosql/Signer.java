package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.protocol.account.AccountKeys;
import java.net.URLEncoder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/** A client with a key of the account, for tests of what others may do. */
final class Signer {

  private final Api api;
  private final AccountKeys.Key key;

  Signer(Api api, String key) {
    this.api = api;
    this.key = AccountKeys.decode(key);
  }

  Answer get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  Answer post(String path, String json, String... headers) {
    return send("POST", path, json, headers);
  }

  Answer delete(String path, String... headers) {
    return send("DELETE", path, "", headers);
  }

  Answer query(String path, String sql, String... headers) {
    return send(
        "POST",
        path,
        "{\"query\":\"" + sql + "\"}",
        Api.join(headers, "x-ms-documentdb-isquery", "true"));
  }

  /** The first authorization of a request counts, so this goes before any that is sent always. */
  Answer send(String method, String path, String json, String... headers) {
    ResourcePath parsed = ResourcePath.parse(path);
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.ofEpochMilli(api.clock.millis()).atOffset(ZoneOffset.UTC));
    String text =
        method.toLowerCase(Locale.ROOT)
            + "\n"
            + (parsed.isOperation() ? "colls" : parsed.kind())
            + "\n"
            + parsed.link()
            + "\n"
            + date.toLowerCase(Locale.ROOT)
            + "\n\n";
    String signature =
        Base64.getEncoder().encodeToString(AccountKeys.sign(key, text.getBytes(UTF_8)));
    String[] signed = {
      "authorization",
      URLEncoder.encode("type=master&ver=1.0&sig=" + signature, UTF_8),
      "x-ms-date",
      date
    };
    return api.sendFirst(signed, method, path, json, headers);
  }
}
