package dev.partita.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.Segment;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Scans over the entries of a few items give what sorting and filtering the items gives. */
class ScanModelTest {

  private static final int CONTAINER = 7;
  private static final IndexPath A = IndexPath.of("a");
  private static final CompositeIndex COMPOSITE =
      new CompositeIndex(
          List.of(
              new CompositeIndex.Column(A, false),
              new CompositeIndex.Column(IndexPath.of("b"), true)));
  private static final DocumentIndexer INDEXER =
      new DocumentIndexer(
          IndexingPolicy.fromJson(
              Values.json(
                  "{'compositeIndexes':[[{'path':'/a'},{'path':'/b','order':'descending'}]]}")));

  record Sample(int position, JsonValue a, JsonValue b) {

    JsonObject document() {
      return JsonObject.builder().put("a", a).put("b", b).build();
    }
  }

  record Found(JsonValue a, JsonValue b, LogicalKey logical, String id, byte[] itemKey) {}

  @Provide
  Arbitrary<Sample> samples() {
    Arbitrary<JsonValue> values =
        Arbitraries.of(
            JsonUndefined.UNDEFINED,
            JsonNull.NULL,
            JsonBoolean.TRUE,
            JsonNumber.of(-1),
            JsonNumber.of(0),
            JsonNumber.of(2.5),
            JsonString.EMPTY,
            JsonString.of("a"),
            JsonString.of("a\0"));
    return Combinators.combine(Arbitraries.integers().between(0, 5), values, values)
        .as(Sample::new);
  }

  @Provide
  Arbitrary<TermRange> ranges() {
    return Arbitraries.of(
        TermRange.DEFINED,
        TermRange.equalTo(JsonNumber.of(0)),
        TermRange.equalTo(JsonString.of("a")),
        TermRange.atLeast(JsonNumber.of(0)),
        TermRange.lessThan(JsonNumber.of(2.5)),
        TermRange.of(TermType.STRING),
        TermRange.of(TermType.NULL),
        TermRange.startingWith("a"));
  }

  @Property(tries = 400)
  void scansOfPaths(
      @ForAll @Size(max = 20) List<@From("samples") Sample> samples,
      @ForAll("ranges") TermRange range,
      @ForAll @IntRange(max = 5) int from,
      @ForAll @IntRange(max = 6) int to,
      @ForAll boolean backwards) {
    try (Store store = new MemoryStore()) {
      List<Found> all = write(store, samples);
      KeyRange positions = new KeyRange(position(from), to == 6 ? null : position(to));
      IndexScan scan = IndexScan.of(A, range).within(positions);
      Comparator<Found> order = Comparator.comparing(Found::a, JsonValue.ORDER);
      check(
          store,
          backwards ? scan.reversed() : scan,
          backwards,
          expected(
              all,
              order,
              item ->
                  !item.a().isUndefined()
                      && contains(range, item.a())
                      && positions.contains(item.logical().position())));
    }
  }

  @Property(tries = 400)
  void scansOfCompositeIndexes(
      @ForAll @Size(max = 20) List<@From("samples") Sample> samples,
      @ForAll("samples") Sample wanted,
      @ForAll("ranges") TermRange range,
      @ForAll @IntRange(max = 3) int kind,
      @ForAll boolean backwards) {
    try (Store store = new MemoryStore()) {
      List<Found> all = write(store, samples);
      LogicalKey logical = logical(wanted.position());
      IndexScan scan =
          switch (kind) {
            case 0 -> IndexScan.of(COMPOSITE);
            case 1 -> IndexScan.of(COMPOSITE, List.of(), range);
            case 2 -> IndexScan.of(COMPOSITE, List.of(wanted.a()), range).within(logical);
            default -> IndexScan.of(COMPOSITE, List.of(wanted.a(), wanted.b()), TermRange.ALL);
          };
      Predicate<Found> filter =
          switch (kind) {
            case 0 -> _ -> true;
            case 1 -> item -> contains(range, item.a());
            case 2 ->
                item ->
                    item.a().equals(wanted.a())
                        && contains(range, item.b())
                        && item.logical().equals(logical);
            default -> item -> item.a().equals(wanted.a()) && item.b().equals(wanted.b());
          };
      Comparator<Found> order =
          Comparator.comparing(Found::a, JsonValue.ORDER)
              .thenComparing(Comparator.comparing(Found::b, JsonValue.ORDER).reversed());
      check(store, backwards ? scan.reversed() : scan, backwards, expected(all, order, filter));
    }
  }

