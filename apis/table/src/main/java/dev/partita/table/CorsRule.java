package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What pages of some origins may do. Immutable.
 *
 * @param allowedHeaders names, or beginnings of names with a star after them
 */
record CorsRule(
    List<String> origins,
    List<String> methods,
    List<String> allowedHeaders,
    List<String> exposedHeaders,
    int maxAgeSeconds) {

  private static final int RULES_MAX = 5;

  /**
   * @throws DatabaseException if the section is not a list of at most five rules
   */
  static List<CorsRule> read(Xml.Element section) {
    List<CorsRule> rules = new ArrayList<>();
    for (Xml.Element rule : section.children("CorsRule")) {
      rules.add(
          new CorsRule(
              list(rule, "AllowedOrigins"),
              list(rule, "AllowedMethods"),
              list(rule, "AllowedHeaders"),
              list(rule, "ExposedHeaders"),
              seconds(rule.text("MaxAgeInSeconds"))));
      if (rules.getLast().origins.isEmpty() || rules.getLast().methods.isEmpty()) {
        throw TableError.INVALID_XML_DOCUMENT.failure(
            "A rule for other origins has AllowedOrigins and AllowedMethods.");
      }
    }
    if (rules.size() > RULES_MAX) {
      throw TableError.INVALID_XML_DOCUMENT
          .failure("There are at most five rules for other origins.")
          .with("found", rules.size());
    }
    return rules;
  }

  private static int seconds(String text) {
    try {
      return text.isEmpty() ? 0 : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw TableError.INVALID_XML_DOCUMENT
          .failure("MaxAgeInSeconds is a number.")
          .with("MaxAgeInSeconds", text);
    }
  }

  private static List<String> list(Xml.Element rule, String name) {
    return Arrays.stream(rule.text(name).split(",", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  boolean allows(String origin, String method) {
    return (allowsAllOrigins() || origins.contains(origin))
        && methods.stream().anyMatch(method::equalsIgnoreCase);
  }

  boolean allowsHeaders(List<String> asked) {
    return asked.stream().allMatch(this::allowsHeader);
  }

  private boolean allowsHeader(String header) {
    String name = header.toLowerCase(Locale.ROOT);
    return allowedHeaders.stream()
        .map(allowed -> allowed.toLowerCase(Locale.ROOT))
        .anyMatch(
            allowed ->
                allowed.endsWith("*")
                    ? name.startsWith(allowed.substring(0, allowed.length() - 1))
                    : name.equals(allowed));
  }

  /** The origin that an answer names: all are one where all are allowed. */
  String allowedOrigin(String origin) {
    return allowsAllOrigins() ? "*" : origin;
  }

  boolean allowsAllOrigins() {
    return origins.contains("*");
  }
}
