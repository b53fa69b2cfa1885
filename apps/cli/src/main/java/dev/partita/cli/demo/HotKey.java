package dev.partita.cli.demo;

import dev.partita.client.Answer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the server says about who used up a partition, when it refuses a request. */
record HotKey(String key, String sharePercent, long retryAfterMillis) {

  private static final Pattern KEY = Pattern.compile("\\bkey=\\[\"?([^\\]\"]*)\"?\\]");
  private static final Pattern SHARE = Pattern.compile("keySharePercent=([0-9.]+)");

  static Optional<HotKey> of(Answer refusal) {
    String message = refusal.message();
    Matcher key = KEY.matcher(message);
    Matcher share = SHARE.matcher(message);
    return key.find() && share.find()
        ? Optional.of(new HotKey(key.group(1), share.group(1), refusal.retryAfterMillis()))
        : Optional.empty();
  }
}
