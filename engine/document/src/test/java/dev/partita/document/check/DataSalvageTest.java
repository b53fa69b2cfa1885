package dev.partita.document.check;

import static dev.partita.document.check.Sample.pk;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.ManualClock;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.index.IndexingPolicy;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged logs, and what is made of the folders. */
@Timeout(300)
class DataSalvageTest {

  private static final int STEPS = 300;
  private static final List<Family> FAMILIES = List.of(Family.values());

  @TempDir private Path parent = Path.of("");
  private final ManualClock clock = new ManualClock(1_800_000_000_000L);

  @Test
  void whatWasCommittedBeforeTheDamageIsKept() throws IOException {
    Path killed;
    try (Sample sample = new Sample(open(parent.resolve("data")))) {
      Items items = sample.items(Sample.rich("c").withIndexing(IndexingPolicy.DEFAULT));
      for (int i = 0; i < 100; i++) {
        items.create(null, json("{'id':'%d','pk':'a','email':'e%d'}".formatted(i, i)));
      }
      killed = copy(parent.resolve("data"));
    }
    Path log = logs(killed).getLast();
    byte[] before = Files.readAllBytes(log);
    flip(log, before.length / 2);
    byte[] damaged = Files.readAllBytes(log);
    assertThatThrownBy(() -> open(killed)).hasMessageContaining("--salvage");

    DataSalvage.Report report = DataSalvage.folder(killed, clock);

    assertThat(report.repaired()).isEmpty();
    var salvaged = report.salvaged().orElseThrow();
    assertThat(salvaged.broken().file()).isEqualTo(log);
    assertThat(salvaged.broken().lostOperations()).isPositive();
    assertThat(salvaged.broken().transactionsBehind()).isBetween(20L, 80L);
    assertThat(salvaged.aside().getFileName().toString()).isEqualTo("salvaged-20270115T080000000Z");
    assertThat(salvaged.aside().resolve(log.getFileName())).hasBinaryContent(damaged);
    assertThat(findings(killed)).isEmpty();
    assertThat(DataSalvage.folder(killed, clock).isEmpty()).isTrue();
    try (Sample sample = new Sample(open(killed), "other")) {
      Items items = items(sample);
      assertThat(items.read(pk("a"), "10").requireItem().document().at("email")).isNotNull();
      assertThatThrownBy(() -> items.read(pk("a"), "99").requireItem())
          .isInstanceOf(DatabaseException.class);
      items.create(null, json("{'id':'99','pk':'a','email':'e99'}"));
      sample.requireSound();
    }
  }

  @Test
  void aLogOfWhichNothingIsKnownIsBegunAnew() throws IOException {
    Path killed;
    try (Sample sample = new Sample(open(parent.resolve("data")))) {
      sample.items(Sample.rich("c")).create(null, json("{'id':'1','pk':'a','email':'e'}"));
      killed = copy(parent.resolve("data"));
    }
    for (Path log : logs(killed)) {
      Files.delete(log);
    }
    Files.delete(killed.resolve("SYNCED"));

    assertThat(DataSalvage.folder(killed, clock).lines())
        .startsWith(
            "Salvaged " + killed + " with a new log: there is no log file.",
            "How much is lost cannot be told.")
        .noneMatch(line -> line.contains("000000.log") || line.endsWith(": ."));
    assertThat(findings(killed)).isEmpty();
  }

  @Test
  void nothingIsDoneToASoundFolderOrToNone() throws IOException {
    assertThat(DataSalvage.folder(parent.resolve("none"), clock).isEmpty()).isTrue();
    assertThat(parent.resolve("none")).doesNotExist();
    open(parent.resolve("data")).close();
    List<Path> before = files(parent.resolve("data"));

    assertThat(DataSalvage.folder(parent.resolve("data"), clock).isEmpty()).isTrue();
    assertThat(files(parent.resolve("data"))).isEqualTo(before);
  }

