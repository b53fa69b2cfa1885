package dev.partita.execution.parallel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parallel work on pieces whose results are returned in the order of the pieces, so that nothing
 * depends on the threads. Not for use by several threads.
 *
 * @param <P> a piece
 * @param <T> what is made of one
 */
public final class OrderedParallel<P, T> implements AutoCloseable {

  private static final int PIECES_PER_THREAD = 2;

  /**
   * What was made of a piece, or of its beginning.
   *
   * @param rest what is left of the piece, to be worked on next; null if there is nothing
   */
  public record Result<P, T>(T value, @Nullable P rest) {}

  private record Running<P, T>(P piece, ScanThreads.Work<Result<P, T>> work) {}

  private final ScanThreads threads;
  private final Function<P, Result<P, T>> task;
  private final Deque<P> waiting;
  private final Deque<Running<P, T>> running = new ArrayDeque<>();
  private volatile boolean closed;

  /**
   * @param task for any thread; it may end early once this is closed
   */
  public OrderedParallel(ScanThreads threads, List<P> pieces, Function<P, Result<P, T>> task) {
    this.threads = threads;
    this.task = task;
    this.waiting = new ArrayDeque<>(pieces);
  }

  /** Whether what is made is not wanted any more. On any thread. */
  public boolean isClosed() {
    return closed;
  }

  /** The piece that is next, or what is left of it; null if there are no more. */
  public @Nullable P piece() {
    Running<P, T> next = running.peek();
    return next == null ? waiting.peek() : next.piece;
  }

  /** What was made of the next piece; null if there are no more. */
  public @Nullable T next() {
    Running<P, T> next = running.poll();
    // What is needed at once is not worth handing over.
    P own = next == null ? waiting.poll() : null;
    while (running.size() < PIECES_PER_THREAD * threads.count() - 1 && !waiting.isEmpty()) {
      running.add(start(waiting.remove()));
    }
    Result<P, T> made;
    if (next != null) {
      made = await(next);
    } else if (own != null) {
      made = task.apply(own);
    } else {
      return null;
    }
    if (made.rest != null) {
      running.addFirst(start(made.rest));
    }
    return made.value;
  }

  /** While another thread is at a piece, this one works on pieces that were not begun. */
  private Result<P, T> await(Running<P, T> next) {
    next.work.runUnlessTaken();
    Iterator<Running<P, T>> others = running.iterator();
    while (!next.work.isDone() && others.hasNext()) {
      others.next().work.runUnlessTaken();
    }
    return next.work.await();
  }

  private Running<P, T> start(P piece) {
    return new Running<>(piece, threads.start(() -> task.apply(piece)));
  }

  @Override
  public void close() {
    closed = true;
    running.forEach(each -> each.work.drop());
  }
}
