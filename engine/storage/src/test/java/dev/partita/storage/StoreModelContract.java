package dev.partita.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.memory.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import net.jqwik.api.lifecycle.BeforeTry;
import org.jspecify.annotations.Nullable;

/**
 * Random sequences of batches, snapshots and scans, each compared with a sorted map. A subclass
 * says which store.
 */
public abstract class StoreModelContract {

  /** One thing done to a store. */
  sealed interface Action {
    record Write(List<Operation> operations) implements Action {}

    record TakeSnapshot() implements Action {}

    record Get(Family family, List<byte[]> keys) implements Action {}

    record Scan(Family family, KeyRange range, List<Move> moves) implements Action {}

    record Intersect(Family family, List<byte[]> prefixes, KeyRange suffixes) implements Action {}

    record Compact(Family family, KeyRange range) implements Action {}
  }

  /** One operation of a batch. */
  sealed interface Operation {
    record Put(Family family, byte[] key, byte[] value) implements Operation {}

    record Delete(Family family, byte[] key) implements Operation {}

    record DeleteRange(Family family, byte[] start, byte[] end) implements Operation {}
  }

  /** One movement of a cursor. */
  record Move(Kind kind, byte[] key) {
    enum Kind {
      FIRST,
      LAST,
      NEXT,
      PREVIOUS,
      SEEK,
      SEEK_BACK
    }
  }

  private static final byte[] BEYOND_ALL_KEYS = {-1, -1, -1, -1, -1};
  private static final int MANY_TIMES = 16;
  private static final Arbitrary<Byte> BYTES =
      Arbitraries.of((byte) 0, (byte) 1, (byte) 0x7F, (byte) 0x80, (byte) -1);
  private static final int KEYS_AT_A_TIME = 3;
  private static final Family[] FAMILIES = {Family.ITEMS, Family.LOG};

  private Store store = new MemoryStore();

  /** A store, of which each property makes one. */
  protected abstract Store open();

  @BeforeProperty
  protected void openStore() {
    store = open();
  }

  @AfterProperty
  protected void closeStore() throws IOException {
    store.close();
  }

  @BeforeTry
  void clear() {
    Batch batch = new Batch();
    for (Family family : FAMILIES) {
      batch.deleteRange(family, Bytes.EMPTY, BEYOND_ALL_KEYS);
    }
    store.write(batch);
  }

  @Property(tries = 300)
  void aStoreIsASortedMap(@ForAll("actions") List<Action> actions) {
    Model model = new Model();
    Snapshot snapshot = store.snapshot();
    Model snapshotModel = model.copy();
    for (Action action : actions) {
      switch (action) {
        case Action.Write(var operations) -> {
          store.write(model.apply(operations));
        }
        case Action.TakeSnapshot() -> {
          snapshot.close();
          snapshot = store.snapshot();
          snapshotModel = model.copy();
        }
        case Action.Get(var family, var keys) -> {
          model.assertSame(store, family, keys);
          snapshotModel.assertSame(snapshot, family, keys);
        }
        case Action.Scan(var family, var range, var moves) -> {
          model.assertSame(store, family, range, moves);
          snapshotModel.assertSame(snapshot, family, range, moves);
        }
        case Action.Intersect(var family, var prefixes, var suffixes) -> {
          model.assertSame(store, family, prefixes, suffixes);
          snapshotModel.assertSame(snapshot, family, prefixes, suffixes);
        }
        case Action.Compact(var family, var range) -> store.compact(family, range);
      }
    }
    model.assertSame(store);
    snapshotModel.assertSame(snapshot);
    snapshot.close();
  }

  @Provide
  Arbitrary<List<Action>> actions() {
    Arbitrary<byte[]> keys = keys();
    Arbitrary<Family> families = Arbitraries.of(FAMILIES);
    Arbitrary<Action> write = operations().list().ofMaxSize(150).map(Action.Write::new);
    Arbitrary<Action> get =
        Combinators.combine(families, keys.list().ofMaxSize(5)).as(Action.Get::new);
    Arbitrary<Action> scan =
        Combinators.combine(families, ranges(), moves().list().ofMaxSize(30)).as(Action.Scan::new);
    Arbitrary<byte[]> prefixes = BYTES.array(byte[].class).ofMaxSize(1);
    Arbitrary<Action> intersect =
        Combinators.combine(families, prefixes.list().ofMinSize(1).ofMaxSize(3), ranges())
            .as(Action.Intersect::new);
    Arbitrary<Action> compact = Combinators.combine(families, ranges()).as(Action.Compact::new);
    return Arbitraries.frequencyOf(
            Tuple.of(8, write),
            Tuple.of(2, Arbitraries.create(Action.TakeSnapshot::new)),
            Tuple.of(4, get),
            Tuple.of(8, scan),
            Tuple.of(4, intersect),
            Tuple.of(1, compact))
        .list()
        .ofMaxSize(12);
  }

