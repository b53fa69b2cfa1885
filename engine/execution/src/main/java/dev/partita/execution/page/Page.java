package dev.partita.execution.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The results of a page while it is being made. On one thread. */
public final class Page {

  private final int maxItems;
  private final int maxBytes;
  private final List<QueryResult> results = new ArrayList<>();
  private long bytes;

  public Page(int maxItems, int maxBytes) {
    this.maxItems = maxItems;
    this.maxBytes = maxBytes;
  }

  public int maxItems() {
    return maxItems;
  }

  public int maxBytes() {
    return maxBytes;
  }

  /** Whether there is room. The first result always has it: a page without any would not help. */
  public boolean fits(QueryResult result) {
    return results.isEmpty()
        || (results.size() < maxItems && bytes + result.json().length <= maxBytes);
  }

  public void add(QueryResult result) {
    results.add(result);
    bytes += result.json().length;
  }

  /** Puts the results in the order of what they come from; equal ones stay as they are. */
  public <T> void sort(List<T> origins, Comparator<T> order) {
    boolean sorted = true;
    for (int i = 1; i < origins.size() && sorted; i++) {
      sorted = order.compare(origins.get(i - 1), origins.get(i)) <= 0;
    }
    if (!sorted) {
      List<Given<T>> given = new ArrayList<>(results.size());
      for (int i = 0; i < results.size(); i++) {
        given.add(new Given<>(origins.get(i), results.get(i)));
      }
      given.sort((left, right) -> order.compare(left.origin, right.origin));
      for (int i = 0; i < results.size(); i++) {
        results.set(i, given.get(i).result);
      }
    }
  }

  /** A result and what it comes from. */
  private record Given<T>(T origin, QueryResult result) {}

  public List<QueryResult> results() {
    return results;
  }

  public int size() {
    return results.size();
  }

  public long bytes() {
    return bytes;
  }
}
