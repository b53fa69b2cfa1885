package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;

/** What a start makes of a write-ahead log that is torn, damaged or incomplete. */
@Timeout(120)
class LogDamageTest {

  private static final String NOTE = "SYNCED";
  private static final int EACH = 100;

  @TempDir private Path parent = Path.of("");
  private int copies;
  private long manifestBytesBeforeFlush;

  @Test
  void everythingIsThereAfterAKill() throws Exception {
    Path killed = killed();

    assertThat(logs(killed)).hasSize(3);
    assertThat(count(killed)).isEqualTo(3 * EACH);
  }

  @Test
  void aFlippedByteInTheMiddleIsRefused() throws Exception {
    Path killed = killed();
    for (Path log : logs(killed)) {
      flip(log, Files.size(log) / 10);

      assertLost(
          killed, log.getFileName().toString(), "checksum", "transactions behind the damage ");
      flip(log, Files.size(log) / 10);
    }
    assertThat(count(killed)).isEqualTo(3 * EACH);
  }

  @Test
  void aMissingFileIsRefused() throws Exception {
    Path killed = killed();
    for (Path log : logs(killed)) {
      Path damaged = copy(killed);
      Files.delete(damaged.resolve(log.getFileName()));

      assertLost(damaged, log.getFileName().toString());
    }
  }

  @Test
  void noLogAtAllIsRefused() throws Exception {
    Path killed = killed();
    for (Path log : logs(killed)) {
      Files.delete(log);
    }
    assertLost(killed, "000004.log");
    Files.delete(killed.resolve(NOTE));
    assertLost(killed, "there is no log file");
  }

  /** Nothing says what it was called, or how much was in it. */
  @Test
  void noLogBeforeAnythingWasFlushedIsRefusedWithWhatIsKnown() throws Exception {
    Path directory = parent.resolve("store");
    Path killed;
    try (RocksStore store = open(directory)) {
      write(store, 0, EACH);
      killed = killed(store, directory);
    }
    for (Path log : logs(killed)) {
      Files.delete(log);
    }
    Files.delete(killed.resolve(NOTE));

    assertLost(killed, "there is no log file", "directory " + killed);
    assertThatThrownBy(() -> open(killed))
        .message()
        .doesNotContain("000000.log", "lost operations");
  }

  @Test
  void anEndThatIsCutOffIsRefusedIfItWasAcknowledged() throws Exception {
    Path killed = killed();
    for (Path log : logs(killed)) {
      long size = Files.size(log);
      for (long length : List.of(0L, 5L, size / 2, size - 1)) {
        Path damaged = copy(killed);
        cut(damaged.resolve(log.getFileName()), length);

        assertLost(damaged, ".log");
      }
    }
  }

  /** All records before and after are sound, and a whole one is missing. */
  @Test
  void aHoleBetweenSoundRecordsIsRefused() throws Exception {
    Path killed = killed();
    Path log = logs(killed).getLast();
    byte[] bytes = Files.readAllBytes(log);
    int first = recordEnd(bytes, 0);
    int second = recordEnd(bytes, first);
    byte[] without = new byte[10 * first];
    System.arraycopy(bytes, 0, without, 0, first);
    System.arraycopy(bytes, second, without, first, 9 * first);
    Files.write(log, without);
    Files.delete(killed.resolve(NOTE));

    assertLost(killed, log.getFileName().toString(), "missing before this place");
  }

  @Test
  void aTransactionThatWasBeingWrittenIsCutOff() throws Exception {
    Path killed = killed();
    Path log = logs(killed).getLast();
    byte[] whole = Files.readAllBytes(log);
    int first = recordEnd(whole, 0);
    for (int torn : List.of(1, 6, 7, 20, first - 1)) {
      Path copy = copy(killed);
      Path copiedLog = copy.resolve(log.getFileName());
      append(copiedLog, Arrays.copyOf(whole, torn));

      assertThat(countReadOnly(copy)).isEqualTo(3 * EACH);
      assertThat(Files.size(copiedLog)).isEqualTo(whole.length + torn);
      assertThat(count(copy)).isEqualTo(3 * EACH);
      assertThat(count(copy)).as("once more").isEqualTo(3 * EACH);
    }
  }

  @Test
  void roomForMoreIsNotDamage() throws Exception {
    Path killed = killed();
    append(logs(killed).getLast(), new byte[100_000]);

    assertThat(count(killed)).isEqualTo(3 * EACH);
    assertThat(count(killed)).as("once more").isEqualTo(3 * EACH);
  }

