package dev.partita.benchmarks;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.SplittableRandom;

/** Documents of the query benchmark, each derived from its number. */
final class QueryDocuments {

  static final int JSON_BYTES = 1_000;
  static final int DOCUMENTS_PER_TENTH = 10;
  static final int CITIES = 100;

  private static final int KEYS = 1_000;
  private static final int STATUSES = 10;
  private static final int TAGS = 50;
  private static final int FILLER_BYTES = 640;

  /** Scatters neighbouring numbers, so that equal values are in all partitions. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private QueryDocuments() {}

  static String id(long number) {
    return "document-" + number;
  }

  static String key(long number) {
    return "key-" + number % KEYS;
  }

  static JsonObject document(long number) {
    SplittableRandom random = new SplittableRandom(number * MIX);
    return JsonObject.builder()
        .put("id", id(number))
        .put("pk", key(number))
        .put("number", JsonNumber.of(number))
        .put("tenth", JsonNumber.of(number / DOCUMENTS_PER_TENTH))
        .put("city", "city-" + random.nextInt(CITIES))
        .put("status", "status-" + random.nextInt(STATUSES))
        .put("price", JsonNumber.of(random.nextInt(100_000)))
        .put("tags", JsonArray.of(tag(random), tag(random), tag(random)))
        .put("text", text(random))
        .build();
  }

  private static JsonString tag(SplittableRandom random) {
    return JsonString.of("tag-" + random.nextInt(TAGS));
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder(FILLER_BYTES);
    while (text.length() < FILLER_BYTES) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }
}
