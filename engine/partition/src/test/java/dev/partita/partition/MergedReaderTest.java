package dev.partita.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.replication.LocalLog;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The same records in one segment and in three must read the same. */
class MergedReaderTest {

  private static final List<String> POSITIONS = List.of("a", "b", "c", "d", "e", "f", "g", "h");
  private static final HexFormat HEX = HexFormat.of();

  /** One store, with its segments and a partition over each. */
  private static final class Side {

    final MemoryStore store = new MemoryStore();
    final Turns turns = new Turns();
    final List<Segments.Span> spans = new ArrayList<>();
    final List<PhysicalPartition> partitions = new ArrayList<>();
    final Segments segments;

    /**
     * @param numbers of the segments, in the order of their spans
     * @param ends of the spans
     */
    Side(List<Integer> numbers, List<String> ends) {
      PhysicalPartition.Environment environment =
          new PhysicalPartition.Environment(
              store, new LocalLog(store), turns, new ManualClock(Bench.START_MILLIS));
      List<Segment> all = new ArrayList<>();
      byte[] start = Bytes.EMPTY;
      for (int i = 0; i < numbers.size(); i++) {
        int number = numbers.get(i);
        Segment segment =
            all.stream()
                .filter(one -> one.keys().segment() == number)
                .findFirst()
                .orElseGet(() -> new Segment(store, new KeySpace(number)));
        all.add(segment);
        byte[] end = i < ends.size() ? Bench.bytes(ends.get(i)) : null;
        KeyRange positions = new KeyRange(start, end);
        spans.add(new Segments.Span(positions, segment));
        PartitionDescriptor descriptor = PartitionDescriptor.initial(i, positions);
        partitions.add(
            new PhysicalPartition(
                environment, segment, descriptor, Lineage.of(descriptor), 1, Bench.PLAIN));
        start = end == null ? Bytes.EMPTY : end;
      }
      segments = new Segments(spans);
    }

    void write(String position, String id, @Nullable String payload, int term) {
      PhysicalPartition owner =
          partitions.stream()
              .filter(one -> one.descriptor().positions().contains(Bench.bytes(position)))
              .findFirst()
              .orElseThrow();
      byte[] name = Bench.bytes(id);
      byte[] entry =
          Bytes.concat(new byte[] {(byte) term}, RecordKey.encode(Bench.key(position), name));
      var answer =
          owner.submit(
              Bench.key(position),
              transaction -> {
                StoredRecord current = transaction.get(name);
                if (payload != null) {
                  transaction.put(name, current, Bench.record(payload));
                  transaction.putIndex(entry, Bench.bytes(payload));
                } else if (current != null) {
                  transaction.delete(name, current, false);
                }
                return true;
              });
      turns.run();
      answer.join();
    }
  }

  private final Side one = new Side(List.of(7), List.of());
  private final Side several = new Side(List.of(7, 20, 7, 21), List.of("c", "e", "g"));

  private void fill(Random random) {
    for (int i = 0; i < 60; i++) {
      String position = POSITIONS.get(random.nextInt(POSITIONS.size()));
      String id = "i" + random.nextInt(5);
      String payload = random.nextInt(5) == 0 ? null : "v" + i;
      int term = random.nextInt(3);
      one.write(position, id, payload, term);
      several.write(position, id, payload, term);
    }
  }

  private static byte[] key(Random random) {
    LogicalKey logical = Bench.key(POSITIONS.get(random.nextInt(POSITIONS.size())));
    return RecordKey.encode(logical, Bench.bytes("i" + random.nextInt(6)));
  }

  private static KeyRange range(Random random) {
    byte[] left = key(random);
    byte[] right = key(random);
    return switch (random.nextInt(3)) {
      case 0 -> KeyRange.ALL;
      case 1 -> new KeyRange(left, null);
      default ->
          Bytes.ORDER.compare(left, right) <= 0
              ? new KeyRange(left, right)
              : new KeyRange(right, left);
    };
  }

