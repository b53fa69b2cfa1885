package dev.partita.bson;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BsonOrderTest {

  @Test
  void typesFollowEachOtherAsInMongoDb() {
    List<BsonValue> ascending =
        List.of(
            BsonValue.MIN_KEY,
            BsonValue.UNDEFINED,
            BsonValue.NULL,
            json("{\"$numberDouble\":\"NaN\"}"),
            json("{\"$numberDouble\":\"-Infinity\"}"),
            BsonValue.int64(Long.MIN_VALUE),
            json("{\"$numberDecimal\":\"-0.5\"}"),
            BsonValue.int32(0),
            BsonValue.float64(0.1),
            BsonValue.int64((1L << 53) + 1),
            json("{\"$numberDouble\":\"Infinity\"}"),
            BsonValue.string(""),
            BsonValue.string("Z"),
            BsonValue.symbol("a"),
            BsonValue.string("a\0"),
            BsonValue.EMPTY_DOCUMENT,
            json("{\"a\":1}"),
            json("{\"a\":1,\"b\":0}"),
            json("{\"b\":0}"),
            json("{\"a\":\"x\"}"),
            BsonValue.EMPTY_ARRAY,
            json("[1]"),
            json("[1,1]"),
            json("[2]"),
            json("[[]]"),
            BsonValue.binary(0, new byte[] {9}),
            BsonValue.binary(5, new byte[] {0}),
            BsonValue.binary(0, new byte[] {0, 0}),
            json("{\"$oid\":\"000000000000000000000001\"}"),
            BsonValue.FALSE,
            BsonValue.TRUE,
            BsonValue.date(-1),
            BsonValue.date(1),
            BsonValue.timestamp(1),
            BsonValue.timestamp(-1),
            BsonValue.regex("a", ""),
            BsonValue.regex("a", "i"),
            BsonValue.javascript("x"),
            BsonValue.MAX_KEY);
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(Integer.signum(BsonOrder.SIMPLE.compare(ascending.get(i), ascending.get(j))))
            .as("%s and %s", ascending.get(i), ascending.get(j))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void numbersOfDifferentTypesCompareWithoutRounding() {
    assertThat(compare("{\"$numberLong\":\"9007199254740993\"}", "9007199254740992.0"))
        .isPositive();
    assertThat(compare("{\"$numberDecimal\":\"0.1\"}", "0.1")).isNegative();
    assertThat(compare("{\"$numberDecimal\":\"0.5\"}", "0.5")).isZero();
    assertThat(compare("{\"$numberDecimal\":\"9223372036854775807.5\"}", longMax())).isPositive();
    assertThat(compare("9223372036854775808.0", longMax())).isPositive();
    assertThat(compare("{\"$numberDecimal\":\"-0\"}", "{\"$numberDouble\":\"-0.0\"}")).isZero();
    assertThat(compare("{\"$numberDecimal\":\"NaN\"}", "{\"$numberDouble\":\"NaN\"}")).isZero();
    assertThat(compare("{\"$numberDecimal\":\"NaN\"}", "{\"$numberDouble\":\"-Infinity\"}"))
        .isNegative();
    assertThat(compare("{\"$numberDecimal\":\"1E+6000\"}", "{\"$numberDouble\":\"Infinity\"}"))
        .isNegative();
  }

  @Property(tries = 3000)
  void equalValuesHaveOneHash(@ForAll long seed) {
    RandomValues values = new RandomValues(seed);
    BsonValue first = values.next(2);
    BsonValue second = values.next(2);
    if (BsonOrder.SIMPLE.equal(first, second)) {
      assertThat(BsonOrder.SIMPLE.key(first)).isEqualTo(BsonOrder.SIMPLE.key(second));
      assertThat(BsonOrder.SIMPLE.hash(first)).isEqualTo(BsonOrder.SIMPLE.hash(second));
    }
    BsonValue number = values.number();
    BsonValue other = values.number();
    if (BsonOrder.SIMPLE.equal(number, other)) {
      assertThat(BsonOrder.SIMPLE.hash(number)).isEqualTo(BsonOrder.SIMPLE.hash(other));
    }
  }

  @Property(tries = 3000)
  void theOrderIsTotal(@ForAll long seed) {
    RandomValues values = new RandomValues(seed);
    BsonValue a = values.next(2);
    BsonValue b = values.next(2);
    BsonValue c = values.next(2);
    assertThat(sign(a, b)).isEqualTo(-sign(b, a));
    assertThat(sign(a, a)).isZero();
    if (sign(a, b) <= 0 && sign(b, c) <= 0) {
      assertThat(sign(a, c)).isNotPositive();
    }
  }

  private static int sign(BsonValue first, BsonValue second) {
    return Integer.signum(BsonOrder.SIMPLE.compare(first, second));
  }

  private static String longMax() {
    return "{\"$numberLong\":\"9223372036854775807\"}";
  }

  private static int compare(String first, String second) {
    return BsonOrder.SIMPLE.compare(json(first), json(second));
  }

  private static BsonValue json(String text) {
    return ExtendedJson.parseValue(text);
  }
}
