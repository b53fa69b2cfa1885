package dev.partita.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WriteSetTest {

  /** What a transaction does: a value of so many bytes is put, or the slot deleted if negative. */
  record Write(int slot, int valueBytes) {}

  @Property
  void knowsByHowMuchABatchGrows(
      @ForAll("writes") List<Write> kept,
      @ForAll("writes") List<Write> undone,
      @ForAll("writes") List<Write> last) {
    WriteSet set = new WriteSet(Family.ITEMS);
    apply(kept, set);
    set.keep();
    apply(undone, set);
    set.undo();
    apply(last, set);

    Batch batch = new Batch();
    set.appendTo(batch);

    assertThat(set.sizeBytes()).isEqualTo(batch.operationsBytes());
  }

  private static void apply(List<Write> writes, WriteSet set) {
    for (Write write : writes) {
      Slot slot = new Slot(new byte[write.slot]);
      if (write.valueBytes < 0) {
        set.delete(slot);
      } else {
        set.put(slot, new byte[write.valueBytes]);
      }
    }
  }

  @Provide
  Arbitrary<List<Write>> writes() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 5), Arbitraries.integers().between(-50, 300))
        .as(Write::new)
        .list()
        .ofMaxSize(12);
  }
}
