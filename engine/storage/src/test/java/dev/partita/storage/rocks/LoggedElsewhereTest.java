package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.StoreOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store whose log is another one's; a copy of its open folder is what a kill leaves. */
@Timeout(60)
class LoggedElsewhereTest {

  private static final byte[] KEY = {0, 0, 0, 1, 'k'};

  @TempDir private Path parent = Path.of("");
  private int copies;

  @Test
  void whatIsWrittenIsVisibleAtOnceAndDurableWhenFlushed() {
    try (RocksStore store = RocksStore.open(elsewhere("data"))) {
      store.write(everywhere("first"));
      assertThat(store.get(Family.META, KEY)).isEqualTo(bytes("first"));
      assertThat(store.durable(Family.META, KEY)).isNull();

      store.flush();
      store.write(everywhere("second"));

      assertThat(store.get(Family.META, KEY)).isEqualTo(bytes("second"));
      assertThat(store.durable(Family.META, KEY)).isEqualTo(bytes("first"));
    }
  }

  @Test
  void aKillLeavesAllFamiliesAsTheyWereFlushed() throws Exception {
    Path killed;
    try (RocksStore store = RocksStore.open(elsewhere("data"))) {
      store.write(everywhere("first"));
      store.flush();
      store.write(everywhere("second"));
      killed = killed(store, parent.resolve("data"));
    }

    try (RocksStore store = RocksStore.open(options(killed, Durability.LOGGED_ELSEWHERE))) {
      assertHasEverywhere(store, "first");
      assertThat(store.durable(Family.META, KEY)).isEqualTo(bytes("first"));
      store.write(everywhere("third"));
      assertHasEverywhere(store, "third");
    }
    try (RocksStore store = RocksStore.open(options(killed, Durability.LOGGED_ELSEWHERE))) {
      assertHasEverywhere(store, "third");
    }
  }

  /** With more than the buffers hold, RocksDB flushes by itself. */
  @Test
  void aKillLeavesAllFamiliesAsOfOneBatchHoweverTheyWereFlushed() throws Exception {
    StoreOptions small = elsewhere("data").withWriteBufferBytes(1 << 20);
    Path killed;
    try (RocksStore store = RocksStore.open(small)) {
      byte[] much = new byte[10_000];
      for (int i = 0; i < 400; i++) {
        store.write(everywhere("batch " + i).put(Family.ITEMS, new byte[] {1, (byte) i}, much));
      }
      killed = killed(store, parent.resolve("data"));
    }

    try (RocksStore store = RocksStore.open(options(killed, Durability.LOGGED_ELSEWHERE))) {
      byte[] found = store.get(Family.META, KEY);
      assertThat(found).isNotNull();
      assertHasEverywhere(store, new String(found, StandardCharsets.UTF_8));
    }
  }

  @Test
  void whatTheOwnLogHasIsFlushedBeforeItIsGivenUp() throws Exception {
    Path killed;
    try (RocksStore store = RocksStore.open(options(parent.resolve("data"), Durability.SYNCED))) {
      store.write(everywhere("alone"));
      killed = killed(store, parent.resolve("data"));
    }

    Path again;
    try (RocksStore store = RocksStore.open(options(killed, Durability.LOGGED_ELSEWHERE))) {
      assertThat(store.durable(Family.META, KEY)).isEqualTo(bytes("alone"));
      again = killed(store, killed);
    }
    try (RocksStore store = RocksStore.open(options(again, Durability.LOGGED_ELSEWHERE))) {
      assertHasEverywhere(store, "alone");
    }
  }

  @Test
  void aFolderWithADamagedLogStaysAsItIs() throws Exception {
    Path killed;
    try (RocksStore store = RocksStore.open(options(parent.resolve("data"), Durability.SYNCED))) {
      store.write(everywhere("first"));
      store.write(everywhere("second"));
      killed = killed(store, parent.resolve("data"));
    }
    try (Stream<Path> files = Files.list(killed)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        Files.write(log, new byte[0]);
      }
    }

    assertRefused(
        ErrorCode.CORRUPT,
        () -> RocksStore.open(options(killed, Durability.LOGGED_ELSEWHERE)),
        "log");
    assertThat(killed.resolve(LogElsewhere.MARK)).doesNotExist();
  }

  @Test
  void isNotOpenedAloneUntilItKeepsItsOwnLogAgain() {
    Path data = parent.resolve("data");
    try (RocksStore store = RocksStore.open(elsewhere("data"))) {
      store.write(everywhere("in a cluster"));
      assertThatThrownBy(() -> RocksStore.keepOwnLog(data)).isInstanceOf(DatabaseException.class);
    }

    for (Durability alone : List.of(Durability.SYNCED, Durability.RELAXED)) {
      assertRefused(
          ErrorCode.INCOMPATIBLE_FORMAT,
          () -> RocksStore.open(options(data, alone)),
          "cluster leave");
    }
    try (RocksStore store = RocksStore.openReadOnly(StoreOptions.in(data))) {
      assertHasEverywhere(store, "in a cluster");
    }

    RocksStore.keepOwnLog(data);
    for (String written : List.of("alone", "alone again")) {
      try (RocksStore store = RocksStore.open(options(data, Durability.SYNCED))) {
        store.write(everywhere(written));
        assertHasEverywhere(store, written);
      }
    }
  }

  private StoreOptions elsewhere(String name) {
    return options(parent.resolve(name), Durability.LOGGED_ELSEWHERE);
  }

  private static StoreOptions options(Path folder, Durability durability) {
    return StoreOptions.in(folder).withDurability(durability);
  }

  private static Batch everywhere(String value) {
    Batch batch = new Batch();
    for (Family family : Family.values()) {
      batch.put(family, KEY, bytes(value));
    }
    return batch;
  }

  private static void assertHasEverywhere(RocksStore store, String value) {
    for (Family family : Family.values()) {
      assertThat(store.get(family, KEY)).as(family.name()).isEqualTo(bytes(value));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What a process leaves behind that is killed: what it has written to its files. */
  private Path killed(RocksStore store, Path folder) throws Exception {
    store.database().pauseBackgroundWork();
    try {
      Path copy = Files.createDirectory(parent.resolve("copy" + copies++));
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
      return copy;
    } finally {
      store.database().continueBackgroundWork();
    }
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call, String words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DatabaseException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(words);
  }
}