  /** A life in which families went to sorted files at different times, cut off at any place. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void whatIsLeftFitsTogether(long seed) throws IOException {
    Random random = new Random(seed);
    Path killed;
    Store store = open(parent.resolve("data"));
    try (Sample sample = new Sample(store)) {
      Items items = sample.items(Sample.rich("c").withIndexing(IndexingPolicy.DEFAULT));
      for (int step = 0; step < STEPS; step++) {
        try {
          RandomHistoryTest.step(sample, items, random);
        } catch (DatabaseException e) {
          assertThat(RandomHistoryTest.NORMAL).as(e.getMessage()).contains(e.code());
        }
        if (random.nextInt(30) == 0) {
          store.compact(FAMILIES.get(random.nextInt(5)), KeyRange.ALL);
        }
        if (random.nextInt(50) == 0) {
          sample.items(Sample.rich("c" + step)).create(null, json("{'id':'1','pk':'a'}"));
        }
      }
      Family ahead = FAMILIES.get(1 + random.nextInt(4));
      store.compact(ahead, KeyRange.ALL);
      for (int i = 0; i < 20; i++) {
        items.upsert(
            null, json("{'id':'%d','pk':'z','email':'z%d'}".formatted(i, i)), Precondition.NONE);
      }
      killed = copy(parent.resolve("data"));
    }
    Path log = logs(killed).get(random.nextInt(logs(killed).size()));
    if (Files.size(log) > 0) {
      flip(log, random.nextLong(Files.size(log)));
    }

    DataSalvage.Report report = DataSalvage.folder(killed, clock);

    assertThat(findings(killed)).as("%s", report).isEmpty();
    try (Sample sample = new Sample(open(killed), "other")) {
      sample.clock.advanceMillis(10_000_000);
      for (int i = 0; i < 20; i++) {
        items(sample)
            .upsert(
                null,
                json("{'id':'%d','pk':'n','email':'n%d'}".formatted(i, i)),
                Precondition.NONE);
      }
      sample.requireSound();
    }
  }

  @Test
  void aRepairThatWasCutShortIsDoneAgain() throws IOException {
    Path folder = parent.resolve("data");
    try (Sample sample = new Sample(open(folder))) {
      sample.items(Sample.rich("c")).create(null, json("{'id':'1','pk':'a','email':'e'}"));
    }
    Files.createFile(folder.resolve("UNREPAIRED"));
    assertThatThrownBy(() -> open(folder)).hasMessageContaining("Start once more with --salvage");
    assertThatThrownBy(() -> findings(folder)).hasMessageContaining("--salvage");

    DataSalvage.Report report = DataSalvage.folder(folder, clock);

    assertThat(report.salvaged()).isEmpty();
    assertThat(report.repaired().orElseThrow().indexEntries()).isPositive();
    assertThat(findings(folder)).isEmpty();
  }

  private static Store open(Path folder) {
    return RocksStore.open(StoreOptions.in(folder));
  }

  private static Items items(Sample sample) {
    return sample.documents.items(
        sample.engine.catalogue().containers().stream()
            .filter(record -> record.name().equals("c"))
            .map(record -> sample.engine.containers().container(record.number()).orElseThrow())
            .findFirst()
            .orElseThrow());
  }

  private static List<Finding> findings(Path folder) {
    List<Finding> findings = new ArrayList<>();
    DataCheck.folder(folder, findings::add, Progress.NONE);
    return findings;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static List<Path> logs(Path folder) throws IOException {
    return files(folder).stream().filter(file -> file.toString().endsWith(".log")).toList();
  }

  private static Path copy(Path folder) throws IOException {
    Path copy = Files.createDirectory(folder.resolveSibling("killed"));
    for (Path file : files(folder)) {
      Files.copy(file, copy.resolve(file.getFileName()));
    }
    return copy;
  }

  private static void flip(Path file, long offset) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(offset);
      int before = bytes.read();
      bytes.seek(offset);
      bytes.write(before ^ 0x40);
    }
  }
}
