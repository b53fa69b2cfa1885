package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.bson.BsonKeyWriter;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The choice of how to find documents: by their ids, by the index whose leading paths the filter
 * says most of, or by looking at all. Immutable.
 */
final class AccessPlanner {

  /** Combinations of values of several paths that are looked up one by one. */
  private static final int RANGES_MAX = 1_000;

  private final CollectionSettings settings;
  private final ShardKey shardKey;

  AccessPlanner(CollectionSettings settings, ShardKey shardKey) {
    this.settings = settings;
    this.shardKey = shardKey;
  }

  /** The logical partition that has all the documents; null if several may have some. */
  @Nullable LogicalKey logical(FilterBounds bounds) {
    if (!shardKey.isSharded()) {
      return shardKey.logical(shardKey.ofValue(null));
    }
    BsonValue value = bounds.equality(shardKey.path());
    // A document as a value could be meant as a whole, which no other path tells.
    return value == null ? null : shardKey.logical(shardKey.ofValue(value));
  }

  AccessPlan plan(Selection selection) {
    FilterBounds bounds = selection.bounds();
    LogicalKey logical = logical(bounds);
    AccessPlan byId = logical == null ? null : byId(bounds, logical);
    return switch (selection.hint()) {
      case null -> byId != null ? byId : best(bounds, logical);
      case IndexHint.Natural _ -> all(logical);
      case IndexHint.Named(String name) ->
          hinted(
              settings.index(name).filter(IndexSpec::ready).orElseThrow(UnknownHint::new),
              bounds,
              logical,
              byId);
      case IndexHint.Pattern(var pattern) ->
          hinted(
              settings.indexes().stream()
                  .filter(index -> index.ready() && index.pattern().equals(pattern))
                  .findFirst()
                  .orElseThrow(UnknownHint::new),
              bounds,
              logical,
              byId);
    };
  }

  private AccessPlan hinted(
      IndexSpec index,
      FilterBounds bounds,
      @Nullable LogicalKey logical,
      @Nullable AccessPlan byId) {
    if (index.isId() && (byId != null || !settings.isSharded())) {
      return byId != null ? byId : all(logical);
    }
    AccessPlan plan = entries(index, bounds, logical);
    return plan != null ? plan : whole(index, logical);
  }

  /** By the id, where the records of one logical partition have its order. */
  private static @Nullable AccessPlan byId(FilterBounds bounds, LogicalKey logical) {
    List<Interval> intervals = bounds.combined("_id");
    if (!bounds.paths().contains("_id")) {
      return null;
    }
    byte[] prefix = logical.encoded();
    List<KeyRange> ranges = ranges(List.of(prefix), intervals, false);
    boolean one = bounds.equality("_id") != null;
    return new AccessPlan(
        IndexSpec.ID,
        false,
        ranges,
        ranges.stream().map(_ -> false).toList(),
        RecordKey.range(logical),
        point(logical),
        one ? AccessPlan.Kind.IDHACK : AccessPlan.Kind.IXSCAN);
  }

  private AccessPlan best(FilterBounds bounds, @Nullable LogicalKey logical) {
    AccessPlan best = null;
    int bestScore = 0;
    for (IndexSpec index : settings.indexes()) {
      int score = index.ready() ? score(index, bounds) : 0;
      // Within one shard key value the records are as good as an index on that.
      boolean leadsByShardKey =
          logical != null
              && settings.isSharded()
              && score <= 2
              && index.keys().getFirst().path().equals(shardKey.path());
      if (score > bestScore && !leadsByShardKey) {
        AccessPlan plan = entries(index, bounds, logical);
        if (plan != null) {
          best = plan;
          bestScore = score;
        }
      }
    }
    return best != null ? best : all(logical);
  }

  /** Two for each leading path with values, one more for a range behind them. */
  private static int score(IndexSpec index, FilterBounds bounds) {
    int score = 0;
    for (IndexKey key : index.keys()) {
      List<Interval> intervals = bounds.single(key.path());
      if (intervals.isEmpty() && !bounds.paths().contains(key.path())) {
        break;
      }
      if (!intervals.stream().allMatch(Interval::isPoint)) {
        return score + 1;
      }
      score += 2;
    }
    return score == 0 ? 0 : score + (index.unique() ? 1 : 0);
  }

  /** Null if the index cannot have all the documents, or the filter says nothing of it. */
  private @Nullable AccessPlan entries(
      IndexSpec index, FilterBounds bounds, @Nullable LogicalKey logical) {
    String first = index.keys().getFirst().path();
    boolean idInRecords = index.isId() && !settings.isSharded();
    if (idInRecords || !bounds.paths().contains(first) || namesPositions(index)) {
      return null;
    }
    if (index.sparse() && bounds.single(first).stream().anyMatch(Interval::hasMissing)) {
      return null;
    }
    List<KeyRange> ranges = new ArrayList<>();
    List<Boolean> multiple = new ArrayList<>();
    for (boolean several : new boolean[] {false, true}) {
      for (KeyRange range : ranges(index, bounds, several)) {
        ranges.add(range);
        multiple.add(several);
      }
    }
    return new AccessPlan(
        index,
        true,
        ranges,
        multiple,
        logical == null ? null : RecordKey.range(logical),
        logical == null ? KeyRange.ALL : point(logical),
        AccessPlan.Kind.IXSCAN);
  }

