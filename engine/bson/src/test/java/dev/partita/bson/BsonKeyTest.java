package dev.partita.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BsonKeyTest {

  /** An order of strings without regard to case, as a stand-in for a collation. */
  private static final StringOrder NO_CASE =
      new StringOrder() {
        @Override
        public int compare(String first, String second) {
          return Bytes.ORDER.compare(sortKey(first), sortKey(second));
        }

        @Override
        public byte[] sortKey(String text) {
          return text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        }
      };

  @Property(tries = 5000)
  void keysSortLikeValues(@ForAll long seed) {
    RandomValues values = new RandomValues(seed);
    sameOrder(values.next(3), values.next(3));
    sameOrder(values.number(), values.number());
  }

  private static void sameOrder(BsonValue first, BsonValue second) {
    int order = Integer.signum(BsonOrder.SIMPLE.compare(first, second));
    assertThat(sign(BsonKeyWriter.key(first), BsonKeyWriter.key(second)))
        .as("%s and %s", first, second)
        .isEqualTo(order);
    assertThat(
            sign(
                new BsonKeyWriter().addDescending(first).toBytes(),
                new BsonKeyWriter().addDescending(second).toBytes()))
        .as("%s and %s descending", first, second)
        .isEqualTo(-order);
  }

  @Property(tries = 3000)
  void keysOfSeveralValuesSortByTheFirstThatDiffers(@ForAll long seed) {
    RandomValues values = new RandomValues(seed);
    BsonValue a = values.next(2);
    BsonValue b = values.next(2);
    BsonValue c = values.next(2);
    BsonValue d = values.next(2);
    int first = BsonOrder.SIMPLE.compare(a, c);
    int expected = first != 0 ? first : -BsonOrder.SIMPLE.compare(b, d);
    assertThat(
            sign(
                new BsonKeyWriter().add(a).addDescending(b).toBytes(),
                new BsonKeyWriter().add(c).addDescending(d).toBytes()))
        .isEqualTo(Integer.signum(expected));
  }

  @Property(tries = 2000)
  void keysWithACollationSortLikeValues(@ForAll long seed) {
    RandomValues values = new RandomValues(seed);
    BsonOrder order = BsonOrder.of(NO_CASE);
    BsonValue first = values.next(2);
    BsonValue second = values.next(2);
    assertThat(
            sign(
                new BsonKeyWriter(order).add(first).toBytes(),
                new BsonKeyWriter(order).add(second).toBytes()))
        .isEqualTo(Integer.signum(order.compare(first, second)));
  }

  @Property(tries = 3000)
  void whatIsReadFromAKeyIsEqualToWhatWasWritten(@ForAll long seed) {
    RandomValues values = new RandomValues(seed);
    BsonValue first = values.next(3);
    BsonValue second = values.next(3);
    BsonKeyReader reader =
        new BsonKeyReader(new BsonKeyWriter().add(first).addDescending(second).toBytes());
    assertEqual(reader.next(), first);
    assertEqual(reader.nextDescending(), second);
    assertThat(reader.atEnd()).isTrue();
  }

  private static void assertEqual(BsonValue actual, BsonValue expected) {
    assertThat(BsonOrder.SIMPLE.equal(actual, expected)).as("%s and %s", actual, expected).isTrue();
  }

  @Test
  void keysHaveTheBytesOfTheFormat() {
    assertThat(hex("1")).isEqualTo("28BFF000000000000000");
    assertThat(hex("-1")).isEqualTo("28400FFFFFFFFFFFFF00");
    assertThat(hex("{\"$numberDecimal\":\"0.1\"}"))
        .isEqualTo("28BFB99999999999990101" + "8000" + "0B" + "00");
    assertThat(hex("\"ab\"")).isEqualTo("3061620001");
    assertThat(hex("{\"a\":[true]}")).isEqualTo("38406100580100" + "00");
    assertThat(hex("null")).isEqualTo("20");
  }

  @Test
  void aKeyThatIsCutIsRefused() {
    byte[] key = BsonKeyWriter.key(ExtendedJson.parseValue("{\"a\":\"text\"}"));
    for (int length = 0; length < key.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(key, length);
      assertThatThrownBy(() -> new BsonKeyReader(cut).next()).isInstanceOf(DatabaseException.class);
    }
  }

  private static String hex(String json) {
    return Bytes.hex(BsonKeyWriter.key(ExtendedJson.parseValue(json)));
  }

  private static int sign(byte[] first, byte[] second) {
    return Integer.signum(Bytes.ORDER.compare(first, second));
  }
}
