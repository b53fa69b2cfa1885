package dev.partita.execution.plan;

/**
 * What bounds a query.
 *
 * @param pageItems the results of a page whose size the server decides
 * @param pageBytes how many bytes of results end a page
 * @param pageMillis how long a page works, if it can stop between two rows
 * @param runMillis how long a page works that must come to an end first, such as one that sorts
 * @param keptBytes how much a query may keep in memory for sorting, grouping and comparing, roughly
 * @param lookupEntries how many entries of the index are read at once, for one part of a filter
 * @param ordersOfIndexesOnly whether an order that no index has is refused
 */
public record QueryLimits(
    int pageItems,
    int pageBytes,
    long pageMillis,
    long runMillis,
    long keptBytes,
    int lookupEntries,
    boolean ordersOfIndexesOnly) {

  /** How long a page works by default. */
  public static final long PAGE_MILLIS = 5_000;

  public static QueryLimits defaults() {
    return new QueryLimits(1000, 4 << 20, PAGE_MILLIS, PAGE_MILLIS, 128L << 20, 2000, false);
  }

  /** With so much time for each page, whether or not it can be continued. */
  public QueryLimits withMillis(long millis) {
    return new QueryLimits(
        pageItems, pageBytes, millis, millis, keptBytes, lookupEntries, ordersOfIndexesOnly);
  }

  public QueryLimits withLookupEntries(int count) {
    return new QueryLimits(
        pageItems, pageBytes, pageMillis, runMillis, keptBytes, count, ordersOfIndexesOnly);
  }

  public QueryLimits withOrdersOfIndexesOnly() {
    return new QueryLimits(
        pageItems, pageBytes, pageMillis, runMillis, keptBytes, lookupEntries, true);
  }
}
