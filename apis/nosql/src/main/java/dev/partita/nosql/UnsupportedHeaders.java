package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Headers that ask for something this server does not do. A request with one is refused rather than
 * carried out in part. Values that ask for the default behaviour are accepted. Pure functions.
 *
 * <p>Headers of protocol versions to come are not known here and do not matter: clients that send
 * them have to do without what they mean.
 */
final class UnsupportedHeaders {

  /**
   * @param harmless values, in lower case, that ask for nothing special
   */
  private record Option(String header, String meaning, Set<String> harmless) {}

  private static final Map<String, Option> OPTIONS =
      Stream.of(
              new Option(
                  "x-ms-cosmos-query-optimisticdirectexecute",
                  "queries without a plan that may have to be planned",
                  Set.of("false")),
              new Option("x-ms-enumeration-direction", "reading backwards", Set.of("forward")),
              new Option(
                  "x-ms-read-key-type",
                  "ranges of other keys than effective partition keys",
                  Set.of("effectivepartitionkey", "effectivepartitionkeyrange")),
              new Option("x-ms-start-id", "ranges of ids", Set.of()),
              new Option("x-ms-end-id", "ranges of ids", Set.of()),
              new Option("x-ms-documentdb-filterby-schema-rid", "schemas", Set.of()),
              new Option("x-ms-restore-metadata-filter", "restored accounts", Set.of()),
              new Option("x-ms-migratecollection-directive", "moving containers", Set.of()),
              new Option("x-ms-offer-type", "throughput by performance level", Set.of("invalid")),
              new Option(
                  "x-ms-offer-is-ru-per-minute-throughput-enabled",
                  "throughput per minute",
                  Set.of("false")),
              new Option("x-ms-documentdb-pre-trigger-exclude", "leaving triggers out", Set.of()),
              new Option("x-ms-documentdb-post-trigger-exclude", "leaving triggers out", Set.of()),
              new Option("x-ms-is-readonly-script", "scripts that may only read", Set.of("false")),
              new Option(
                  "x-ms-cosmos-start-full-fidelity-if-none-match",
                  "all versions from the beginning of what is kept",
                  Set.of()),
              new Option(
                  "x-ms-cosmos-shared-offer-throughput",
                  "throughput of a database by another name than x-ms-offer-throughput",
                  Set.of()),
              new Option(
                  "x-ms-documentdb-supportspatiallegacycoordinates",
                  "places with the latitude first",
                  Set.of("false")),
              new Option(
                  "x-ms-exclude-system-properties",
                  "items without system properties",
                  Set.of("false")),
              new Option(
                  "x-ms-indexing-directive",
                  "leaving one item out of the index",
                  Set.of("include", "default")))
          .collect(Collectors.toUnmodifiableMap(Option::header, option -> option));

  private static final String PREFIX = "x-ms-";

  private UnsupportedHeaders() {}

  /** The names of the headers, in lower case. */
  static Set<String> headers() {
    return OPTIONS.keySet();
  }

  /**
   * @throws DatabaseException UNSUPPORTED, naming the header
   */
  static void refuse(Call call) {
    call.request()
        .headers()
        .forEach(
            (name, value) -> {
              if (!name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
                return;
              }
              Option option = OPTIONS.get(name.toLowerCase(Locale.ROOT));
              if (option != null && !value.isEmpty()) {
                refuse(option, value);
              }
            });
  }

  private static void refuse(Option option, String value) {
    if (!option.harmless().contains(value.toLowerCase(Locale.ROOT))) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED, "The request asks for something that is not supported.")
          .with("header", option.header())
          .with("value", value)
          .with("meaning", option.meaning());
    }
  }
}