  /** The system writes files as it likes; what was not synced may be there in part. */
  @Test
  void whatWasNotAcknowledgedMayBeDamagedInAnyWay() throws Exception {
    Path directory = parent.resolve("power");
    Path killed;
    byte[] note;
    try (RocksStore store = open(directory)) {
      write(store, 0, EACH);
      note = Files.readAllBytes(directory.resolve(NOTE));
      write(store, EACH, 2 * EACH);
      killed = killed(store, directory);
    }
    Files.write(killed.resolve(NOTE), note);
    Path log = logs(killed).getLast();
    flip(log, Files.size(log) * 8 / 10);

    assertThat(count(killed)).isBetween(EACH, 2 * EACH - 1);
    int left = count(killed);
    try (RocksStore store = open(killed)) {
      write(store, 2 * EACH, 3 * EACH);
      assertThat(count(killed(store, killed))).isEqualTo(left + EACH);
    }
  }

  /**
   * A power cut took the end of the log, at the border of two records, but not what the manifest
   * says of the highest number; what is written next has numbers behind that.
   */
  @Test
  void aStartGoesOnBehindAHoleThatItHasAccepted() throws Exception {
    Path directory = parent.resolve("hole");
    Path killed;
    byte[] note;
    try (RocksStore store = open(directory)) {
      write(store, 0, EACH);
      note = Files.readAllBytes(directory.resolve(NOTE));
      write(store, EACH, 2 * EACH);
    }
    // The last operation gets into the manifest of the next start.
    try (RocksStore store = open(directory)) {
      killed = killed(store, directory);
    }
    Files.write(killed.resolve(NOTE), note);
    Path log = logs(killed).getFirst();
    byte[] bytes = Files.readAllBytes(log);
    int end = 0;
    for (int i = 0; i < EACH + EACH / 2; i++) {
      end = recordEnd(bytes, end);
    }
    cut(log, end);
    for (Path later : logs(killed).subList(1, logs(killed).size())) {
      cut(later, 0);
    }

    assertThat(count(killed)).isEqualTo(EACH + EACH / 2);
    try (RocksStore store = open(killed)) {
      write(store, 2 * EACH, 3 * EACH);
      killed = killed(store, killed);
    }
    assertThat(count(killed)).isEqualTo(2 * EACH + EACH / 2);
    assertThat(count(killed)).as("once more").isEqualTo(2 * EACH + EACH / 2);
  }

  @Test
  void withoutTheNoteDamageIsRefusedAndACutIsATornEnd() throws Exception {
    Path killed = killed();
    Files.delete(killed.resolve(NOTE));
    Path log = logs(killed).getLast();
    Path flipped = copy(killed);
    flip(flipped.resolve(log.getFileName()), Files.size(log) / 2);

    assertLost(flipped, log.getFileName().toString(), "checksum");

    cut(log, Files.size(log) - 1);
    assertThat(count(killed)).isEqualTo(3 * EACH - 1);
  }

  @Test
  void aDamagedNoteDoesNoHarm() throws Exception {
    Path killed = killed();
    for (int length : List.of(0, 30, 4096, 4120)) {
      Path damaged = copy(killed);
      cut(damaged.resolve(NOTE), length);
      assertThat(count(damaged)).isEqualTo(3 * EACH);
      assertThat(count(damaged)).isEqualTo(3 * EACH);
    }
    for (long offset = 0; offset < Files.size(killed.resolve(NOTE)); offset += 7) {
      flip(killed.resolve(NOTE), offset);
    }
    assertThat(count(killed)).isEqualTo(3 * EACH);
  }

  @Test
  void aRelaxedStoreRefusesDamageToo() throws Exception {
    Path directory = parent.resolve("relaxed");
    StoreOptions options = options(directory).withDurability(Durability.RELAXED);
    Path killed;
    try (RocksStore store = RocksStore.open(options)) {
      write(store, 0, EACH);
      killed = killed(store, directory);
    }
    Path log = logs(killed).getLast();
    flip(log, Files.size(log) / 10);

    assertLost(killed, log.getFileName().toString(), "checksum");
  }

  @Test
  void aManifestThatLacksChangesIsRefused() throws Exception {
    Path killed = killed();
    Path manifest = file(killed, "MANIFEST-");
    cut(manifest, manifestBytesBeforeFlush);

    assertLost(killed, manifest.getFileName().toString(), "list", "lacks changes");
  }

