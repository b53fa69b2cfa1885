package dev.partita.document.check;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.check.StorageProblem;
import dev.partita.document.Items;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import dev.partita.testkit.TestEngine;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to the files themselves. */
class FolderDamageTest {

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void fill() {
    Store store = RocksStore.open(StoreOptions.in(folder));
    try (Sample sample = new Sample(store)) {
      Items items = sample.items(TestEngine.definition("c"));
      Random random = new Random(1);
      for (int i = 0; i < 300; i++) {
        byte[] filler = new byte[300];
        random.nextBytes(filler);
        items.create(
            null, json("{'id':'%d','pk':'k%d','f':'%s'}".formatted(i, i % 10, Bytes.hex(filler))));
      }
      for (Family family : Family.values()) {
        store.compact(family, KeyRange.ALL);
      }
    }
    assertThat(check()).isEmpty();
  }

  @Test
  void aDamagedTableIsNamedAndTheRestIsChecked() throws IOException {
    Path largest = tables().getLast();
    try (RandomAccessFile file = new RandomAccessFile(largest.toFile(), "rw")) {
      file.seek(file.length() / 2);
      file.write(new byte[50]);
    }

    List<Finding> findings = check();

    assertThat(findings)
        .isNotEmpty()
        .allSatisfy(
            finding -> {
              assertThat(finding.problem()).isEqualTo(StorageProblem.STORAGE_DAMAGED);
              assertThat(finding.toString()).contains(largest.getFileName().toString());
            });
  }

  @Test
  void aLostTableKeepsTheFolderFromBeingOpened() throws IOException {
    Files.delete(tables().getLast());

    assertRefused(ErrorCode.CORRUPT, this::check);
  }

  @Test
  void aFolderWithoutAStoreIsNoDataFolder() {
    assertRefused(
        ErrorCode.NOT_FOUND,
        () -> DataCheck.folder(folder.resolve("none"), _ -> {}, Progress.NONE));
    assertThat(folder.resolve("none")).doesNotExist();
  }

  private List<Finding> check() {
    List<Finding> findings = new ArrayList<>();
    DataCheck.folder(folder, findings::add, Progress.NONE);
    return findings;
  }

  /** From the smallest to the largest. */
  private List<Path> tables() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".sst"))
          .sorted((left, right) -> Long.compare(left.toFile().length(), right.toFile().length()))
          .toList();
    }
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DatabaseException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
