package dev.partita.partition;

import static dev.partita.partition.Bench.PLAIN;
import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.key;
import static dev.partita.partition.Bench.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.storage.Snapshot;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ReaderTest {

  private static final byte[] A = record("b", "a");

  /** Tells how many snapshots are open. */
  private static final class CountedStore extends MemoryStore {
    final AtomicInteger open = new AtomicInteger();

    @Override
    public Snapshot snapshot() {
      open.incrementAndGet();
      return new CountedSnapshot(super.snapshot(), open);
    }
  }

  @Test
  void readsWhatIsThereAtTheMoment() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      PartitionReader reader = partition.reader(ReadOptions.LEADER);
      assertThat(reader.get(A)).isNull();

      bench.commit(partition, "b", put("a", "one"));
      bench.commit(partition, "c", put("a", "two"));

      assertThat(Bench.text(reader.get(A))).isEqualTo("one");
      assertThat(reader.getAll(List.of(record("c", "a"), record("c", "b"), A)))
          .map(Bench::text)
          .containsExactly("two", null, "one");
      assertThat(reader.state()).isEqualTo(partition.state());
      assertThat(reader.size(key("b")).recordCount()).isEqualTo(1);
      assertThat(reader.size(key("nothing"))).isEqualTo(LogicalSize.NONE);
      assertThat(names(reader, KeyRange.ALL)).containsExactly("b/a", "c/a");
      assertThat(names(reader, RecordKey.range(key("c")))).containsExactly("c/a");
    }
  }

  @Test
  void showsASnapshotOfOneMoment() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(partition, "b", put("a", "one"));
      try (PartitionSnapshot snapshot = partition.snapshot(ReadOptions.LEADER);
          SegmentSnapshot all = bench.segment.snapshot(ReadOptions.LEADER)) {
        bench.commit(partition, "b", put("a", "changed"));
        bench.commit(partition, "c", put("a", "new"));

        for (RecordReader reader : List.of(snapshot, all)) {
          assertThat(Bench.text(reader.get(A))).isEqualTo("one");
          assertThat(names(reader, KeyRange.ALL)).containsExactly("b/a");
          assertThat(reader.size(key("c"))).isEqualTo(LogicalSize.NONE);
        }
        assertThat(snapshot.state().lsn()).isEqualTo(1);
        assertThat(Objects.requireNonNull(all.state(0)).lsn()).isEqualTo(1);
        assertThat(all.state(1)).isNull();
        assertThat(Bench.changes(snapshot, KeyRange.ALL, 0)).hasSize(1);
      }
    }
  }

  @Test
  void walksOverRecordsAndSizes() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      for (String position : List.of("b", "c", "d")) {
        bench.commit(partition, position, put("a", "x" + position));
      }
      SegmentReader reader = bench.segment.reader(ReadOptions.LEADER);
      try (RecordCursor cursor = reader.scan(KeyRange.ALL)) {
        assertThat(cursor.seek(record("c", ""))).isTrue();
        assertThat(cursor.key()).isEqualTo(record("c", "a"));
        byte[] beginning = new byte[StoredRecord.PAYLOAD_OFFSET + 1];
        assertThat(cursor.copy(beginning)).isEqualTo(StoredRecord.PAYLOAD_OFFSET + 2);
        assertThat(beginning[StoredRecord.PAYLOAD_OFFSET]).isEqualTo((byte) 'x');
        assertThat(cursor.last()).isTrue();
        assertThat(Bench.text(cursor.record())).isEqualTo("xd");
        assertThat(cursor.next()).isFalse();
      }
      List<LogicalKey> keys = new ArrayList<>();
      try (SizeCursor sizes = reader.sizes(new KeyRange(bytes("c"), null))) {
        while (sizes.next()) {
          keys.add(sizes.key());
          assertThat(sizes.size()).isEqualTo(reader.size(sizes.key()));
        }
      }
      assertThat(keys).containsExactly(key("c"), key("d"));
    }
  }

  @Test
  void walksOverIndexEntriesInBothDirections() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(
          partition,
          "b",
          transaction -> {
            for (String entry : List.of("p1", "p2", "p4", "q2", "q4", "r")) {
              transaction.putIndex(bytes(entry), bytes("v" + entry));
            }
            transaction.put(bytes("a"), null, Bench.record("x"));
            return true;
          });
      SegmentReader reader = bench.segment.reader(ReadOptions.LEADER);
      assertThat(reader.index(bytes("p2"))).isEqualTo(bytes("vp2"));
      assertThat(reader.index(bytes("p3"))).isNull();
      try (EntryCursor entries = reader.entries(KeyRange.prefix(bytes("p")))) {
        assertThat(entries.seek(bytes("p3"))).isTrue();
        assertThat(entries.key()).isEqualTo(bytes("p4"));
        assertThat(entries.next()).isFalse();
        assertThat(entries.previous()).isTrue();
        assertThat(entries.seekBack(bytes("p3"))).isTrue();
        assertThat(entries.key()).isEqualTo(bytes("p2"));
        byte[][] some = new byte[3][];
        assertThat(entries.keysFrom(bytes("p2"), some, 1)).isEqualTo(2);
        assertThat(some[0]).isEqualTo(bytes("2"));
        assertThat(some[1]).isEqualTo(bytes("4"));
      }
      List<byte[]> common = new ArrayList<>();
      try (EntryIntersection both =
          reader.intersect(List.of(bytes("p"), bytes("q")), KeyRange.ALL)) {
        both.seek(bytes("1"));
        while (both.next(common)) {}
      }
      assertThat(common).containsExactly(bytes("2"), bytes("4"));
    }
  }

  @Test
  void seesNothingOfOtherSegments() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(partition, "b", put("a", "x"));
      for (int number : List.of(6, 8)) {
        SegmentReader other =
            new Segment(bench.store, new KeySpace(number)).reader(ReadOptions.LEADER);
        assertThat(other.get(A)).isNull();
        assertThat(names(other, KeyRange.ALL)).isEmpty();
        try (SizeCursor sizes = other.sizes(KeyRange.ALL)) {
          assertThat(sizes.next()).isFalse();
        }
      }
    }
  }

  @Test
  void doesNotTellTheNewestStateWithoutTheLease() {
    CountedStore store = new CountedStore();
    try (Bench bench = new Bench(store)) {
      AtomicBoolean held = new AtomicBoolean(true);
      Segment segment = new Segment(store, bench.keys, held::get);
      PhysicalPartition partition = bench.over(segment, PLAIN);
      bench.commit(partition, "b", put("a", "x"));
      assertThat(partition.reader(ReadOptions.LEADER).get(A)).isNotNull();

      held.set(false);

      ReadOptions seen = ReadOptions.of(ReadConsistency.session(0, 1));
      assertThat(partition.reader(ReadOptions.ANY).get(A)).isNotNull();
      assertThat(partition.reader(seen).get(A)).isNotNull();
      for (RecordReader reader :
          List.of(partition.reader(ReadOptions.LEADER), segment.reader(ReadOptions.LEADER))) {
        assertFails(ErrorCode.UNAVAILABLE, () -> reader.get(A));
        assertFails(ErrorCode.UNAVAILABLE, () -> reader.getAll(List.of(A)));
        assertFails(ErrorCode.UNAVAILABLE, () -> reader.scan(KeyRange.ALL));
        assertFails(ErrorCode.UNAVAILABLE, () -> reader.sizes(KeyRange.ALL));
      }
      assertFails(ErrorCode.UNAVAILABLE, () -> partition.snapshot(ReadOptions.LEADER));
      assertFails(ErrorCode.UNAVAILABLE, () -> segment.snapshot(ReadOptions.LEADER));
      assertThat(store.open).hasValue(0);
    }
  }

  /** Others may have written between the question and a snapshot that is taken after it. */
  @Test
  void asksForTheLeaseWhenTheStateIsFixed() {
    try (Bench bench = new Bench()) {
      AtomicInteger asked = new AtomicInteger();
      Segment[] segment = new Segment[1];
      segment[0] =
          new Segment(
              bench.store,
              bench.keys,
              () -> {
                PhysicalPartition elsewhere = bench.over(bench.segment, PLAIN);
                bench.commit(elsewhere, "b", put("a", "late" + asked.incrementAndGet()));
                return true;
              });
      try (SegmentSnapshot snapshot = segment[0].snapshot(ReadOptions.LEADER)) {
        assertThat(asked).hasValue(1);
        assertThat(snapshot.get(A)).isNull();
        assertThat(asked).hasValue(1);
      }
      assertThat(Bench.text(segment[0].reader(ReadOptions.LEADER).get(A))).isEqualTo("late1");
      assertThat(asked).hasValue(2);
      assertThat(Bench.text(segment[0].reader(ReadOptions.ANY).get(A))).isEqualTo("late2");
      assertThat(asked).hasValue(2);
    }
  }

  @Test
  void refusesSessionsThatHaveSeenMore() {
    CountedStore store = new CountedStore();
    try (Bench bench = new Bench(store)) {
      PhysicalPartition partition = bench.over(new Segment(store, bench.keys), PLAIN);
      bench.commit(partition, "b", put("a", "x"));
      Segment segment = new Segment(store, bench.keys);
      ReadOptions seen = ReadOptions.of(ReadConsistency.session(0, 1));
      ReadOptions ahead = ReadOptions.of(ReadConsistency.session(0, 2));
      ReadOptions elsewhere = ReadOptions.of(new ReadConsistency.Session(Map.of(1, 5L)));

      assertThat(partition.reader(seen).get(A)).isNotNull();
      assertThat(partition.reader(elsewhere).get(A)).isNotNull();
      assertThat(segment.reader(seen).get(A)).isNotNull();
      try (SegmentSnapshot snapshot = segment.snapshot(seen)) {
        assertThat(snapshot.get(A)).isNotNull();
      }
      for (ReadOptions options : List.of(ahead, elsewhere)) {
        assertFails(ErrorCode.SESSION_NOT_AVAILABLE, () -> segment.reader(options));
        assertFails(ErrorCode.SESSION_NOT_AVAILABLE, () -> segment.snapshot(options));
      }
      assertFails(ErrorCode.SESSION_NOT_AVAILABLE, () -> partition.reader(ahead));
      assertFails(ErrorCode.SESSION_NOT_AVAILABLE, () -> partition.snapshot(ahead));
      assertThat(store.open).hasValue(0);
    }
  }

  @Test
  void beginsNoReadBeyondTheDeadline() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      ReadOptions soon = ReadOptions.LEADER.by(Deadline.in(10, bench.clock));
      PartitionReader reader = partition.reader(soon);
      bench.clock.advanceMillis(9);
      assertThat(reader.get(A)).isNull();

      bench.clock.advanceMillis(1);

      assertFails(ErrorCode.TIMEOUT, () -> reader.get(A));
      assertFails(ErrorCode.TIMEOUT, () -> reader.getAll(List.of(A)));
      assertFails(ErrorCode.TIMEOUT, () -> reader.scan(KeyRange.ALL));
      assertFails(ErrorCode.TIMEOUT, () -> reader.changes(KeyRange.ALL, 0));
      assertFails(ErrorCode.TIMEOUT, () -> partition.snapshot(soon));
      assertFails(ErrorCode.TIMEOUT, () -> bench.segment.snapshot(soon));
    }
  }

  private static byte[] record(String position, String id) {
    return RecordKey.encode(key(position), bytes(id));
  }

  private static List<String> names(RecordReader reader, KeyRange keys) {
    List<String> names = new ArrayList<>();
    try (RecordCursor cursor = reader.scan(keys)) {
      while (cursor.next()) {
        names.add(Bench.name(RecordKey.decode(cursor.key())));
      }
    }
    return names;
  }

  private static void assertFails(ErrorCode code, ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(DatabaseException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