  private void assertSame(ReadOptions options, Function<SegmentReader, Object> read) {
    assertThat(read.apply(several.segments.reader(options)))
        .isEqualTo(read.apply(one.segments.reader(options)));
    try (SegmentSnapshot left = several.segments.snapshot(options);
        SegmentSnapshot right = one.segments.snapshot(options)) {
      assertThat(read.apply(left)).isEqualTo(read.apply(right));
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void readsSeveralSegmentsLikeOne(@ForAll long seed) {
    Random random = new Random(seed);
    fill(random);
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      keys.add(key(random));
    }
    assertSame(
        ReadOptions.LEADER,
        reader ->
            List.of(
                keys.stream().map(key -> String.valueOf(Bench.text(reader.get(key)))).toList(),
                reader.getAll(keys).stream()
                    .map(record -> String.valueOf(Bench.text(record)))
                    .toList(),
                sizes(reader, KeyRange.ALL),
                sizes(reader, new KeyRange(Bench.bytes("b"), Bench.bytes("f"))),
                POSITIONS.stream().map(position -> reader.size(Bench.key(position))).toList()));
    for (int i = 0; i < 20; i++) {
      long walk = random.nextLong();
      assertSame(ReadOptions.ANY, reader -> records(reader, new Random(walk)));
      assertSame(ReadOptions.LEADER, reader -> entries(reader, new Random(walk)));
      assertSame(ReadOptions.LEADER, reader -> common(reader, new Random(walk)));
    }
  }

  private static List<String> sizes(SegmentReader reader, KeyRange positions) {
    List<String> found = new ArrayList<>();
    try (SizeCursor sizes = reader.sizes(positions)) {
      while (sizes.next()) {
        found.add(sizes.key() + "=" + sizes.size());
      }
    }
    return found;
  }

  /** A walk over records, there and back. */
  private static List<String> records(SegmentReader reader, Random random) {
    List<String> found = new ArrayList<>();
    try (RecordCursor records = reader.scan(range(random))) {
      boolean standing = false;
      for (int i = 0; i < 30; i++) {
        standing =
            switch (random.nextInt(i == 0 || standing ? 6 : 2)) {
              case 0 -> records.seek(key(random));
              case 1 -> random.nextInt(4) == 0 ? records.last() : records.seek(key(random));
              default -> records.next();
            };
        found.add(
            standing
                ? HEX.formatHex(records.key())
                    + Bench.text(records.record())
                    + records.copy(new byte[10])
                : "none");
      }
    }
    return found;
  }

  private static List<String> entries(SegmentReader reader, Random random) {
    List<String> found = new ArrayList<>();
    KeyRange range =
        random.nextBoolean() ? KeyRange.ALL : new KeyRange(new byte[] {1}, new byte[] {2});
    try (EntryCursor entries = reader.entries(range)) {
      boolean standing = false;
      for (int i = 0; i < 40; i++) {
        byte[] place = Bytes.concat(new byte[] {(byte) random.nextInt(3)}, key(random));
        byte[][] some = new byte[1 + random.nextInt(4)][];
        int count = -1;
        switch (random.nextInt(i == 0 || standing ? 9 : 3)) {
          case 0 -> standing = entries.seek(place);
          case 1 -> standing = entries.seekBack(place);
          case 2 -> count = entries.keysFrom(place, some, 1);
          case 3 -> count = entries.nextKeys(some, 1);
          case 4, 5 -> standing = entries.previous();
          default -> standing = entries.next();
        }
        if (count >= 0) {
          standing = count == some.length;
          Arrays.stream(some, 0, count).forEach(key -> found.add(HEX.formatHex(key)));
        } else {
          found.add(standing ? HEX.formatHex(entries.key()) : "none");
        }
      }
    }
    return found;
  }

  private static List<String> common(SegmentReader reader, Random random) {
    List<byte[]> found = new ArrayList<>();
    List<byte[]> prefixes = List.of(new byte[] {0}, new byte[] {1});
    try (EntryIntersection walk = reader.intersect(prefixes, range(random))) {
      if (random.nextBoolean()) {
        walk.seek(key(random));
      }
      boolean more = true;
      while (more) {
        more = walk.next(found);
      }
    }
    return found.stream().map(HEX::formatHex).toList();
  }

  @Test
  void findsEntriesAndStatesWhereverTheyLie() {
    several.write("d", "i", "v", 1);
    SegmentReader reader = several.segments.reader(ReadOptions.LEADER);
    byte[] entry = Bytes.concat(new byte[] {1}, RecordKey.encode(Bench.key("d"), Bench.bytes("i")));
    assertThat(reader.index(entry)).isEqualTo(Bench.bytes("v"));
    assertThat(reader.index(new byte[] {1})).isNull();
    assertThat(Objects.requireNonNull(reader.state(1)).lsn()).isEqualTo(1);
    assertThat(reader.state(0)).isNull();
  }

  @Test
  void asksTheSegmentOfAPartitionWhatASessionHasSeen() {
    several.write("d", "i", "v", 1);
    ReadOptions seen = ReadOptions.of(ReadConsistency.session(1, 1));
    ReadOptions later = ReadOptions.of(ReadConsistency.session(1, 2));
    assertThat(
            Bench.text(
                several
                    .segments
                    .reader(seen)
                    .get(RecordKey.encode(Bench.key("d"), Bench.bytes("i")))))
        .isEqualTo("v");
    several.segments.snapshot(seen).close();
    for (ReadOptions options : List.of(later, ReadOptions.of(ReadConsistency.session(3, 1)))) {
      assertRefused(() -> several.segments.reader(options));
      assertRefused(() -> several.segments.snapshot(options));
    }
  }

  private static void assertRefused(Runnable read) {
    assertThatThrownBy(read::run)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SESSION_NOT_AVAILABLE));
  }
}
