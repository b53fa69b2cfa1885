package dev.partita.admin.partitions;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How well a partition key spreads the data of a container: the verdict that the explorer, the
 * command line and programs are given. Immutable.
 *
 * <p>A partition is compared with the part of all hashes that its range has: where ranges differ,
 * so does the data of the best of keys. Beyond that, few values and heavy ones limit how far data
 * can ever be spread, however few partitions there are yet.
 *
 * @param largest the key with most data; null if none is known
 * @param limitBytes how much one key may have
 */
record KeySpread(
    List<Part> parts, Keys keys, @Nullable LargestKey largest, long items, long limitBytes) {

  /**
   * A physical partition.
   *
   * @param width which part of the hashes it has, from 0 to 1; empty where keys are not hashed
   */
  record Part(String id, long storageBytes, OptionalDouble width) {}

  /**
   * How many different keys there are.
   *
   * @param more whether the count was given up there
   */
  record Keys(long count, boolean more) {

    String text() {
      return String.format(Locale.ROOT, more ? "more than %,d values" : "%,d values", count);
    }
  }

  /** A key and what is stored under it. */
  record LargestKey(JsonValue key, long storageBytes) {}

  /** What is thought of the key. */
  enum Verdict {
    NONE,
    GOOD,
    WARN,
    BAD
  }

  private record Judgement(Verdict verdict, String text) {}

  /** Too few items could be anything. */
  private static final int ITEMS_MIN = 100;

  private static final int VALUES_BAD = 4;
  private static final int VALUES_WARN = 9;
  private static final double SHARE_BAD = 0.5;
  private static final double SHARE_WARN = 0.2;
  private static final double TIMES_BAD = 2;
  private static final double TIMES_WARN = 1.4;
  private static final double LIMIT_BAD = 0.75;
  private static final double LIMIT_WARN = 0.5;

  JsonObject toJson() {
    Judgement judgement = judge();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("verdict", judgement.verdict().name().toLowerCase(Locale.ROOT))
            .put("text", judgement.text())
            .put("keys", keys.count())
            .put("moreKeys", keys.more());
    if (largest != null && total() > 0) {
      json.put("largestKeyPercent", Texts.rounded(100 * share(largest.storageBytes())));
    }
    return json.build();
  }

  private long total() {
    return parts.stream().mapToLong(Part::storageBytes).sum();
  }

  private double share(long bytes) {
    return (double) bytes / total();
  }

  private Judgement judge() {
    if (total() == 0) {
      return new Judgement(Verdict.NONE, "No data yet.");
    }
    return nearItsLimit()
        .or(this::tooEarly)
        .or(this::fewValues)
        .or(this::heavyKey)
        .or(this::unevenParts)
        .orElseGet(this::even);
  }

  private Optional<Judgement> nearItsLimit() {
    if (largest == null || largest.storageBytes() < LIMIT_WARN * limitBytes) {
      return Optional.empty();
    }
    double part = (double) largest.storageBytes() / limitBytes;
    return Optional.of(
        new Judgement(
            part >= LIMIT_BAD ? Verdict.BAD : Verdict.WARN,
            "The key %s has %s of the %s that one key may have. A further level of the key would divide it."
                .formatted(text(largest.key()), percent(part), size(limitBytes))));
  }

  private Optional<Judgement> tooEarly() {
    return items >= ITEMS_MIN
        ? Optional.empty()
        : Optional.of(
            new Judgement(
                Verdict.NONE,
                "%s under %s of the key: too few to judge it by."
                    .formatted(items == 1 ? "1 item" : items + " items", values())));
  }

  private Optional<Judgement> fewValues() {
    boolean bad = keys.count() <= VALUES_BAD || keys.count() < parts.size();
    if (keys.more() || (!bad && keys.count() > VALUES_WARN)) {
      return Optional.empty();
    }
    boolean heavy = largest != null && share(largest.storageBytes()) >= SHARE_BAD;
    String partitions = keys.count() == 1 ? "one partition" : keys.count() + " partitions";
    return Optional.of(
        new Judgement(
            bad || heavy ? Verdict.BAD : Verdict.WARN,
            "The key has only %s, so the data can never be spread over more than %s.%s"
                .formatted(values(), partitions, keys.count() == 1 ? "" : largestSentence())));
  }

  private String largestSentence() {
    return largest == null
        ? ""
        : " %s of the data is under %s."
            .formatted(percent(share(largest.storageBytes())), text(largest.key()));
  }

  private Optional<Judgement> heavyKey() {
    if (largest == null || share(largest.storageBytes()) < SHARE_WARN) {
      return Optional.empty();
    }
    double share = share(largest.storageBytes());
    return Optional.of(
        new Judgement(
            share >= SHARE_BAD ? Verdict.BAD : Verdict.WARN,
            "%s of the data is under the key %s, one of %s; a key is never divided, however many partitions there are."
                .formatted(percent(share), text(largest.key()), keys.text())));
  }

  private Optional<Judgement> unevenParts() {
    return fullest()
        .filter(part -> times(part) >= TIMES_WARN)
        .map(
            part ->
                new Judgement(
                    times(part) >= TIMES_BAD ? Verdict.BAD : Verdict.WARN,
                    "Partition %s has %s of the data and %s of the hashes, %.1f times as much as an even key would give it: some values of the key are much heavier than others."
                        .formatted(
                            part.id(),
                            percent(share(part.storageBytes())),
                            percent(part.width().orElseThrow()),
                            times(part))));
  }

  /**
   * The partition with most data for its width, among those that have at least what a partition has
   * on average: what is little altogether does not matter.
   */
  private Optional<Part> fullest() {
    if (parts.stream().anyMatch(part -> part.width().orElse(0) == 0)) {
      return Optional.empty();
    }
    return parts.stream()
        .filter(part -> share(part.storageBytes()) * parts.size() >= 1)
        .max(Comparator.comparingDouble(this::times));
  }

  private double times(Part part) {
    return share(part.storageBytes()) / part.width().orElseThrow();
  }

  private Judgement even() {
    String largestOne =
        largest == null
            ? ""
            : "; the largest has " + percent(share(largest.storageBytes())) + " of the data";
    return new Judgement(
        Verdict.GOOD,
        "Data is spread evenly over %s of the key%s.".formatted(keys.text(), largestOne));
  }

  private String values() {
    return keys.count() == 1 && !keys.more() ? "1 value" : keys.text();
  }

  private static String percent(double part) {
    double percent = 100 * part;
    return percent >= 1 || percent == 0
        ? Math.round(percent) + " %"
        : percent < 0.1 ? "less than 0.1 %" : String.format(Locale.ROOT, "%.1f %%", percent);
  }

  private static String size(long bytes) {
    String[] units = {"bytes", "KB", "MB", "GB", "TB"};
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    String digits = value == Math.rint(value) ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, digits, value, units[unit]);
  }

  /** A key as it is written: its values, with slashes between those of a hierarchy. */
  private static String text(JsonValue key) {
    return key instanceof JsonArray values
        ? values.elements().stream().map(KeySpread::component).collect(Collectors.joining(" / "))
        : key.toString();
  }

  private static String component(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text.isEmpty() ? "\"\"" : text;
      case JsonNull _ -> "null";
      case JsonObject _ -> "(none)";
      default -> value.toString();
    };
  }
}