  private static Arbitrary<Operation> operations() {
    Arbitrary<byte[]> keys = keys();
    Arbitrary<Family> families = Arbitraries.of(FAMILIES);
    Arbitrary<byte[]> values = Arbitraries.bytes().array(byte[].class).ofMaxSize(4);
    Arbitrary<Operation> put = Combinators.combine(families, keys, values).as(Operation.Put::new);
    Arbitrary<Operation> delete = Combinators.combine(families, keys).as(Operation.Delete::new);
    Arbitrary<Operation> deleteRange =
        Combinators.combine(families, keys, keys).as(Operation.DeleteRange::new);
    return Arbitraries.frequencyOf(
        Tuple.of(60, put), Tuple.of(10, delete), Tuple.of(1, deleteRange));
  }

  /** Few enough to meet again, with the bytes that are likely to go wrong. */
  private static Arbitrary<byte[]> keys() {
    return Arbitraries.oneOf(
        BYTES.array(byte[].class).ofMaxSize(3),
        Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(2));
  }

  private static Arbitrary<KeyRange> ranges() {
    Arbitrary<byte @Nullable []> ends = keys().injectNull(0.2);
    return Combinators.combine(keys(), ends).as(KeyRange::new);
  }

  private static Arbitrary<Move> moves() {
    return Combinators.combine(Arbitraries.of(Move.Kind.class), keys()).as(Move::new);
  }

  /** What the store should hold. */
  private record Model(List<NavigableMap<byte[], byte[]>> maps) implements Batch.Visitor {

    Model() {
      this(new ArrayList<>());
      for (int i = 0; i < Family.values().length; i++) {
        maps.add(new TreeMap<>(Bytes.ORDER));
      }
    }

    Model copy() {
      List<NavigableMap<byte[], byte[]>> copies = new ArrayList<>();
      maps.forEach(map -> copies.add(new TreeMap<>(map)));
      return new Model(copies);
    }

    Batch apply(List<Operation> operations) {
      Batch batch = new Batch(16);
      for (Operation operation : operations) {
        switch (operation) {
          case Operation.Put(var family, var key, var value) -> {
            put(family, key, value);
            batch.put(family, key, value);
          }
          case Operation.Delete(var family, var key) -> {
            delete(family, key);
            batch.delete(family, key);
          }
          case Operation.DeleteRange(var family, var start, var end) -> {
            deleteRange(family, start, end);
            batch.deleteRange(family, start, end);
          }
        }
      }
      return batch;
    }

    @Override
    public void put(Family family, byte[] key, byte[] value) {
      map(family).put(key, value);
    }

    @Override
    public void delete(Family family, byte[] key) {
      map(family).remove(key);
    }

    @Override
    public void deleteRange(Family family, byte[] start, byte[] end) {
      map(family).keySet().removeIf(key -> new KeyRange(start, end).contains(key));
    }

    void assertSame(Reader reader) {
      for (Family family : FAMILIES) {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        try (Cursor cursor = reader.scan(family, KeyRange.ALL)) {
          while (cursor.next()) {
            keys.add(cursor.key());
            values.add(cursor.value());
          }
        }
        assertThat(keys).containsExactlyElementsOf(map(family).keySet());
        assertThat(values).containsExactlyElementsOf(map(family).values());
      }
    }

    void assertSame(Reader reader, Family family, List<byte[]> keys) {
      List<byte @Nullable []> expected = new ArrayList<>();
      for (byte[] key : keys) {
        expected.add(map(family).get(key));
        assertThat(reader.get(family, key)).isEqualTo(map(family).get(key));
      }
      assertThat(reader.getAll(family, keys)).containsExactlyElementsOf(expected);
      // Many are read in another way.
      List<byte[]> many = new ArrayList<>();
      List<byte @Nullable []> manyExpected = new ArrayList<>();
      for (int i = 0; i < MANY_TIMES; i++) {
        many.addAll(keys);
        manyExpected.addAll(expected);
      }
      assertThat(reader.getAll(family, many)).containsExactlyElementsOf(manyExpected);
    }

