package dev.partita.benchmarks.graph;

import com.sun.management.OperatingSystemMXBean;
import dev.partita.benchmarks.graph.Traversals.Place;
import dev.partita.benchmarks.graph.Traversals.Query;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Measurement of traversals. Times are processor times of the whole process: the machine may be
 * busy with other work, and a database may use several threads.
 */
final class GraphWork {

  /**
   * Result of a traversal.
   *
   * @param micros processor time in the best pass
   * @param found sum of its results, which must be the same for every database; -1 if it was given
   *     up
   */
  record Figure(String name, double micros, long found) {}

  private static final int PASSES = 5;
  private static final long PASS_NANOS = 400_000_000L;
  private static final long LIMIT_MILLIS = 90_000;
  private static final long WARM_UP_MILLIS = 20_000;
  private static final long SEED = 7;

  private final GraphData data;
  private final Object[] ids;
  private final Side side;
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  GraphWork(GraphData data, Object[] ids, Side side) {
    this.data = data;
    this.ids = ids;
    this.side = side;
  }

  void measure(Consumer<Figure> each) {
    List<Query> queries = Traversals.of(data.words());
    // Warms up the JIT and the caches of the database.
    for (Query query : queries) {
      Figure _ = measure(query, 1, WARM_UP_MILLIS);
    }
    for (Query query : queries) {
      each.accept(measure(query, PASSES, LIMIT_MILLIS));
    }
  }

  /**
   * Runs passes over all start vertices until they take long enough to be measured, and then a few
   * more, while there is time.
   */
  private Figure measure(Query query, int passes, long limitMillis) {
    List<Place> places = places(query.places());
    long deadline = ManagementFactory.getRuntimeMXBean().getUptime() + limitMillis;
    double best = Double.MAX_VALUE;
    long found = 0;
    for (int pass = 0; pass < passes && isBefore(deadline); pass++) {
      long start = system.getProcessCpuTime();
      long taken = 0;
      int runs = 0;
      while (taken < PASS_NANOS && isBefore(deadline)) {
        long sum = 0;
        for (Place place : places) {
          if (pass == 0 && !isBefore(deadline)) {
            return new Figure(query.name(), 0, -1);
          }
          sum += query.run().find(side.graph().traversal(), place);
          side.end();
          runs++;
        }
        found = sum;
        taken = system.getProcessCpuTime() - start;
      }
      best = runs == 0 ? best : Math.min(best, taken / 1e3 / runs);
    }
    return new Figure(query.name(), best, found);
  }

  private static boolean isBefore(long deadline) {
    return ManagementFactory.getRuntimeMXBean().getUptime() < deadline;
  }

  private List<Place> places(int number) {
    Random random = new Random(SEED);
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      int start = data.start(random);
      places.add(
          new Place(ids[start], ids[data.target(random)], ids[data.hub(random)], data.name(start)));
    }
    return places;
  }
}
