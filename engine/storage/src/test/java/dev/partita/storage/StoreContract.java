package dev.partita.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does. A subclass says which store. */
public abstract class StoreContract {

  private Store store = new MemoryStore();

  /** A new, empty store. */
  protected abstract Store open();

  @BeforeEach
  protected void openStore() {
    store = open();
  }

  @AfterEach
  protected void closeStore() {
    store.close();
  }

  @Test
  void whatIsPutIsFound() {
    store.write(new Batch().put(Family.ITEMS, key("a"), key("1")));

    assertThat(store.get(Family.ITEMS, key("a"))).isEqualTo(key("1"));
    assertThat(store.get(Family.ITEMS, key("b"))).isNull();
  }

  @Test
  void whatIsWrittenIsThereForThoseWhoWrite() {
    var answer = store.append(new Batch().put(Family.ITEMS, key("a"), key("1")));
    assertThat(store.written().get(Family.ITEMS, key("a"))).isEqualTo(key("1"));
    var later = store.append(new Batch().delete(Family.ITEMS, key("a")));
    assertThat(store.written().getAll(Family.ITEMS, List.of(key("a"))))
        .containsExactly((byte[]) null);
    try (Cursor cursor = store.written().scan(Family.ITEMS, KeyRange.ALL)) {
      assertThat(cursor.next()).isFalse();
    }

    later.join();
    assertThat(answer).isCompleted();
    assertThat(store.get(Family.ITEMS, key("a"))).isNull();
  }

  @Test
  void familiesDoNotShareKeys() {
    Batch batch = new Batch();
    for (Family family : Family.values()) {
      batch.put(family, key("a"), key(family.name()));
    }
    store.write(batch);

    for (Family family : Family.values()) {
      assertThat(store.get(family, key("a"))).isEqualTo(key(family.name()));
    }
  }

  @Test
  void operationsOfABatchApplyInOrder() {
    store.write(new Batch().put(Family.ITEMS, key("b"), key("old")));
    store.write(
        new Batch()
            .put(Family.ITEMS, key("a"), key("1"))
            .put(Family.ITEMS, key("a"), key("2"))
            .deleteRange(Family.ITEMS, key("b"), key("d"))
            .put(Family.ITEMS, key("c"), key("3"))
            .put(Family.ITEMS, key("e"), key("4"))
            .delete(Family.ITEMS, key("e")));

    assertThat(entries(store, Family.ITEMS, KeyRange.ALL)).containsExactly("a=2", "c=3");
  }

  @Test
  void emptyKeysAndValuesAreKept() {
    store.write(new Batch().put(Family.ITEMS, new byte[0], new byte[0]));

    assertThat(store.get(Family.ITEMS, new byte[0])).isEmpty();
    assertThat(entries(store, Family.ITEMS, KeyRange.ALL)).containsExactly("=");
  }

  @Test
  void anEmptyBatchDoesNothing() {
    store.write(new Batch());

    assertThat(entries(store, Family.ITEMS, KeyRange.ALL)).isEmpty();
  }

  @Test
  void getAllKeepsTheOrderOfTheKeys() {
    put("a", "b", "c");

    List<byte @Nullable []> values =
        store.getAll(Family.ITEMS, List.of(key("c"), key("x"), key("a"), key("c")));

    assertThat(values).containsExactly(key("c"), null, key("a"), key("c"));
    assertThat(store.getAll(Family.ITEMS, List.of())).isEmpty();
  }

  @Test
  void getAllKeepsTheOrderOfManyKeys() {
    Batch batch = new Batch();
    List<byte[]> keys = new ArrayList<>();
    List<byte @Nullable []> expected = new ArrayList<>();
    for (int i = 99; i >= 0; i--) {
      byte[] key = key("k".repeat(i % 7) + i);
      byte[] value = new byte[i % 10 == 0 ? 0 : i * i];
      Arrays.fill(value, (byte) i);
      keys.add(key);
      if (i % 3 == 0) {
        expected.add(null);
      } else {
        batch.put(Family.ITEMS, key, value);
        expected.add(value);
      }
    }
    store.write(batch);

    assertThat(store.getAll(Family.ITEMS, keys)).containsExactlyElementsOf(expected);
    store.compact(Family.ITEMS, KeyRange.ALL);
    assertThat(store.getAll(Family.ITEMS, keys)).containsExactlyElementsOf(expected);
  }

