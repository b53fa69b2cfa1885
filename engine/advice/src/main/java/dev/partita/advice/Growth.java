package dev.partita.advice;

/**
 * How fast a container grows. Immutable.
 *
 * @param bytesPerDay 0 if that is not known
 * @param source what says so
 */
record Growth(double bytesPerDay, Source source) {

  enum Source {
    /** Documents that were created, by the request log. */
    REQUESTS,
    /** When the documents that there are were written. */
    DOCUMENTS,
    UNKNOWN
  }

  static final Growth NONE = new Growth(0, Source.UNKNOWN);

  private static final double DAY_SECONDS = 86_400;
  private static final double LOG_SECONDS_LEAST = 600;
  private static final double AGE_SECONDS_LEAST = 3_600;
  private static final int HALVES = 2;

  static Growth of(
      double createdBytes, double logSeconds, DocumentSample.Collected documents, long bytes) {
    if (createdBytes > 0 && logSeconds >= LOG_SECONDS_LEAST) {
      return new Growth(createdBytes / logSeconds * DAY_SECONDS, Source.REQUESTS);
    }
    double age = documents.newest - (double) documents.oldest;
    return documents.newest > 0 && age >= AGE_SECONDS_LEAST
        ? new Growth(bytes / age * DAY_SECONDS, Source.DOCUMENTS)
        : new Growth(0, Source.UNKNOWN);
  }

  /**
   * Which part of the bytes belongs to keys that are written in both halves of the time that
   * documents are from. The others are keys such as days, which are full one day.
   */
  static double lastingShare(DocumentSample.Collected documents, long[] keys) {
    Rows rows = documents.sample;
    if (documents.newest == 0 || documents.newest == documents.oldest) {
      return 1;
    }
    long middle = documents.oldest + (documents.newest - documents.oldest) / HALVES;
    LongIndex seen = new LongIndex(keys.length);
    for (int i = 0; i < keys.length; i++) {
      int half = rows.value(i, documents.timeColumn()) < middle ? 1 : 2;
      int known = seen.get(keys[i]);
      seen.put(keys[i], known == LongIndex.NONE ? half : known | half);
    }
    double lasting = 0;
    double all = 0;
    for (int i = 0; i < keys.length; i++) {
      all += rows.bytes(i);
      lasting += seen.get(keys[i]) == 3 ? rows.bytes(i) : 0;
    }
    return all == 0 ? 1 : lasting / all;
  }
}
