package dev.partita.nosql;

/**
 * The headers for the priority of a request and its throughput bucket. Buckets limit parts of an
 * account's requests; none can be configured here, so a valid one changes nothing. Pure functions.
 */
final class PriorityHeader {

  private static final String PRIORITY = "x-ms-cosmos-priority-level";
  private static final String BUCKET = "x-ms-cosmos-throughput-bucket";

  private PriorityHeader() {}

  /**
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST if it says something impossible
   */
  static void require(Call call) {
    String priority = call.header(PRIORITY);
    if (priority != null
        && !priority.equalsIgnoreCase("Low")
        && !priority.equalsIgnoreCase("High")) {
      throw Call.invalid(PRIORITY, priority, "High or Low");
    }
    String bucket = call.header(BUCKET);
    if (bucket != null && !bucket.matches("[1-5]")) {
      throw Call.invalid(BUCKET, bucket, "a number from 1 to 5");
    }
  }

  static boolean isLow(Call call) {
    return "Low".equalsIgnoreCase(call.header(PRIORITY));
  }
}