  @Test
  void keysSortAsUnsignedBytes() {
    byte[][] sorted = {{0}, {0, 0}, {1}, {0x7F}, {(byte) 0x80}, {(byte) 0xFF}, {(byte) 0xFF, 0}};
    Batch batch = new Batch();
    for (int i = sorted.length - 1; i >= 0; i--) {
      batch.put(Family.INDEX, sorted[i], new byte[0]);
    }
    store.write(batch);

    List<byte[]> found = new ArrayList<>();
    try (Cursor cursor = store.scan(Family.INDEX, KeyRange.ALL)) {
      while (cursor.next()) {
        found.add(cursor.key());
      }
    }
    assertThat(found).containsExactly(sorted);
  }

  @Test
  void aSnapshotDoesNotChange() {
    put("a", "b");
    try (Snapshot snapshot = store.snapshot()) {
      store.write(
          new Batch()
              .delete(Family.ITEMS, key("a"))
              .put(Family.ITEMS, key("b"), key("new"))
              .put(Family.ITEMS, key("c"), key("c")));

      assertThat(snapshot.get(Family.ITEMS, key("a"))).isEqualTo(key("a"));
      assertThat(snapshot.getAll(Family.ITEMS, List.of(key("b"), key("c"))))
          .containsExactly(key("b"), null);
      assertThat(entries(snapshot, Family.ITEMS, KeyRange.ALL)).containsExactly("a=a", "b=b");
      assertThat(entries(store, Family.ITEMS, KeyRange.ALL)).containsExactly("b=new", "c=c");
    }
  }