  /** Nothing is known of what was to be in the manifest, but what it names was merged since. */
  @Test
  void aManifestThatNamesFilesOfThePastIsRefused() throws Exception {
    Path directory = parent.resolve("past");
    Path manifest;
    long length;
    try (RocksStore store = open(directory)) {
      write(store, 0, EACH);
      flush(store);
      write(store, 0, EACH);
      flush(store);
      manifest = file(directory, "MANIFEST-");
      length = Files.size(manifest);
      store.compact(Family.ITEMS, KeyRange.ALL);
      store.compact(Family.INDEX, KeyRange.ALL);
    }
    assertThat(count(copy(directory))).isEqualTo(EACH);
    cut(manifest, length);
    Files.delete(directory.resolve(NOTE));

    assertLost(directory, ".sst", manifest.getFileName().toString(), "lacks changes");
  }

  /** Nothing is known of what was to follow, but operations go on behind a hole. */
  @Test
  void aManifestThatEndsTooEarlyLosesNothingInSilence() throws Exception {
    Path directory = parent.resolve("early");
    for (int life = 0; life < 2; life++) {
      int first = 3 * life * EACH;
      try (RocksStore store = open(directory)) {
        write(store, first, first + EACH);
        flushAll(store);
        write(store, first + EACH, first + 2 * EACH);
        flush(store);
        store.compact(Family.INDEX, KeyRange.ALL);
        write(store, first + 2 * EACH, first + 3 * EACH);
      }
    }
    Files.delete(directory.resolve(NOTE));
    byte[] whole = Files.readAllBytes(file(directory, "MANIFEST-"));
    Set<String> answers = new TreeSet<>();
    for (int end = 0; end < whole.length; ) {
      end = recordEnd(whole, end);
      Path damaged = copy(directory);
      cut(file(damaged, "MANIFEST-"), end);
      try {
        assertThat(count(damaged)).as("cut at " + end).isEqualTo(6 * EACH);
        answers.add("harmless");
      } catch (DatabaseException e) {
        assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.CORRUPT);
        answers.add("refused");
      }
    }
    assertThat(answers).containsExactly("harmless", "refused");
  }

  @Test
  void aSortedFileThatIsMissingOrOfAnotherLengthIsRefused() throws Exception {
    Path killed = killed();
    String sorted = file(killed, ".sst").getFileName().toString();
    long size = Files.size(killed.resolve(sorted));
    for (long length : List.of(0L, size - 1, size / 2)) {
      Path damaged = copy(killed);
      cut(damaged.resolve(sorted), length);
      assertLost(damaged, sorted, "found bytes " + length, "expected bytes " + size);
    }
    Path longer = copy(killed);
    append(longer.resolve(sorted), new byte[1]);
    assertLost(longer, sorted, "found bytes " + (size + 1));
    Files.delete(killed.resolve(sorted));
    assertLost(killed, sorted, "missing", "found bytes none");
  }

  @Test
  void recordsOfSeveralBlocksAreOne() throws Exception {
    Path directory = parent.resolve("blocks");
    StoreOptions large = options(directory).withWriteBufferBytes(8 << 20);
    Path killed;
    try (RocksStore store = RocksStore.open(large)) {
      for (int i = 0; i < 10; i++) {
        store.write(new Batch().put(Family.ITEMS, key(i), value(i, 100_000)));
      }
      killed = killed(store, directory);
    }
    assertThat(count(copy(killed))).isEqualTo(10);
    Path log = logs(killed).getFirst();
    for (long offset : List.of(3L, 40_000L, 32_768L, 65_536L + 3, 300_000L)) {
      flip(log, offset);
      assertLost(killed, log.getFileName().toString());
      flip(log, offset);
    }
    cut(log, Files.size(log) - 50_000);
    assertLost(killed, log.getFileName().toString());
  }

  @Test
  void aFolderThatIsOpenIsNotLookedAt() throws Exception {
    Path directory = parent.resolve("open");
    try (RocksStore store = open(directory)) {
      write(store, 0, EACH);
      Path log = logs(directory).getLast();
      append(log, new byte[3]);

      assertThatThrownBy(() -> open(directory))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }
  }

  /** A store with three log files that are in use, one of which was flushed in part, cut short. */
  private Path killed() throws Exception {
    Path directory = parent.resolve("store");
    try (RocksStore store = open(directory)) {
      write(store, 0, EACH);
    }
    Path killed;
    try (RocksStore store = open(directory)) {
      write(store, EACH, 2 * EACH);
      manifestBytesBeforeFlush = Files.size(file(directory, "MANIFEST-"));
      flush(store);
      Clock.system().sleep(120);
      write(store, 2 * EACH, 3 * EACH - 1);
      write(store, 3 * EACH - 1, 3 * EACH);
      killed = killed(store, directory);
    }
    return killed;
  }

  private static void flush(RocksStore store) throws Exception {
    try (FlushOptions flush = new FlushOptions()) {
      store.database().flush(flush, store.handle(Family.ITEMS));
    }
  }

  private static void flushAll(RocksStore store) throws Exception {
    try (FlushOptions flush = new FlushOptions()) {
      store.database().flush(flush, Stream.of(Family.values()).map(store::handle).toList());
    }
  }

  private static RocksStore open(Path directory) {
    return RocksStore.open(options(directory));
  }

  private static StoreOptions options(Path directory) {
    return StoreOptions.in(directory).withCacheBytes(1 << 20).withWriteBufferBytes(1 << 20);
  }

  private static void write(Store store, int from, int to) {
    for (int i = from; i < to; i++) {
      store.write(
          new Batch()
              .put(Family.ITEMS, key(i), value(i, 300))
              .put(Family.INDEX, key(i), value(i, 10)));
    }
  }

  private static byte[] key(int number) {
    return new KeyWriter().u32(number).toBytes();
  }

  private static byte[] value(int number, int length) {
    byte[] value = new byte[length];
    new Random(number).nextBytes(value);
    return value;
  }

  private static int count(Path directory) {
    try (Store store = open(directory)) {
      return count(store);
    }
  }

  private static int countReadOnly(Path directory) {
    try (Store store = RocksStore.openReadOnly(options(directory))) {
      return count(store);
    }
  }

  /** How many items there are, each with its index entry or none with one. */
  private static int count(Store store) {
    List<String> items = keys(store, Family.ITEMS);
    List<String> entries = keys(store, Family.INDEX);
    if (!entries.isEmpty()) {
      assertThat(entries).isEqualTo(items);
    }
    return items.size();
  }

  private static List<String> keys(Store store, Family family) {
    List<String> keys = new ArrayList<>();
    try (Cursor cursor = store.scan(family, KeyRange.ALL)) {
      while (cursor.next()) {
        keys.add(Bytes.hex(cursor.key()));
      }
    }
    return keys;
  }

  private static List<Path> logs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  private static Path file(Path directory, String part) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().contains(part))
          .findFirst()
          .orElseThrow();
    }
  }

  /**
   * What a process leaves behind that is killed: what it has written to its files, all at one
   * moment.
   */
  private Path killed(RocksStore store, Path directory) throws Exception {
    store.database().pauseBackgroundWork();
    try {
      return copy(directory);
    } finally {
      store.database().continueBackgroundWork();
    }
  }

  private Path copy(Path directory) throws IOException {
    Path copy = Files.createDirectory(parent.resolve("copy" + copies++));
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return copy;
  }

  /** Where the record ends that begins at a place in a log file. */
  private static int recordEnd(byte[] log, int start) {
    int block = 32 << 10;
    ByteBuffer header = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    int at = start;
    while (true) {
      if (block - at % block < 7) {
        at += block - at % block;
      }
      int type = log[at + 6];
      at += 7 + (header.getShort(at + 4) & 0xFFFF);
      if (type == 1 || type == 4) {
        return at;
      }
    }
  }

  private static void flip(Path file, long offset) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(offset);
      int before = bytes.read();
      bytes.seek(offset);
      bytes.write(before ^ 0x40);
    }
  }

  private static void cut(Path file, long length) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.setLength(length);
    }
  }

  private static void append(Path file, byte[] more) throws IOException {
    Files.write(file, more, StandardOpenOption.APPEND);
  }

  private static void assertLost(Path directory, String... words) throws IOException {
    List<String> before = names(directory);
    assertRefused(() -> open(directory), words);
    assertRefused(() -> RocksStore.openReadOnly(options(directory)), words);
    assertThat(names(directory)).isEqualTo(before);
  }

  private static List<String> names(Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        names.add(file.getFileName() + " " + Files.size(file));
      }
    }
    return names;
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
        .message()
        .contains(words);
  }
}