    void assertSame(Reader reader, Family family, List<byte[]> prefixes, KeyRange suffixes) {
      List<byte[]> expected =
          map(family).keySet().stream()
              .filter(key -> KeyRange.prefix(prefixes.getFirst()).contains(key))
              .map(key -> Arrays.copyOfRange(key, prefixes.getFirst().length, key.length))
              .filter(suffixes::contains)
              .filter(suffix -> prefixes.stream().allMatch(prefix -> has(family, prefix, suffix)))
              .toList();
      List<byte[]> found = new ArrayList<>();
      try (SuffixIntersection intersection = reader.intersectSuffixes(family, prefixes, suffixes)) {
        while (intersection.next(found)) {}
      }
      assertThat(found).containsExactlyElementsOf(expected);
    }

    private boolean has(Family family, byte[] prefix, byte[] suffix) {
      return map(family).containsKey(Bytes.concat(prefix, suffix));
    }

    void assertSame(Reader reader, Family family, KeyRange range, List<Move> moves) {
      List<byte[]> keys = map(family).keySet().stream().filter(range::contains).toList();
      ModelCursor expected = new ModelCursor(keys);
      try (Cursor cursor = reader.scan(family, range)) {
        assertThat(collected(cursor)).containsExactlyElementsOf(keys);
      }
      try (Cursor cursor = reader.scan(family, range)) {
        for (Move move : moves) {
          boolean found =
              switch (move.kind()) {
                case FIRST -> cursor.first();
                case LAST -> cursor.last();
                case NEXT -> cursor.next();
                case PREVIOUS -> cursor.previous();
                case SEEK -> cursor.seek(move.key());
                case SEEK_BACK -> cursor.seekBack(move.key());
              };
          byte[] key = expected.move(move);
          assertThat(found ? cursor.key() : null).isEqualTo(key);
          if (key != null) {
            byte[] value = Objects.requireNonNull(map(family).get(key));
            assertThat(cursor.value()).isEqualTo(value);
            byte[] beginning = new byte[value.length / 2];
            assertThat(cursor.value(beginning)).isEqualTo(value.length);
            assertThat(beginning).isEqualTo(Arrays.copyOf(value, beginning.length));
            byte[] more = new byte[value.length + 1];
            assertThat(cursor.value(more)).isEqualTo(value.length);
            assertThat(more).isEqualTo(Arrays.copyOf(value, more.length));
          }
        }
      }
    }

    private static List<byte[]> collected(Cursor cursor) {
      List<byte[]> collected = new ArrayList<>();
      byte[][] keys = new byte[KEYS_AT_A_TIME][];
      int count = cursor.nextKeys(keys, 0);
      while (count > 0) {
        collected.addAll(Arrays.asList(keys).subList(0, count));
        count = cursor.nextKeys(keys, 0);
      }
      return collected;
    }

    private NavigableMap<byte[], byte[]> map(Family family) {
      return maps.get(family.number());
    }
  }

  /** A cursor that is an index into a list, with one place before it and one after it. */
  private static final class ModelCursor {
    private final List<byte[]> keys;
    private boolean fresh = true;
    private int index;

    ModelCursor(List<byte[]> keys) {
      this.keys = keys;
    }

    byte @Nullable [] move(Move move) {
      int size = keys.size();
      index =
          switch (move.kind()) {
            case FIRST -> 0;
            case LAST -> size - 1;
            case NEXT -> fresh ? 0 : Math.min(index + 1, size);
            case PREVIOUS -> fresh ? size - 1 : Math.max(index - 1, -1);
            case SEEK -> (int) keys.stream().filter(key -> before(key, move.key())).count();
            case SEEK_BACK ->
                size - 1 - (int) keys.stream().filter(key -> before(move.key(), key)).count();
          };
      fresh = false;
      return index >= 0 && index < size ? keys.get(index) : null;
    }

    private static boolean before(byte[] left, byte[] right) {
      return Arrays.compareUnsigned(left, right) < 0;
    }
  }
}
