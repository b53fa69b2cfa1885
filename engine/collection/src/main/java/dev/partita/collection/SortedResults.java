package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The first results of a read by an order, collected in memory. Results that are equal in the order
 * stay in that of their places. Not for use by several threads; closed to give the memory back.
 */
final class SortedResults implements AutoCloseable {

  /** A result, with its place among all that were found. */
  private record Result(BsonDocument document, byte[] place, long number) {}

  private final SortMemory memory;
  private final long wanted;
  private final Comparator<Result> order;
  private final PriorityQueue<Result> worstFirst;
  private long number;
  private long bytes;

  /**
   * @param wanted how many there may be; 0 for all
   */
  SortedResults(SortMemory memory, Comparator<BsonDocument> order, long wanted) {
    this.memory = memory;
    this.wanted = wanted == 0 ? Long.MAX_VALUE : wanted;
    this.order = Comparator.comparing(Result::document, order).thenComparingLong(Result::number);
    this.worstFirst = new PriorityQueue<>(this.order.reversed());
  }

  /**
   * @throws SortMemoryExceeded if there is no room for it
   */
  void add(BsonDocument document, byte[] place) {
    Result result = new Result(document, place, number++);
    if (worstFirst.size() >= wanted) {
      Result worst = worstFirst.peek();
      if (worst == null || order.compare(result, worst) >= 0) {
        return;
      }
      worstFirst.remove();
      give(worst);
    }
    int size = document.byteLength();
    if (bytes + size > SortMemory.BYTES_MAX || !memory.tryTake(size)) {
      close();
      throw new SortMemoryExceeded(SortMemory.BYTES_MAX);
    }
    bytes += size;
    worstFirst.add(result);
  }

  private void give(Result result) {
    bytes -= result.document.byteLength();
    memory.giveBack(result.document.byteLength());
  }

  /** The results in order, from one on. */
  Queue<BsonDocument> inOrder(long skip) {
    List<BsonDocument> sorted =
        worstFirst.stream().sorted(order).skip(skip).map(Result::document).toList();
    return new ArrayDeque<>(sorted);
  }

  /** The place of the first one in order; null if there is none. */
  byte @Nullable [] firstPlace() {
    return new ArrayList<>(worstFirst).stream().min(order).map(Result::place).orElse(null);
  }

  @Override
  public void close() {
    worstFirst.clear();
    memory.giveBack(bytes);
    bytes = 0;
  }
}
