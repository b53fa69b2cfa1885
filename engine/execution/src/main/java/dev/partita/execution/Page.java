package dev.partita.execution;

import java.util.ArrayList;
import java.util.List;

/** The results of a page while it is being made. On one thread. */
final class Page {

  private final int maxItems;
  private final int maxBytes;
  private final List<QueryResult> results = new ArrayList<>();
  private long bytes;

  Page(int maxItems, int maxBytes) {
    this.maxItems = maxItems;
    this.maxBytes = maxBytes;
  }

  int maxItems() {
    return maxItems;
  }

  int maxBytes() {
    return maxBytes;
  }

  /** Whether there is room. The first result always has it: a page without any would not help. */
  boolean fits(QueryResult result) {
    return results.isEmpty()
        || (results.size() < maxItems && bytes + result.json().length <= maxBytes);
  }

  void add(QueryResult result) {
    results.add(result);
    bytes += result.json().length;
  }

  List<QueryResult> results() {
    return results;
  }

  int size() {
    return results.size();
  }

  long bytes() {
    return bytes;
  }
}
