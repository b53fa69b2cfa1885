package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;

/**
 * Damages every file that a killed server leaves behind, at places all over it. Each time either
 * the folder cannot be opened, or verifying it fails, and that with the name of the file; or else
 * all that was acknowledged is there.
 */
@Timeout(600)
class DamageTest {

  private static final long SEED = 20_261_119;
  private static final int EVENLY = 6;
  private static final int ANYWHERE = 4;
  private static final int ITEMS = 400;
  private static final Set<ErrorCode> REFUSALS =
      Set.of(ErrorCode.CORRUPT, ErrorCode.INCOMPATIBLE_FORMAT, ErrorCode.NOT_FOUND);

  @TempDir private Path parent = Path.of("");
  private final Random random = new Random(SEED);
  private final Map<String, int[]> results = new TreeMap<>();
  private Map<Family, SortedMap<String, String>> expected = Map.of();

  @Test
  void damageIsHarmlessOrReported() throws Exception {
    Path folder = killed();
    expected = contents(folder, false);
    assertThat(expected.get(Family.ITEMS)).hasSize(ITEMS);
    for (Path file : files(folder)) {
      byte[] sound = Files.readAllBytes(file);
      for (int place : places(sound.length)) {
        damage(folder, file, sound, "flipped at " + place, bytes -> flipped(bytes, place));
        damage(folder, file, sound, "cut at " + place, bytes -> slice(bytes, place));
        damage(folder, file, sound, "zeros at " + place, bytes -> zeroed(bytes, place));
      }
      Files.delete(file);
      judge(folder, file, "deleted");
      Files.write(file, sound);
    }
    assertThat(contents(folder, true)).isEqualTo(expected);
    System.out.println("Damage, seed " + SEED + " (harmless, reported):");
    results.forEach(
        (kind, counts) -> System.out.println(kind + " " + counts[0] + ", " + counts[1]));
    assertThat(results.values().stream().mapToInt(counts -> counts[0] + counts[1]).sum())
        .isGreaterThan(300);
  }

  private void damage(
      Path folder, Path file, byte[] sound, String how, UnaryOperator<byte[]> change)
      throws IOException {
    byte[] damaged = change.apply(sound.clone());
    if (!Arrays.equals(sound, damaged)) {
      Files.write(file, damaged);
      judge(folder, file, how);
      Files.write(file, sound);
    }
  }

  private void judge(Path folder, Path file, String how) throws IOException {
    String name = file.getFileName().toString();
    String what = name + " " + how;
    int[] counts = results.computeIfAbsent(kind(name), _ -> new int[2]);
    try {
      assertThat(contents(folder, false)).as(what).isEqualTo(expected);
      // What reads may also be written to; that changes the folder.
      assertThat(contents(copy(folder), true)).as(what + ", opened").isEqualTo(expected);
      counts[0]++;
    } catch (DatabaseException e) {
      if (!REFUSALS.contains(e.code())) {
        fail(what + ": " + e.code() + " " + e.getMessage(), e);
      }
      assertThat(e.getMessage()).as(what).contains(name);
      counts[1]++;
    }
  }

  private static String kind(String name) {
    boolean isNumbered = Character.isDigit(name.charAt(0));
    return isNumbered ? name.substring(name.indexOf('.')) : name.replaceAll("[-.].*", "");
  }

  private Set<Integer> places(int length) {
    Set<Integer> places = new TreeSet<>(List.of(0, 1, 6, 7, 12, length / 2));
    places.addAll(List.of(length - 1, length - 8, length - 40, length - 53));
    for (int border : new int[] {4096, 32768}) {
      places.addAll(List.of(border - 1, border, border + 6));
    }
    for (int i = 0; i < EVENLY; i++) {
      places.add((int) ((i + 0.5) * length / EVENLY));
    }
    for (int i = 0; i < ANYWHERE && length > 0; i++) {
      places.add(random.nextInt(length));
    }
    places.removeIf(place -> place < 0 || place >= length);
    return places;
  }