  @Test
  void aCursorDoesNotSeeLaterWrites() {
    put("a", "b", "c");
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      store.write(new Batch().deleteRange(Family.ITEMS, key("a"), key("z")));

      assertThat(cursor.next()).isTrue();
      assertThat(cursor.last()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("c"));
    }
  }

  @Test
  void aCursorOutlivesItsSnapshot() {
    put("a", "b");
    Snapshot snapshot = store.snapshot();
    try (Cursor cursor = snapshot.scan(Family.ITEMS, KeyRange.ALL)) {
      snapshot.close();
      store.write(new Batch().deleteRange(Family.ITEMS, key("a"), key("z")));
      store.compact(Family.ITEMS, KeyRange.ALL);

      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.value()).isEqualTo(key("b"));
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void aCursorStaysWithinItsRange() {
    put("a", "b", "c", "d", "e");
    try (Cursor cursor = store.scan(Family.ITEMS, new KeyRange(key("b"), key("d")))) {
      assertThat(cursor.first()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("b"));
      assertThat(cursor.last()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("c"));
      assertThat(cursor.seek(key("a"))).isTrue();
      assertThat(cursor.key()).isEqualTo(key("b"));
      assertThat(cursor.seek(key("d"))).isFalse();
      assertThat(cursor.seekBack(key("e"))).isTrue();
      assertThat(cursor.key()).isEqualTo(key("c"));
      assertThat(cursor.seekBack(key("a"))).isFalse();
    }
  }

  @Test
  void aFreshCursorGoesToTheNearEnd() {
    put("a", "b", "c");
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("a"));
    }
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      assertThat(cursor.previous()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("c"));
    }
  }

  @Test
  void aCursorThatRanOffStaysThereUntilMovedBack() {
    put("a", "b");
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      assertThat(cursor.last()).isTrue();
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.previous()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("b"));
      assertThat(cursor.first()).isTrue();
      assertThat(cursor.previous()).isFalse();
      assertThat(cursor.previous()).isFalse();
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("a"));
    }
  }

  @Test
  void aCursorGivesManyKeysAtAGo() {
    put("a", "b", "c", "d", "e", "f");
    try (Cursor cursor = store.scan(Family.ITEMS, new KeyRange(key("b"), key("f")))) {
      byte[][] keys = new byte[3][];
      assertThat(cursor.nextKeys(new byte[0][], 0)).isZero();
      assertThat(cursor.nextKeys(keys, 0)).isEqualTo(3);
      assertThat(keys).isDeepEqualTo(new byte[][] {key("b"), key("c"), key("d")});
      assertThat(cursor.key()).isEqualTo(key("d"));
      assertThat(cursor.nextKeys(keys, 0)).isEqualTo(1);
      assertThat(keys[0]).isEqualTo(key("e"));
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.nextKeys(keys, 0)).isZero();
      assertThat(cursor.previous()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("e"));
    }
  }

  @Test
  void aCursorGivesKeysForLong() {
    Batch batch = new Batch();
    List<byte[]> expected = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      byte[] key = Bytes.concat(key("k"), Arrays.copyOf(new KeyWriter().u32(i).toBytes(), 4 + i));
      batch.put(Family.INDEX, key, Bytes.EMPTY);
      expected.add(Arrays.copyOfRange(key, 1, key.length));
    }
    store.write(batch);
    List<byte[]> found = new ArrayList<>();
    try (Cursor cursor = store.scan(Family.INDEX, KeyRange.ALL)) {
      byte[][] keys = new byte[64][];
      int count = cursor.nextKeys(keys, 1);
      while (count > 0) {
        found.addAll(List.of(keys).subList(0, count));
        count = cursor.nextKeys(keys, 1);
      }
      assertThat(cursor.last()).isTrue();
      assertThat(cursor.key()).isEqualTo(Bytes.concat(key("k"), expected.getLast()));
    }
    assertThat(found).containsExactlyElementsOf(expected);
  }

  @Test
  void aCursorGivesManyKeysFromAPlaceOn() {
    put("a", "b", "d", "e", "f");
    try (Cursor cursor = store.scan(Family.ITEMS, new KeyRange(key("b"), key("f")))) {
      byte[][] keys = new byte[2][];
      assertThat(cursor.keysFrom(key("c"), new byte[0][], 0)).isZero();
      assertThat(cursor.keysFrom(key("c"), keys, 0)).isEqualTo(2);
      assertThat(keys).isDeepEqualTo(new byte[][] {key("d"), key("e")});
      assertThat(cursor.keysFrom(key("a"), keys, 0)).isEqualTo(2);
      assertThat(keys).isDeepEqualTo(new byte[][] {key("b"), key("d")});
      assertThat(cursor.nextKeys(keys, 0)).isEqualTo(1);
      assertThat(cursor.keysFrom(key("e"), keys, 0)).isEqualTo(1);
      assertThat(keys[0]).isEqualTo(key("e"));
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.keysFrom(key("f"), keys, 0)).isZero();
    }
  }

  @Test
  void aCursorLeavesOutWhatManyKeysHaveInCommon() {
    String tail = "long".repeat(1000);
    put("some-" + tail, "some-a", "some-", "some-b");
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      byte[][] keys = new byte[9][];
      assertThat(cursor.nextKeys(keys, 5)).isEqualTo(4);
      assertThat(Arrays.copyOf(keys, 4))
          .isDeepEqualTo(new byte[][] {key(""), key("a"), key("b"), key(tail)});
    }
  }

  @Test
  void keysMeetThatEndAlike() {
    put("a:1", "a:2", "a:25", "a:3", "a:5", "b:0", "b:2", "b:3", "b:4", "b:5", "c:3", "c:5", "c:6");
    assertThat(met(KeyRange.ALL, null, "a:", "b:")).containsExactly("2", "3", "5");
    assertThat(met(KeyRange.ALL, null, "a:", "c:", "b:")).containsExactly("3", "5");
    assertThat(met(new KeyRange(key("2"), key("5")), null, "b:", "a:")).containsExactly("2", "3");
    assertThat(met(KeyRange.ALL, "25", "a:", "b:")).containsExactly("3", "5");
    assertThat(met(KeyRange.ALL, "6", "a:", "b:")).isEmpty();
    assertThat(met(KeyRange.ALL, null, "a:", "d:")).isEmpty();
    assertThat(met(KeyRange.ALL, null, "a:")).containsExactly("1", "2", "25", "3", "5");
  }

  @Test
  void keysMeetHoweverFarTheyAreApart() {
    int[] periods = {1, 2, 3, 7, 40, 1_000};
    Batch batch = new Batch();
    for (int n = 0; n < 5_000; n++) {
      for (int period : periods) {
        // In the middle there is a gap that has to be found again behind a long run.
        if (n % period == 0 && (period != 2 || n < 2_000 || n > 4_000)) {
          batch.put(Family.ITEMS, key("%04d:%08d".formatted(period, n)), Bytes.EMPTY);
        }
      }
    }
    store.write(batch);
    for (int one : periods) {
      for (int other : periods) {
        List<String> expected = new ArrayList<>();
        for (int n = 0; n < 5_000; n++) {
          boolean hasGap = one == 2 || other == 2;
          if (n % one == 0 && n % other == 0 && (!hasGap || n < 2_000 || n > 4_000)) {
            expected.add("%08d".formatted(n));
          }
        }
        assertThat(met(KeyRange.ALL, null, "%04d:".formatted(one), "%04d:".formatted(other)))
            .as("%d and %d", one, other)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void aMeetingGoesOnWhereItIsToldTo() {
    put("a:1", "a:2", "a:3", "a:4", "b:1", "b:2", "b:3", "b:4");
    try (Snapshot snapshot = store.snapshot();
        SuffixIntersection intersection =
            snapshot.intersectSuffixes(Family.ITEMS, List.of(key("a:"), key("b:")), KeyRange.ALL)) {
      put("a:5", "b:5");
      List<byte[]> ends = new ArrayList<>();
      while (intersection.next(ends)) {}
      assertThat(ends).containsExactly(key("1"), key("2"), key("3"), key("4"));
      assertThat(intersection.next(ends)).isFalse();
      assertThat(ends).hasSize(4);
      intersection.seek(key("21"));
      while (intersection.next(ends)) {}
      assertThat(ends.subList(4, ends.size())).containsExactly(key("3"), key("4"));
    }
  }

  private List<String> met(KeyRange range, @Nullable String from, String... beginnings) {
    List<byte[]> ends = new ArrayList<>();
    try (SuffixIntersection intersection =
        store.intersectSuffixes(
            Family.ITEMS, Arrays.stream(beginnings).map(StoreContract::key).toList(), range)) {
      if (from != null) {
        intersection.seek(key(from));
      }
      while (intersection.next(ends)) {}
    }
    return ends.stream().map(StoreContract::text).toList();
  }

  @Test
  void aCursorOverAnEmptyRangeFindsNothing() {
    put("a", "b");
    for (KeyRange range :
        List.of(
            new KeyRange(key("b"), key("b")),
            new KeyRange(key("b"), key("a")),
            new KeyRange(key("c"), null))) {
      try (Cursor cursor = store.scan(Family.ITEMS, range)) {
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.previous()).isFalse();
        assertThat(cursor.first()).isFalse();
        assertThat(cursor.last()).isFalse();
        assertThat(cursor.seek(key("a"))).isFalse();
        assertThat(cursor.seekBack(key("z"))).isFalse();
      }
    }
  }

  @Test
  void sizesGrowWithTheData() {
    byte[] value = new byte[10_000];
    new java.util.Random(1).nextBytes(value);
    for (int i = 0; i < 200; i++) {
      store.write(new Batch().put(Family.ITEMS, key("k" + i), value));
    }

    long all = store.approximateBytes(Family.ITEMS, KeyRange.ALL);
    // Wide bounds: RocksDB guesses what is in its write buffers from a few samples.
    assertThat(all).isBetween(400_000L, 8_000_000L);
    assertThat(store.approximateBytes(Family.ITEMS, KeyRange.prefix(key("k1"))))
        .isBetween(100_000L, 8_000_000L);
    assertThat(store.approximateBytes(Family.ITEMS, KeyRange.prefix(key("x")))).isZero();
    assertThat(store.approximateBytes(Family.LOG, KeyRange.ALL)).isZero();
    store.flush();
    assertThat(store.diskBytes()).isGreaterThan(1_500_000L);
  }

  @Test
  void compactingKeepsTheData() {
    put("a", "b", "c", "d");
    store.write(new Batch().deleteRange(Family.ITEMS, key("b"), key("d")));
    store.compact(Family.ITEMS, KeyRange.ALL);
    store.compact(Family.ITEMS, new KeyRange(key("a"), key("c")));

    assertThat(entries(store, Family.ITEMS, KeyRange.ALL)).containsExactly("a=a", "d=d");
  }

  @Test
  void arraysBelongToTheCaller() {
    byte[] value = key("1");
    store.write(new Batch().put(Family.ITEMS, key("a"), value));
    value[0] = 'x';
    byte[] found = store.get(Family.ITEMS, key("a"));
    assertThat(found).isEqualTo(key("1"));
    Arrays.fill(found, (byte) 0);
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      cursor.next();
      Arrays.fill(cursor.key(), (byte) 0);
      Arrays.fill(cursor.value(), (byte) 0);
    }

    assertThat(entries(store, Family.ITEMS, KeyRange.ALL)).containsExactly("a=1");
  }

  @Test
  void nothingWorksAfterClosing() {
    put("a");
    Snapshot snapshot = store.snapshot();
    Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL);
    assertThat(cursor.next()).isTrue();
    SuffixIntersection intersection =
        store.intersectSuffixes(Family.ITEMS, List.of(key("a"), key("b")), KeyRange.ALL);
    store.close();
    store.close();

    assertUnavailable(() -> store.get(Family.ITEMS, key("a")));
    assertUnavailable(() -> store.getAll(Family.ITEMS, List.of(key("a"))));
    assertUnavailable(() -> store.scan(Family.ITEMS, KeyRange.ALL));
    assertUnavailable(() -> store.write(new Batch().put(Family.ITEMS, key("a"), key("b"))));
    assertUnavailable(() -> store.write(new Batch()));
    assertUnavailable(store::snapshot);
    assertUnavailable(() -> store.approximateBytes(Family.ITEMS, KeyRange.ALL));
    assertUnavailable(store::diskBytes);
    assertUnavailable(() -> store.compact(Family.ITEMS, KeyRange.ALL));
    assertUnavailable(() -> snapshot.get(Family.ITEMS, key("a")));
    assertUnavailable(() -> snapshot.scan(Family.ITEMS, KeyRange.ALL));
    assertUnavailable(cursor::next);
    assertUnavailable(cursor::key);
    assertUnavailable(() -> store.intersectSuffixes(Family.ITEMS, List.of(key("a")), KeyRange.ALL));
    assertUnavailable(() -> intersection.seek(key("a")));
    assertUnavailable(() -> intersection.next(new ArrayList<>()));
    intersection.close();
    cursor.close();
    snapshot.close();
  }

  @Test
  void aClosedSnapshotOrCursorIsRefused() {
    put("a");
    Snapshot snapshot = store.snapshot();
    Cursor cursor = snapshot.scan(Family.ITEMS, KeyRange.ALL);
    SuffixIntersection intersection =
        snapshot.intersectSuffixes(Family.ITEMS, List.of(key("a"), key("b")), KeyRange.ALL);
    cursor.close();
    cursor.close();
    intersection.close();
    intersection.close();
    snapshot.close();
    snapshot.close();

    assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> intersection.next(new ArrayList<>()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> intersection.seek(key("a"))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> snapshot.get(Family.ITEMS, key("a")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> snapshot.scan(Family.ITEMS, KeyRange.ALL))
        .isInstanceOf(IllegalStateException.class);
  }

  final Store store() {
    return store;
  }

  final void put(String... keys) {
    Batch batch = new Batch();
    for (String key : keys) {
      batch.put(Family.ITEMS, key(key), key(key));
    }
    store.write(batch);
  }

  public static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  protected static List<String> entries(Reader reader, Family family, KeyRange range) {
    List<String> entries = new ArrayList<>();
    try (Cursor cursor = reader.scan(family, range)) {
      while (cursor.next()) {
        entries.add(text(cursor.key()) + "=" + text(cursor.value()));
      }
    }
    return entries;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  protected static void assertUnavailable(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
  }
}
