package dev.partita.document.check;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.Container;
import dev.partita.container.check.Finding;
import dev.partita.container.check.StorageProblem;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PartitionState;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.testkit.TestEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage to partition maps. */
class MapDamageTest {

  private final Sample sample = new Sample();
  private final Items items = sample.items(Sample.rich("c"));
  private final int number = items.container().number();
  private final StoredCatalogue catalogue = new StoredCatalogue(sample);

  @BeforeEach
  void fill() {
    for (int i = 0; i < 30; i++) {
      items.create(null, json("{'id':'i%d','pk':'k%d','email':'e%d','ttl':99}".formatted(i, i, i)));
    }
    sample.engine.reshaper().split(items.container(), 0);
    items.upsert(null, json("{'id':'i1','pk':'k1','email':'e1'}"), Precondition.NONE);
    sample.engine.reshaper().merge(items.container(), 1, 2);
    sample.requireSound();
  }

  @AfterEach
  void close() {
    sample.close();
  }

  @Test
  void aMapWithAGap() {
    Container other = sample.create(TestEngine.definition("d"));
    sample.engine.reshaper().split(other, 0);
    List<Finding> findings =
        catalogue.change(
            "container/" + other.number(),
            text -> text.replaceFirst("\"max\":\"[^\"]+\"", "\"max\":\"01\""),
            StorageProblem.CATALOGUE_RECORD_UNREADABLE);

    assertThat(findings.getFirst().toString()).contains("do not join");
  }

  @Test
  void aMapThatDoesNotReachTheEnds() {
    Container other = sample.create(TestEngine.definition("d"));
    catalogue.change(
        "container/" + other.number(),
        text -> text.replaceFirst("\"min\":\"\"", "\"min\":\"01\""),
        StorageProblem.MAP_AXIS);
  }

  @Test
  void heirsThatDoNotOwnWhatTheirParentDid() {
    String middle = Bytes.hex(items.container().map().positionsOf(2).start());
    catalogue.change(
        "container/" + number,
        text -> text.replaceFirst("\"max\":\"" + middle, "\"max\":\"01"),
        StorageProblem.HEIRS_POSITIONS,
        StorageProblem.HEIRS_POSITIONS,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void anHeirThatStartsFromAnotherLsn() {
    catalogue.change(
        "container/" + number,
        text -> text.replaceFirst("\"lastLsn\":30", "\"lastLsn\":29"),
        StorageProblem.HEIRS_LSN,
        StorageProblem.HEIRS_LSN,
        StorageProblem.PARTITION_LSN,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void anHeirThatStartsWithAnotherSize() {
    long size = items.container().sizeBytes();
    PartitionState state = items.container().partitions().getFirst().partition().state();
    sample.damage(
        new Batch()
            .put(
                Family.STATE,
                new KeySpace(items.container().number()).partitionState(1),
                new PartitionState(31, state.timeMillis(), 0, size, 1).encode()),
        StorageProblem.HEIRS_SIZE);
  }

  @Test
  void aParentThatIsMissing() {
    catalogue.change(
        "container/" + number,
        text -> text.replaceFirst("\"parents\":\\[1,2\\]", "\"parents\":[1,5]"),
        StorageProblem.PARENT_MISSING,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void aPartitionWithoutHeirs() {
    catalogue.change(
        "container/" + number,
        text -> text.replaceFirst("\"parents\":\\[1,2\\]", "\"parents\":[]"),
        StorageProblem.HEIRS_MISSING,
        StorageProblem.HEIRS_MISSING,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void aNumberThatTwoPartitionsHave() {
    catalogue.change(
        "container/" + number,
        text -> text.replaceFirst("\"number\":3", "\"number\":2"),
        StorageProblem.PARTITION_NUMBER_TWICE,
        StorageProblem.PARTITION_LSN,
        StorageProblem.PARENT_MISSING,
        StorageProblem.NOT_CHECKED);
  }
}