  /** All at once, and in pieces that each go on where the last one ended. */
  private static void check(Store store, IndexScan scan, boolean backwards, List<Found> expected) {
    List<String> ids = new ArrayList<>(expected.stream().map(Found::id).toList());
    if (backwards) {
      Collections.reverse(ids);
    }
    IndexReader reader =
        new IndexReader(new Segment(store, new KeySpace(CONTAINER)).reader(ReadOptions.LEADER));
    List<String> whole = new ArrayList<>();
    try (IndexCursor cursor = reader.open(scan)) {
      while (cursor.next()) {
        whole.add(cursor.item().idText());
      }
      assertThat(cursor.entries()).isEqualTo(ids.size());
    }
    assertThat(whole).isEqualTo(ids);
    List<String> pieces = new ArrayList<>();
    byte[] after = null;
    while (true) {
      try (IndexCursor cursor = reader.open(scan, after)) {
        if (!cursor.next()) {
          break;
        }
        pieces.add(cursor.item().idText());
        after = cursor.place();
      }
    }
    assertThat(pieces).isEqualTo(ids);
    assertThat(reader.countUpTo(scan, 3)).isEqualTo(Math.min(3, ids.size()));
    if (scan.isOneTerm() && !backwards) {
      checkSeeks(reader, scan, expected);
      checkItems(reader, scan, expected);
    }
  }

  private static void checkItems(IndexReader reader, IndexScan scan, List<Found> expected) {
    for (int room = 1; room <= expected.size() + 1; room++) {
      List<byte[]> itemKeys = new ArrayList<>();
      try (IndexCursor cursor = reader.open(scan)) {
        byte[][] some = new byte[room][];
        int count;
        do {
          count = cursor.nextItems(some);
          itemKeys.addAll(Arrays.asList(some).subList(0, count));
        } while (count == room);
        assertThat(cursor.nextItems(some)).isZero();
        assertThat(cursor.entries()).isEqualTo(expected.size());
        assertThat(cursor.seeks()).isEqualTo(1);
      }
      assertThat(itemKeys)
          .containsExactlyElementsOf(expected.stream().map(Found::itemKey).toList());
      checkItemsFrom(reader, scan, itemKeys, room);
    }
  }

  private static void checkItemsFrom(
      IndexReader reader, IndexScan scan, List<byte[]> itemKeys, int room) {
    try (IndexCursor cursor = reader.open(scan)) {
      byte[][] some = new byte[room][];
      for (int i = 0; i < itemKeys.size() && i + room <= itemKeys.size(); i++) {
        assertThat(cursor.itemsFrom(itemKeys.get(i), some)).isEqualTo(room);
        assertThat(some).isDeepEqualTo(itemKeys.subList(i, i + room).toArray(byte[][]::new));
      }
      assertThat(cursor.itemsFrom(new byte[] {(byte) 0xFF, (byte) 0xFF}, some)).isZero();
      assertThat(cursor.nextItems(some)).isZero();
    }
  }

  private static void checkSeeks(IndexReader reader, IndexScan scan, List<Found> expected) {
    for (int i = 0; i < expected.size(); i++) {
      try (IndexCursor cursor = reader.open(scan)) {
        assertThat(cursor.seek(expected.get(i).itemKey())).isTrue();
        assertThat(cursor.item().idText()).isEqualTo(expected.get(i).id());
        assertThat(cursor.seek(Bytes.EMPTY)).isTrue();
        assertThat(cursor.next()).isEqualTo(i + 1 < expected.size());
        assertThat(cursor.seek(new byte[] {(byte) 0xFF, (byte) 0xFF})).isFalse();
        assertThat(cursor.seek(Bytes.EMPTY)).isFalse();
      }
    }
  }

  private static List<Found> expected(
      List<Found> all, Comparator<Found> order, Predicate<Found> filter) {
    return all.stream()
        .filter(filter)
        .sorted(order.thenComparing(Found::itemKey, Bytes.ORDER))
        .toList();
  }

  private static List<Found> write(Store store, List<Sample> samples) {
    List<Found> all = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      String id = "item" + i;
      byte[] name = id.getBytes(StandardCharsets.UTF_8);
      LogicalKey logical = logical(sample.position());
      EntryChange.Item item = EntryChange.Item.of(new KeySpace(CONTAINER).prefix(), logical, name);
      EntryChange change =
          EntryChange.between(item, Entries.NONE, INDEXER.entries(sample.document()));
      store.write(change.writes());
      all.add(new Found(sample.a(), sample.b(), logical, id, item.key()));
    }
    return all;
  }

  private static boolean contains(TermRange range, JsonValue value) {
    TermBuffer term = new TermBuffer(16);
    term.term(value);
    return range.terms().contains(term.toBytes());
  }

  private static LogicalKey logical(int position) {
    return new LogicalKey(position(position), new byte[] {(byte) position, 0});
  }

  /** Some begin with others, and there are zeros to be escaped. */
  private static byte[] position(int number) {
    return switch (number) {
      case 0 -> new byte[] {0};
      case 1 -> new byte[] {0, 0};
      case 2 -> new byte[] {1};
      case 3 -> new byte[] {1, 0};
      case 4 -> new byte[] {1, (byte) 0xFF};
      default -> new byte[] {(byte) 0xFF};
    };
  }
}