  private static byte[] flipped(byte[] bytes, int place) {
    bytes[place] ^= 0x10;
    return bytes;
  }

  private static byte[] slice(byte[] bytes, int length) {
    return Arrays.copyOf(bytes, length);
  }

  private static byte[] zeroed(byte[] bytes, int place) {
    Arrays.fill(bytes, place, Math.min(place + 512, bytes.length), (byte) 0);
    return bytes;
  }

  /** All that can be read, by scans and one by one, after the files were verified. */
  private static Map<Family, SortedMap<String, String>> contents(Path folder, boolean writable) {
    Map<Family, SortedMap<String, String>> contents = new EnumMap<>(Family.class);
    try (RocksStore store =
        writable ? RocksStore.open(options(folder)) : RocksStore.openReadOnly(options(folder))) {
      for (Family family : Family.values()) {
        SortedMap<String, String> entries = new TreeMap<>();
        try (Cursor cursor = store.scan(family, KeyRange.ALL)) {
          while (cursor.next()) {
            byte[] value = cursor.value();
            assertThat(store.get(family, cursor.key())).isEqualTo(value);
            entries.put(Bytes.hex(cursor.key()), Bytes.hex(value));
          }
        }
        contents.put(family, entries);
      }
      store.verifyFiles();
    }
    return contents;
  }

  /** Log files of two lives, one flushed in part; sorted files of several levels and families. */
  private Path killed() throws Exception {
    Path folder = parent.resolve("store");
    try (RocksStore store = RocksStore.open(options(folder))) {
      write(store, 0, ITEMS / 4);
      store.compact(Family.ITEMS, KeyRange.ALL);
      store.compact(Family.LOG, KeyRange.ALL);
      write(store, ITEMS / 4, ITEMS / 2);
    }
    try (RocksStore store = RocksStore.open(options(folder))) {
      write(store, ITEMS / 2, ITEMS * 3 / 4);
      try (FlushOptions flush = new FlushOptions()) {
        store.database().flush(flush, store.handle(Family.ITEMS));
      }
      write(store, ITEMS * 3 / 4, ITEMS);
      // What housekeeping does each second.
      store.compactWhenIdle();
      Clock.system().sleep(150);
      store.compactWhenIdle();
      store.write(new Batch().delete(Family.STATE, key(1)));
      Path killed = parent.resolve("killed");
      store.database().pauseBackgroundWork(); // so that all files are of one moment
      Files.move(copy(folder), killed);
      store.database().continueBackgroundWork();
      return killed;
    }
  }

  private static void write(Store store, int from, int to) {
    for (int i = from; i < to; i++) {
      store.write(
          new Batch()
              .put(Family.ITEMS, key(i), value(i, 200))
              .put(Family.LOG, key(i), value(i, 20))
              .put(Family.STATE, key(i % 10), key(i))
              .put(Family.INDEX, key(i), new byte[0]));
    }
    store.write(
        new Batch()
            .put(Family.META, key(to), key(from))
            .deleteRange(Family.INDEX, key(from + 10), key(from + 20)));
  }

  private static byte[] key(int number) {
    return new KeyWriter().u32(number).toBytes();
  }

  private static byte[] value(int number, int length) {
    byte[] value = new byte[length];
    new Random(number).nextBytes(value);
    return value;
  }

  private static StoreOptions options(Path folder) {
    return StoreOptions.in(folder).withCacheBytes(1 << 20).withWriteBufferBytes(4 << 20);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private Path copy(Path folder) throws IOException {
    Path copy = parent.resolve("copy");
    if (Files.exists(copy)) {
      for (Path file : files(copy)) {
        Files.delete(file);
      }
    } else {
      Files.createDirectory(copy);
    }
    for (Path file : files(folder)) {
      Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }
    return copy;
  }
}
