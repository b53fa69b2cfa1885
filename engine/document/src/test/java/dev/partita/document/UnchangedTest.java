package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.partition.KeyWatch;
import dev.partita.testkit.TestEngine;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches that are carried out only over what was read before. */
class UnchangedTest {

  private static final List<ItemOperation> WRITING =
      List.of(new ItemOperation.Upsert(json("{'id':'written','pk':'a'}"), Precondition.NONE));

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
    ItemRequest.Batch request = new ItemRequest.Batch(pk("a"), WRITING, BatchLimits.USUAL, reads);
    return isCarriedOut(() -> items.submit(request));
  }

  private boolean isCarriedOut(WatchedReads reads) {
    ItemRequest.Batch request = new ItemRequest.Batch(pk("a"), WRITING, BatchLimits.USUAL);
    return isCarriedOut(() -> items.submit(request, reads));
  }

  private boolean isCarriedOut(Supplier<Submitted<BatchResult>> submitting) {
    try {
      return submitting.get().get().succeeded();
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED);
      assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "written"));
      return false;
    }
  }

  private Unchanged present() {
    return new Unchanged(lsn, List.of("x"), List.of());
  }

  private Unchanged absent() {
    return new Unchanged(lsn, List.of(), List.of("y"));
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
      WatchedReads reads =
          new WatchedReads(
              watch, (id, before, after) -> id.equals("x") && before != null && after == null);

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
