package dev.partita.advice;

import dev.partita.advice.Aim.Reach;
import dev.partita.advice.RequestShape.Action;
import dev.partita.advice.RequestShape.Scope;
import dev.partita.throughput.QueryMeter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Sends requests to the partitions of one candidate, with the charges that they would have there.
 * On one thread.
 *
 * <p>A request goes where the values that it names lead. What it does not name is looked up: in the
 * document it is about or, if that is gone, in one drawn from the sample. A request that does not
 * name its key asks all partitions, each of which charges for being asked.
 */
final class Replay {

  /** What a partition charges for being asked by a query: the price of a query and a seek. */
  static final double ASKING = asking();

  /** Looking for an item where it is not. */
  private static final double MISS = 1;

  private static final double WORK_LEAST = 0.3;

  private final KeyCandidate candidate;
  private final DocumentSample.Collected documents;
  private final int[] columns;
  private final Layout layout;
  private final boolean ordered;
  private final double factor;
  private final List<String> present;
  private final Map<RequestShape, Aim> aims = new HashMap<>();
  private final SplittableRandom random = new SplittableRandom(3);
  private final long[] values;
  private final Load load;
  private final LongIndex keys = new LongIndex(1_024);
  private double[] unitsOfKeys = new double[1_024];
  private LongIndex keysOfStep = new LongIndex(256);
  private double[] unitsOfStep = new double[256];
  private int step;

  /**
   * @param ordered whether partitions divide the order of the present keys
   * @param factor how many requests each stands for, its weight aside
   */
  Replay(
      int number,
      DocumentSample.Collected documents,
      Layout layout,
      boolean ordered,
      Timeline timeline,
      double factor,
      List<String> present) {
    this.candidate = documents.plan.candidates().get(number);
    this.documents = documents;
    this.columns = documents.columns[number];
    this.layout = layout;
    this.ordered = ordered;
    this.factor = factor;
    this.present = present;
    this.values = new long[columns.length];
    this.load = new Load(timeline, layout.partitions());
  }

  private static double asking() {
    QueryMeter meter = QueryMeter.query();
    meter.indexSeeks(1);
    return meter.soFar().requestUnits();
  }

  Load run(List<LoggedRequest> requests) {
    for (LoggedRequest request : requests) {
      int at = load.timeline.step(request.atMillis());
      if (at != step) {
        endStep();
        step = at;
      }
      take(request);
    }
    endStep();
    for (int i = 0; i < keys.size(); i++) {
      load.hottestKeyUnits = Math.max(load.hottestKeyUnits, unitsOfKeys[i]);
    }
    return load;
  }

  private void endStep() {
    for (int i = 0; i < keysOfStep.size(); i++) {
      load.hottestKeyPeak =
          Math.max(load.hottestKeyPeak, unitsOfStep[i] / load.timeline.stepSeconds());
    }
    keysOfStep = new LongIndex(256);
    Arrays.fill(unitsOfStep, 0);
  }

  private void take(LoggedRequest request) {
    RequestShape shape = request.shape();
    Aim aim = aims.get(shape);
    if (aim == null) {
      aim = Aim.of(candidate, shape, documents.plan.paths(), present);
      aims.put(shape, aim);
    }
    double weight = request.weight() * factor;
    load.requests += weight;
    if (shape.scope() == Scope.BULK && request.items().length > 0) {
      bulk(request, weight);
      return;
    }
    int row = request.items().length == 0 ? -1 : documents.row(request.items()[0]);
    count(request, aim, row, weight);
    if (aim.reach() == Reach.ALL || aim.reach() == Reach.SUFFIXES) {
      everywhere(request, aim, row, weight);
    } else {
      somewhere(request, aim, row, weight);
    }
  }

  /** Transactions, scripts and updates, and what would become of them. */
  private void count(LoggedRequest request, Aim aim, int row, double weight) {
    RequestShape shape = request.shape();
    if (shape.scope() == Scope.BATCH) {
      load.transactions += weight;
      if (!aim.withinPresent() && spans(request)) {
        load.spanningTransactions += weight;
      }
    }
    if (shape.action() == Action.SCRIPT) {
      load.scripts += weight;
      if (!aim.withinPresent()) {
        load.spanningScripts += weight;
      }
    }
    if (shape.action() == Action.CREATE) {
      load.createdBytes += request.bytes() * weight;
    }
    if (shape.action() == Action.PATCH || shape.action() == Action.WRITE) {
      load.updates += weight;
      if (changesKey(request, aim, row)) {
        load.changingUpdates += weight;
      }
    }
  }

  private boolean spans(LoggedRequest request) {
    long first = 0;
    int known = 0;
    for (long item : request.items()) {
      int row = documents.row(item);
      if (row >= 0) {
        long key = key(documents.asked, row);
        if (known > 0 && key != first) {
          return true;
        }
        first = key;
        known++;
      }
    }
    return known < 2 && request.items().length != 1;
  }

  private boolean changesKey(LoggedRequest request, Aim aim, int row) {
    for (int i = 0; i < columns.length; i++) {
      String path = candidate.paths().get(i);
      for (String changed : request.shape().changes()) {
        if (path.equals(changed) || path.startsWith(changed + "/")) {
          return true;
        }
      }
      boolean written = request.shape().action() == Action.WRITE && aim.indexes()[i] >= 0;
      if (written
          && row >= 0
          && request.values()[aim.indexes()[i]] != documents.asked.value(row, columns[i])) {
        return true;
      }
    }
    return false;
  }

