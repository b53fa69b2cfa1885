package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RequestChargeTest {

  @Test
  void printsAsFewDecimalsAsItNeeds() {
    assertThat(new RequestCharge(571)).hasToString("5.71");
    assertThat(new RequestCharge(130)).hasToString("1.3");
    assertThat(new RequestCharge(1005)).hasToString("10.05");
    assertThat(new RequestCharge(38)).hasToString("0.38");
    assertThat(RequestCharge.of(10)).hasToString("10");
    assertThat(RequestCharge.ZERO).hasToString("0");
  }

  @Test
  void refusesNegativeAmountsAndOverflow() {
    assertThatThrownBy(() -> new RequestCharge(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RequestCharge(Long.MAX_VALUE).plus(new RequestCharge(1)))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> RequestCharge.of(Long.MAX_VALUE))
        .isInstanceOf(ArithmeticException.class);
  }

  @Property
  void aSumIsTheSumOfWhatIsPrinted(
      @ForAll List<@LongRange(min = 0, max = 10_000_000_000L) Long> amounts) {
    RequestCharge sum = RequestCharge.ZERO;
    BigDecimal printed = BigDecimal.ZERO;
    for (long amount : amounts) {
      RequestCharge charge = new RequestCharge(amount);
      sum = sum.plus(charge);
      printed = printed.add(new BigDecimal(charge.toString()));
    }
    assertThat(new BigDecimal(sum.toString())).isEqualByComparingTo(printed);
  }

  @Property
  void isReadAsItWasPrinted(@ForAll @LongRange(min = 0) long hundredths) {
    RequestCharge charge = new RequestCharge(hundredths);
    assertThat(RequestCharge.parse(charge.toString())).isEqualTo(charge);
  }

  @Property
  void comparesByAmount(
      @ForAll @LongRange(min = 0) long one, @ForAll @LongRange(min = 0) long other) {
    assertThat(new RequestCharge(one).compareTo(new RequestCharge(other)))
        .isEqualTo(Long.compare(one, other));
  }
}
