package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ChargeModelTest {

  private static final long LARGEST_ITEM_BYTES = 2L << 20;

  @Test
  void aSmallReadCostsOneWhetherOrNotItFindsSomething() {
    assertThat(ChargeModel.pointRead(1)).hasToString("1");
    assertThat(ChargeModel.pointRead(1024)).hasToString("1");
    assertThat(ChargeModel.pointRead(1025)).hasToString("1.01");
    assertThat(ChargeModel.notFound()).hasToString("1");
    assertThat(ChargeModel.notModified()).hasToString("1");
  }

  @Test
  void aRejectedWriteCostsTheReadOfWhatItMet() {
    assertThat(ChargeModel.rejectedWrite(4096)).isEqualTo(ChargeModel.pointRead(4096));
    assertThat(ChargeModel.rejectedWrite(0)).hasToString("1");
  }

  @Test
  void aReplacePaysForTheIndexTermsThatDiffer() {
    RequestCharge sameValues = ChargeModel.replace(1024, 1024, 0, 0);
    assertThat(sameValues).hasToString("11");
    assertThat(ChargeModel.replace(1024, 1024, 1, 2)).isEqualTo(sameValues.plus(ru(135)));
  }

  @Test
  void refusesNegativeWork() {
    assertThatThrownBy(() -> ChargeModel.pointRead(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChargeModel.create(1, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void replacingEverythingCostsACreateAndADelete(
      @ForAll @LongRange(min = 1, max = LARGEST_ITEM_BYTES) long oldBytes,
      @ForAll @LongRange(min = 1, max = LARGEST_ITEM_BYTES) long newBytes,
      @ForAll @IntRange(max = 10_000) int oldTerms,
      @ForAll @IntRange(max = 10_000) int newTerms) {
    assertThat(ChargeModel.replace(oldBytes, newBytes, oldTerms, newTerms))
        .isEqualTo(
            ChargeModel.delete(oldBytes, oldTerms).plus(ChargeModel.create(newBytes, newTerms)));
  }

  @Property
  void moreWorkNeverCostsLess(
      @ForAll @LongRange(min = 0, max = LARGEST_ITEM_BYTES) long bytes,
      @ForAll @LongRange(min = 0, max = 5_000) long more,
      @ForAll @IntRange(max = 1_000) int terms) {
    assertThat(ChargeModel.pointRead(bytes + more))
        .isGreaterThanOrEqualTo(ChargeModel.pointRead(bytes));
    assertThat(ChargeModel.create(bytes + more, terms))
        .isGreaterThanOrEqualTo(ChargeModel.create(bytes, terms));
    assertThat(ChargeModel.create(bytes, terms + 1))
        .isGreaterThan(ChargeModel.create(bytes, terms));
    assertThat(ChargeModel.create(bytes, terms)).isGreaterThan(ChargeModel.pointRead(bytes));
  }

  private static RequestCharge ru(long hundredths) {
    return new RequestCharge(hundredths);
  }
}
