package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.partition.KeyWatch;
import dev.partita.testkit.TestEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches that are carried out only over what was read before. */
class UnchangedTest {

  private static final byte[] ID = "x".getBytes(UTF_8);

  private Fixture fixture;
  private Items items;
  private long lsn;

  @BeforeEach
  void open() {
    fixture = new Fixture();
    items = fixture.items(TestEngine.definition("c"));
    lsn = items.create(pk("a"), json("{'id':'x','pk':'a'}")).lsn();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private boolean isCarriedOut(Unchanged reads) {
    List<BatchOperation> batch =
        List.of(new BatchOperation.Upsert(json("{'id':'written','pk':'a'}"), Precondition.NONE));
    Submitted<BatchResult> submitted = items.submitBatch(pk("a"), batch, BatchLimits.USUAL, reads);
    try {
      return submitted.get().succeeded();
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED);
      assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "written"));
      return false;
    }
  }

  private Unchanged present() {
    return new Unchanged(lsn, List.of(ID), List.of(), null);
  }

  private Unchanged absent() {
    return new Unchanged(lsn, List.of(), List.of("y".getBytes(UTF_8)), null);
  }

  @Test
  void whatIsAsItWasDoesNoHarm() {
    assertThat(isCarriedOut(present())).isTrue();
    assertThat(isCarriedOut(absent())).isTrue();
  }

  @Test
  void anItemThatWasReadMustNotHaveBeenReplaced() {
    var _ = items.upsert(pk("a"), json("{'id':'x','pk':'a','n':2}"), Precondition.NONE);
    assertThat(isCarriedOut(present())).isFalse();
  }

  @Test
  void anItemThatWasReadMustNotBeGone() {
    var _ = items.delete(pk("a"), "x", Precondition.NONE);
    assertThat(isCarriedOut(present())).isFalse();
  }

  @Test
  void anItemThatWasReadMustNotBeAnotherOfThisName() {
    var _ = items.delete(pk("a"), "x", Precondition.NONE);
    items.create(pk("a"), json("{'id':'x','pk':'a'}"));
    assertThat(isCarriedOut(present())).isFalse();
  }

  @Test
  void whereNothingWasThereMustBeNothing() {
    items.create(pk("a"), json("{'id':'y','pk':'a'}"));
    assertThat(isCarriedOut(absent())).isFalse();
  }

  @Test
  void aWatchTellsWhatHasChangedSince() {
    try (KeyWatch watch = items.watch(pk("a"))) {
      Unchanged reads =
          new Unchanged(
              lsn,
              List.of(),
              List.of(),
              new Unchanged.Watched(
                  watch, (id, before, after) -> id.equals("x") && before != null && after == null));

      items.create(pk("a"), json("{'id':'y','pk':'a'}"));
      var _ = items.upsert(pk("a"), json("{'id':'x','pk':'a','n':2}"), Precondition.NONE);
      items.create(pk("b"), json("{'id':'x','pk':'b'}"));
      assertThat(isCarriedOut(reads)).isTrue();
      var _ = items.delete(pk("a"), "written", Precondition.NONE);

      var _ = items.delete(pk("a"), "x", Precondition.NONE);
      assertThat(isCarriedOut(reads)).isFalse();
    }
  }
}
