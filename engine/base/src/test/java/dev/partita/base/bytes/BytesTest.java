package dev.partita.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

@Domain(KeyBytes.class)
@Domain(DomainContext.Global.class)
class BytesTest {

  @Property
  void numbersAreBigEndian(@ForAll int number, @ForAll long longNumber) {
    byte[] bytes = new byte[15];
    Bytes.writeInt(bytes, 1, number);
    Bytes.writeLong(bytes, 6, longNumber);

    assertThat(Bytes.readInt(bytes, 1)).isEqualTo(number);
    assertThat(Bytes.readLong(bytes, 6)).isEqualTo(longNumber);
    assertThat(Bytes.hex(bytes))
        .isEqualTo("00" + "%08X".formatted(number) + "00" + "%016X".formatted(longNumber) + "00");
  }

  @Property
  void joinedBytesBeginWithTheFirst(@ForAll byte[] first, @ForAll byte[] second) {
    byte[] joined = Bytes.concat(first, second);

    assertThat(Bytes.hex(joined)).isEqualTo(Bytes.hex(first) + Bytes.hex(second));
    assertThat(Bytes.startsWith(joined, first)).isTrue();
    assertThat(Bytes.startsWith(first, joined)).isEqualTo(second.length == 0);
  }

  @Property
  void theFirstOfManyBytesIsFound(@ForAll byte[] bytes, @ForAll byte wanted, @ForAll int seed) {
    int from = bytes.length == 0 ? 0 : Math.floorMod(seed, bytes.length);
    int expected = from;
    while (expected < bytes.length && bytes[expected] != wanted) {
      expected++;
    }

    assertThat(Bytes.indexOf(bytes, from, bytes.length, wanted)).isEqualTo(expected);
  }

  @Example
  void aByteThatIsOneMoreIsNotTakenForTheOneThatIsLookedFor() {
    // In the order in which a borrow would go from one to the next.
    byte[] bytes = {1, 11, 10, 11, 11, 11, 11, 11, 11, 11, 11, 10, 11, 11, 11, 11, 11};

    assertThat(Bytes.indexOf(bytes, 0, bytes.length, (byte) 10)).isEqualTo(2);
    assertThat(Bytes.indexOf(bytes, 3, bytes.length, (byte) 10)).isEqualTo(11);
    assertThat(Bytes.indexOf(bytes, 12, bytes.length, (byte) 10)).isEqualTo(bytes.length);
    assertThat(Bytes.indexOf(bytes, 3, 11, (byte) 10)).isEqualTo(11);
  }

  @Property
  void hexadecimalTextIsReadBack(@ForAll byte[] bytes) {
    assertThat(Bytes.fromHex(Bytes.hex(bytes))).isEqualTo(bytes);
  }

  @Example
  void textThatIsNotHexadecimalIsRefused() {
    assertThatThrownBy(() -> Bytes.fromHex("0")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Bytes.fromHex("0G")).isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void theKeyAfterAPrefixIsTheSmallestBeyondIt(@ForAll byte[] prefix, @ForAll byte[] key) {
    byte[] after = Bytes.afterPrefix(prefix);

    if (after == null) {
      assertThat(Bytes.hex(prefix)).matches("(FF)*");
    } else {
      boolean beyond = Bytes.ORDER.compare(key, prefix) >= 0 && !Bytes.startsWith(key, prefix);
      assertThat(Bytes.ORDER.compare(key, after) >= 0).isEqualTo(beyond);
    }
  }

  @Example
  void thereIsNothingAfterAPrefixOfOnlyOnes() {
    assertThat(Bytes.afterPrefix(Bytes.EMPTY)).isNull();
    assertThat(Bytes.afterPrefix(Bytes.fromHex("FFFF"))).isNull();
    assertThat(Bytes.afterPrefix(Bytes.fromHex("01FF"))).isEqualTo(Bytes.fromHex("02"));
    assertThat(Bytes.afterPrefix(Bytes.fromHex("7F"))).isEqualTo(Bytes.fromHex("80"));
  }

  @Property
  void theOrderIsUnsigned(@ForAll byte left, @ForAll byte right) {
    assertThat(Integer.signum(Bytes.ORDER.compare(new byte[] {left}, new byte[] {right})))
        .isEqualTo(Integer.signum(Byte.compareUnsigned(left, right)));
  }
}