  /**
   * Whether a path has a number, which means an element of an array or a field: keys are of one of
   * them, and filters of both.
   */
  private static boolean namesPositions(IndexSpec index) {
    return index.keys().stream()
        .flatMap(key -> Arrays.stream(key.path().split("\\.", -1)))
        .anyMatch(name -> BsonPath.index(name) >= 0);
  }

  private static List<KeyRange> ranges(IndexSpec index, FilterBounds bounds, boolean multiple) {
    List<byte[]> prefixes = List.of(IndexEntries.prefix(index.number(), multiple));
    for (int i = 0; i < index.keys().size(); i++) {
      IndexKey key = index.keys().get(i);
      // Several keys of one document may meet one condition each, but only on the first path that
      // leads into the array; behind that nothing is known of how keys belong together.
      boolean known = !multiple || i == 0;
      if (!known || !bounds.paths().contains(key.path())) {
        return prefixes.stream().map(KeyRange::prefix).toList();
      }
      List<Interval> intervals = multiple ? bounds.single(key.path()) : bounds.combined(key.path());
      boolean last = i == index.keys().size() - 1;
      boolean points = intervals.stream().allMatch(Interval::isPoint);
      if (last || !points || prefixes.size() * intervals.size() > RANGES_MAX) {
        return ranges(prefixes, intervals, key.descending());
      }
      prefixes = extend(prefixes, intervals, key.descending());
    }
    return prefixes.stream().map(KeyRange::prefix).toList();
  }

  private static List<byte[]> extend(
      List<byte[]> prefixes, List<Interval> points, boolean descending) {
    List<byte[]> extended = new ArrayList<>();
    for (byte[] prefix : prefixes) {
      points.stream()
          .map(point -> Bytes.concat(prefix, point.pointKey(descending)))
          .sorted(Bytes.ORDER)
          .forEach(extended::add);
    }
    return distinct(extended);
  }

  private static List<byte[]> distinct(List<byte[]> sorted) {
    List<byte[]> distinct = new ArrayList<>();
    for (byte[] each : sorted) {
      if (distinct.isEmpty() || Bytes.ORDER.compare(distinct.getLast(), each) != 0) {
        distinct.add(each);
      }
    }
    return distinct;
  }

  /** The ranges of keys behind each prefix, in order and without overlaps. */
  private static List<KeyRange> ranges(
      List<byte[]> prefixes, List<Interval> intervals, boolean descending) {
    List<KeyRange> ranges = new ArrayList<>();
    for (byte[] prefix : prefixes) {
      List<KeyRange> behind = new ArrayList<>();
      for (Interval interval : intervals) {
        behind.add(
            new KeyRange(
                Bytes.concat(prefix, interval.start(descending)),
                Bytes.concat(prefix, interval.end(descending))));
      }
      behind.sort((first, second) -> Bytes.ORDER.compare(first.start(), second.start()));
      for (KeyRange range : behind) {
        byte[] end = ranges.isEmpty() ? null : ranges.getLast().end();
        if (end != null && Bytes.ORDER.compare(range.start(), end) < 0) {
          byte[] other = range.end();
          boolean longer = other == null || Bytes.ORDER.compare(other, end) > 0;
          KeyRange last = ranges.removeLast();
          ranges.add(new KeyRange(last.start(), longer ? other : end));
        } else {
          ranges.add(range);
        }
      }
    }
    return ranges;
  }

  /** All entries of an index, for a hint that the filter says nothing of. */
  private AccessPlan whole(IndexSpec index, @Nullable LogicalKey logical) {
    return new AccessPlan(
        index,
        true,
        List.of(
            KeyRange.prefix(IndexEntries.prefix(index.number(), false)),
            KeyRange.prefix(IndexEntries.prefix(index.number(), true))),
        List.of(false, true),
        logical == null ? null : RecordKey.range(logical),
        logical == null ? KeyRange.ALL : point(logical),
        AccessPlan.Kind.IXSCAN);
  }

  private static AccessPlan all(@Nullable LogicalKey logical) {
    KeyRange records = logical == null ? KeyRange.ALL : RecordKey.range(logical);
    return new AccessPlan(
        null,
        false,
        List.of(records),
        List.of(false),
        null,
        logical == null ? KeyRange.ALL : point(logical),
        AccessPlan.Kind.COLLSCAN);
  }

  private static KeyRange point(LogicalKey logical) {
    return new KeyRange(logical.position(), Bytes.concat(logical.position(), new byte[1]));
  }

  /** The id of a document as records have it. */
  static byte[] id(BsonValue value) {
    return BsonKeyWriter.key(value);
  }
}
