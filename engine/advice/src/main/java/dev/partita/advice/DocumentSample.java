package dev.partita.advice;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is kept of the documents while they pass once: counts of every candidate, a sample by
 * chance, the documents that requests are about, and those of some ids. On one thread.
 */
final class DocumentSample {

  private static final Logger LOG = LoggerFactory.getLogger(DocumentSample.class);

  /** The documents that decide what the candidates are. */
  static final int FIRST = 2_000;

  private static final int SAME_ID_ROWS = 20_000;

  /** What a sample is made for, once the first documents are known. */
  record Plan(Paths paths, List<KeyCandidate> candidates) {}

  private record Given(JsonObject document, long bytes) {}

  private final @Nullable PartitionKeyDefinition present;
  private final ValueHash hash;
  private final int most;
  private final LongIndex wanted;
  private final Function<List<JsonObject>, Plan> planner;
  private final SplittableRandom random = new SplittableRandom(2);
  private final List<Given> first = new ArrayList<>();
  private @Nullable Collected collected;

  /**
   * @param wanted the items that requests are about
   * @param planner is told the first documents
   */
  DocumentSample(
      @Nullable PartitionKeyDefinition present,
      ValueHash hash,
      int most,
      LongIndex wanted,
      Function<List<JsonObject>, Plan> planner) {
    this.present = present;
    this.hash = hash;
    this.most = most;
    this.wanted = wanted;
    this.planner = planner;
  }

  /** What has come together. */
  static final class Collected {
    final Plan plan;
    final int common;
    final int[][] columns;
    final KeySketch[] sketches;
    final Placement[] placements;
    final Rows sample;
    final Rows asked;
    final Rows sameIds;
    final LongIndex askedRows;
    long documents;
    long bytes;
    int idZeros;
    long oldest = Long.MAX_VALUE;
    long newest;

    /**
     * @param common how many bytes all keys begin with
     */
    Collected(Plan plan, LongIndex wanted, int common) {
      this.plan = plan;
      this.common = common;
      int width = plan.paths().all().size();
      this.columns =
          plan.candidates().stream()
              .map(each -> each.paths().stream().mapToInt(plan.paths()::column).toArray())
              .toArray(int[][]::new);
      this.sketches = new KeySketch[columns.length];
      Arrays.setAll(sketches, _ -> new KeySketch());
      this.placements = new Placement[width];
      Arrays.setAll(placements, _ -> new Placement());
      // Behind the values: when the document was written, and its place in the order of keys.
      this.sample = new Rows(width + 2);
      this.asked = new Rows(width + 2);
      this.sameIds = new Rows(width + 2);
      this.askedRows = new LongIndex(wanted.size());
    }

    /** The row of an item that requests are about; -1 if it was not among the documents. */
    int row(long item) {
      return askedRows.get(item);
    }

    int timeColumn() {
      return placements.length;
    }

    int orderColumn() {
      return placements.length + 1;
    }

    /** Where a key lies in the order of keys: what is behind the beginning that all have. */
    long order(PartitionKey key) {
      byte[] text = key.ordinal();
      byte[] part = new byte[Long.BYTES];
      int from = Math.min(common, text.length);
      System.arraycopy(text, from, part, 0, Math.min(text.length - from, part.length));
      return Bytes.readLong(part, 0);
    }
  }

  void add(JsonObject document, long bytes) {
    if (collected != null) {
      collect(collected, document, bytes);
      return;
    }
    first.add(new Given(document, bytes));
    if (first.size() == FIRST) {
      var _ = begin();
    }
  }

  /** Ends the collection. */
  Collected finish() {
    return collected == null ? begin() : collected;
  }

  private Collected begin() {
    Collected begun =
        new Collected(
            planner.apply(first.stream().map(Given::document).toList()), wanted, common());
    collected = begun;
    first.forEach(each -> collect(begun, each.document(), each.bytes()));
    first.clear();
    return begun;
  }

  private int common() {
    byte[] least = null;
    int common = 0;
    for (Given each : first) {
      byte[] key = key(each.document()).ordinal();
      if (least == null) {
        least = key;
        common = key.length;
      }
      int mismatch = Arrays.mismatch(least, key);
      common = mismatch < 0 ? common : Math.min(common, mismatch);
    }
    return common;
  }

  private void collect(Collected to, JsonObject document, long bytes) {
    List<Paths.Path> paths = to.plan.paths().all();
    long[] row = new long[paths.size() + 2];
    for (int i = 0; i < paths.size(); i++) {
      row[i] = value(to.placements[i], paths.get(i), document);
    }
    if (document.at("_ts") instanceof JsonNumber time) {
      long seconds = (long) time.doubleValue();
      row[paths.size()] = seconds;
      to.oldest = Math.min(to.oldest, seconds);
      to.newest = Math.max(to.newest, seconds);
    }
    to.documents++;
    to.bytes += bytes;
    PartitionKey key = key(document);
    row[paths.size() + 1] = to.order(key);
    String idText = document.at("id") instanceof JsonString(String text) ? text : "";
    long id = hash.of(JsonString.of(idText));
    count(to, row, bytes, id);
    keep(to, row, bytes, id);
    long item = hash.item(key, idText);
    if (wanted.get(item) != LongIndex.NONE && to.askedRows.get(item) == LongIndex.NONE) {
      to.askedRows.put(item, to.asked.add(row, item, bytes));
    }
  }

  private long value(Placement placement, Paths.Path path, JsonObject document) {
    JsonValue value = Paths.scalar(path.path().evaluate(document));
    if (value.isUndefined()) {
      return Rows.MISSING;
    }
    long hashed = hash.of(value);
    placement.learn(hashed, value);
    return hashed;
  }

  /** Documents that no container could have are told apart by their ids. */
  private PartitionKey key(JsonObject document) {
    try {
      return present == null ? PartitionKey.EMPTY : present.extract(document);
    } catch (DatabaseException e) {
      LOG.debug("A document has no partition key.", e);
      return PartitionKey.EMPTY;
    }
  }

  private static void count(Collected to, long[] row, long bytes, long id) {
    for (int i = 0; i < to.sketches.length; i++) {
      long[] values = new long[to.columns[i].length];
      for (int j = 0; j < values.length; j++) {
        values[j] = row[to.columns[i][j]];
      }
      to.sketches[i].add(to.plan.candidates().get(i).key(values, id), bytes);
    }
  }

  private void keep(Collected to, long[] row, long bytes, long id) {
    if (to.sample.size() < most) {
      int _ = to.sample.add(row, id, bytes);
    } else {
      long place = random.nextLong(to.documents);
      if (place < most) {
        to.sample.set((int) place, row, id, bytes);
      }
    }
    if (Long.numberOfTrailingZeros(id) >= to.idZeros) {
      int _ = to.sameIds.add(row, id, bytes);
      while (to.sameIds.size() >= SAME_ID_ROWS) {
        to.idZeros++;
        to.sameIds.keepClass(to.idZeros);
      }
    }
  }
}
