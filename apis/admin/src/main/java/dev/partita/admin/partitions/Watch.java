package dev.partita.admin.partitions;

import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import dev.partita.net.http.BodySink;
import dev.partita.net.http.BodyStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whoever watches the partitions of a container, by server-sent events: the document of the
 * partitions once a second if it changed, and each step of an operation. Nothing happens while
 * nobody watches. Safe for use by any number of threads.
 */
public final class Watch {

  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long COMMENT_NANOS = TimeUnit.SECONDS.toNanos(15);
  // A split has six steps: whoever is this far behind does not read, and misses the oldest.
  private static final int STEPS_KEPT = 64;
  private static final byte[] COMMENT = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

  /** One who watches; filled by the threads of operations, emptied by the thread of the stream. */
  private static final class Watcher {
    private final ArrayDeque<JsonObject> steps = new ArrayDeque<>();

    synchronized void add(JsonObject step) {
      if (steps.size() == STEPS_KEPT) {
        steps.removeFirst();
      }
      steps.add(step);
      notifyAll();
    }

    /** The next step, or null if there is none until the moment. */
    synchronized @Nullable JsonObject next(Clock clock, long untilNanos)
        throws InterruptedException {
      long nanos = untilNanos - clock.nanos();
      while (steps.isEmpty() && nanos > 0) {
        wait(TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
        nanos = untilNanos - clock.nanos();
      }
      return steps.poll();
    }
  }

  private final PartitionViews views;
  private final Clock clock;
  private final Map<Integer, Set<Watcher>> watchers = new ConcurrentHashMap<>();

  public Watch(PartitionViews views, Operations operations, Clock clock) {
    this.views = views;
    this.clock = clock;
    operations.watch(
        (container, step) ->
            watchers.getOrDefault(container, Set.of()).forEach(watcher -> watcher.add(step)));
  }

  /** The events of a container, until nobody reads them. */
  public BodyStream of(Container container) {
    return sink -> {
      Watcher watcher = new Watcher();
      watchers.compute(
          container.number(),
          (_, known) -> {
            Set<Watcher> all = known == null ? ConcurrentHashMap.newKeySet() : known;
            all.add(watcher);
            return all;
          });
      try {
        tell(container, watcher, sink);
      } finally {
        watchers.computeIfPresent(
            container.number(),
            (_, others) -> {
              others.remove(watcher);
              return others.isEmpty() ? null : others;
            });
      }
    };
  }

  private void tell(Container container, Watcher watcher, BodySink sink)
      throws InterruptedException {
    JsonObject told = JsonObject.EMPTY;
    long lookNanos = clock.nanos();
    long commentNanos = lookNanos + COMMENT_NANOS;
    while (!container.isDropped()) {
      if (clock.nanos() - lookNanos >= 0) {
        lookNanos = clock.nanos() + LOOK_NANOS;
        JsonObject now = views.partitions(container);
        if (!now.without("at").equals(told.without("at"))) {
          told = now;
          sink.write(event("partitions", now));
          commentNanos = clock.nanos() + COMMENT_NANOS;
        } else if (clock.nanos() - commentNanos >= 0) {
          sink.write(COMMENT);
          commentNanos = clock.nanos() + COMMENT_NANOS;
        }
      }
      JsonObject step = watcher.next(clock, lookNanos);
      if (step != null) {
        sink.write(event("operation", step));
      }
    }
  }

  /** JSON has no line breaks of its own, so it is one line of data. */
  private static byte[] event(String name, JsonObject data) {
    return ("event: " + name + "\ndata: " + JsonWriter.text(data) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
