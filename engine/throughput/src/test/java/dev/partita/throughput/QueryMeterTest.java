package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class QueryMeterTest {

  @Test
  void anEmptyPageCostsTheMinimum() {
    assertThat(QueryMeter.page().charge()).hasToString("1");
    assertThat(QueryMeter.page().soFar()).hasToString("0");
  }

  @Test
  void readingFromTheIndexAloneIsCheaperThanReadingItems() {
    QueryMeter count = QueryMeter.query();
    count.indexSeeks(1);
    count.indexEntries(1000);
    count.output(10);
    assertThat(count.charge()).hasToString("11.71");
  }

  @Test
  void projectingCostsLessThanReturningTheItem() {
    QueryMeter whole = QueryMeter.query();
    whole.itemRead(10_240);
    whole.output(10_240);
    QueryMeter projected = QueryMeter.query();
    projected.itemRead(10_240);
    projected.output(100);
    assertThat(projected.charge()).isLessThan(whole.charge());
  }

  @Test
  void refusesNegativeWork() {
    QueryMeter meter = QueryMeter.page();
    assertThatThrownBy(() -> meter.indexSeeks(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> meter.indexEntries(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> meter.itemRead(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> meter.output(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void theSameWorkCostsTheSame(@ForAll List<@IntRange(max = 100_000) Integer> itemBytes) {
    assertThat(inOnePage(itemBytes)).isEqualTo(inOnePage(itemBytes.reversed()));
  }

  @Property
  void thePagesAddUpToTheQuery(
      @ForAll @Size(min = 2, max = 100) List<@IntRange(max = 100_000) Integer> itemBytes,
      @ForAll @IntRange(min = 2, max = 100) int itemsPerPage) {
    RequestCharge sum = RequestCharge.ZERO;
    QueryMeter meter = QueryMeter.query();
    meter.indexSeeks(1);
    for (int i = 0; i < itemBytes.size(); i++) {
      if (i > 0 && i % itemsPerPage == 0 && itemBytes.size() - i > 1) {
        sum = sum.plus(meter.charge());
        meter = QueryMeter.page();
      }
      item(meter, itemBytes.get(i));
    }
    assertThat(sum.plus(meter.charge())).isEqualTo(inOnePage(itemBytes));
  }

  private static RequestCharge inOnePage(List<Integer> itemBytes) {
    QueryMeter meter = QueryMeter.query();
    meter.indexSeeks(1);
    itemBytes.forEach(bytes -> item(meter, bytes));
    return meter.charge();
  }

  private static void item(QueryMeter meter, int bytes) {
    meter.indexEntries(1);
    meter.itemRead(bytes);
    meter.output(bytes);
  }
}