  /** To one key, or to keys that begin alike. */
  private void somewhere(LoggedRequest request, Aim aim, int row, double weight) {
    Rows rows = row >= 0 ? documents.asked : documents.sample;
    int known = row >= 0 ? row : drawn();
    boolean complete = aim.isComplete() && request.shape().action() != Action.CREATE;
    if (known >= 0) {
      rows.take(known, columns, values);
    } else {
      Arrays.fill(values, Rows.MISSING);
    }
    for (int i = 0; i < columns.length; i++) {
      if (aim.indexes()[i] >= 0 && (complete || row < 0)) {
        values[i] = request.values()[aim.indexes()[i]];
      }
    }
    long drawn = request.items().length > 0 ? request.items()[0] : random.nextLong();
    long key = candidate.key(values, drawn);
    if (aim.reach() == Reach.ONE) {
      int partition =
          ordered && known >= 0
              ? layout.of(rows.value(known, documents.orderColumn()))
              : layout.of(position(key));
      double charge = oneCharge(request);
      load.add(step, partition, charge * weight, weight);
      hold(key, charge * weight);
      return;
    }
    int first = layout.of(prefix(0));
    int last = layout.of(prefix(-1));
    int asked = last - first + 1;
    double charge = askedCharge(request, asked);
    load.spread(step, first, last, charge * weight, weight);
    hold(key, charge * weight / asked);
    load.prefixRequests += weight;
    if (asked > 1) {
      cross(request, charge, weight);
    }
  }

  /** To all partitions, or to as many as the suffixes of a value are in. */
  private void everywhere(LoggedRequest request, Aim aim, int row, double weight) {
    int all = layout.partitions();
    int asked = aim.reach() == Reach.ALL ? all : Math.min(all, candidate.suffixes());
    double charge =
        aim.reach() == Reach.SUFFIXES && request.shape().isOfItem()
            ? request.requestUnits() + (candidate.suffixes() - 1) * MISS
            : askedCharge(request, asked);
    boolean feed = request.shape().action() == Action.FEED;
    charge = feed ? request.requestUnits() : charge;
    load.spread(step, 0, all - 1, charge * weight, weight);
    if (!feed && all > 1) {
      cross(request, charge, weight);
    }
    if (row >= 0) {
      hold(key(documents.asked, row), request.requestUnits() * weight);
    }
  }

  private void cross(LoggedRequest request, double charge, double weight) {
    if (request.shape().action() != Action.SCRIPT) {
      load.crossRequests += weight;
      load.crossUnits += charge * weight;
    }
  }

  /** Each operation goes to the key of its own item. */
  private void bulk(LoggedRequest request, double weight) {
    double charge = request.requestUnits() / request.items().length;
    for (long item : request.items()) {
      int row = documents.row(item);
      int known = row >= 0 ? row : drawn();
      Rows rows = row >= 0 ? documents.asked : documents.sample;
      long key = known >= 0 ? key(rows, known) : item;
      load.add(
          step,
          layout.of(
              ordered && known >= 0 ? rows.value(known, documents.orderColumn()) : position(key)),
          charge * weight,
          weight / request.items().length);
      hold(key, charge * weight);
    }
  }

  private static double oneCharge(LoggedRequest request) {
    return request.shape().action() == Action.QUERY
        ? work(request) + ASKING
        : request.requestUnits();
  }

  /** Of a request that several partitions are asked for. */
  private static double askedCharge(LoggedRequest request, int asked) {
    return request.shape().action() == Action.QUERY
        ? work(request) + ASKING * asked
        : request.requestUnits() + ASKING * asked;
  }

  /** What a query costs beyond the asking. */
  private static double work(LoggedRequest request) {
    double work = request.requestUnits() - ASKING * Math.max(1, request.partitions());
    return Math.max(WORK_LEAST, work);
  }

  private int drawn() {
    int size = documents.sample.size();
    return size == 0 ? -1 : random.nextInt(size);
  }

  long key(Rows rows, int row) {
    rows.take(row, columns, values);
    return candidate.key(values, rows.id(row));
  }

  /** Of the key whose values were taken last. */
  private long position(long key) {
    return switch (candidate.form()) {
      case SINGLE -> documents.placements[columns[0]].position(key);
      case HIERARCHICAL -> hierarchical(documents.placements[columns[0]].position(values[0]), key);
      case PREFIXED, JOINED, RANDOM, CALCULATED -> key;
    };
  }

  static long hierarchical(long first, long key) {
    return (first & 0xFFFF_FFFF_0000_0000L) | (key >>> 32);
  }

  private long prefix(long rest) {
    return hierarchical(documents.placements[columns[0]].position(values[0]), rest);
  }

  /** The positions of documents, by which partitions are divided. */
  long[] positions(Rows rows) {
    long[] positions = new long[rows.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = ordered ? rows.value(i, documents.orderColumn()) : position(key(rows, i));
    }
    return positions;
  }

  private void hold(long key, double units) {
    unitsOfKeys = hold(keys, unitsOfKeys, key, units);
    unitsOfStep = hold(keysOfStep, unitsOfStep, key, units);
  }

  private static double[] hold(LongIndex index, double[] sums, long key, double units) {
    int at = index.get(key);
    double[] grown = sums;
    if (at == LongIndex.NONE) {
      at = index.size();
      index.put(key, at);
      grown = at == sums.length ? Arrays.copyOf(sums, at * 2) : sums;
    }
    grown[at] += units;
    return grown;
  }

  long[] keys(Rows rows) {
    long[] all = new long[rows.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = key(rows, i);
    }
    return all;
  }
}
