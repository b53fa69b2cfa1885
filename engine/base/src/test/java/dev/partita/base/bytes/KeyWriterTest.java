package dev.partita.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Arrays;
import java.util.function.Consumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

@Domain(KeyBytes.class)
@Domain(DomainContext.Global.class)
class KeyWriterTest {

  @Example
  void escapingIsTheDocumentedOne() {
    byte[] key =
        new KeyWriter().u32(7).escaped(Bytes.fromHex("0061FF00")).u64(1).utf8("é").toBytes();

    assertThat(Bytes.hex(key))
        .isEqualTo("00000007" + "00FF61FF00FF" + "0001" + "0000000000000001" + "C3A9");
  }

  @Property
  void whatIsWrittenIsRead(
      @ForAll @IntRange(max = 0xFF) int u8,
      @ForAll @IntRange(max = 0xFFFF) int u16,
      @ForAll int u32,
      @ForAll long u64,
      @ForAll byte[] first,
      @ForAll byte[] second,
      @ForAll byte[] rest) {
    byte[] key =
        new KeyWriter(0)
            .u8(u8)
            .escaped(first)
            .u16(u16)
            .u32(u32)
            .raw(second)
            .u64(u64)
            .raw(rest)
            .toBytes();

    KeyReader reader = new KeyReader(key);
    assertThat(reader.u8()).isEqualTo(u8);
    assertThat(reader.escaped()).isEqualTo(first);
    assertThat(reader.u16()).isEqualTo(u16);
    assertThat(reader.u32()).isEqualTo(u32);
    assertThat(reader.raw(second.length)).isEqualTo(second);
    assertThat(reader.u64()).isEqualTo(u64);
    assertThat(reader.offset()).isEqualTo(key.length - rest.length);
    assertThat(reader.rest()).isEqualTo(rest);
    assertThat(reader.atEnd()).isTrue();
  }

  @Property
  void textIsRead(@ForAll byte[] part, @ForAll @AlphaChars @Chars({'é', '€', 0}) String text) {
    KeyReader reader = new KeyReader(new KeyWriter().escaped(part).utf8(text).toBytes());

    assertThat(reader.escaped()).isEqualTo(part);
    assertThat(reader.restUtf8()).isEqualTo(text);
    assertThat(reader.atEnd()).isTrue();
  }

  @Property
  void keysSortByTheirParts(
      @ForAll byte[] first,
      @ForAll long second,
      @ForAll byte[] third,
      @ForAll byte[] otherFirst,
      @ForAll long otherSecond,
      @ForAll byte[] otherThird) {
    byte[] key = new KeyWriter().escaped(first).u64(second).escaped(third).u8(9).toBytes();
    byte[] other =
        new KeyWriter().escaped(otherFirst).u64(otherSecond).escaped(otherThird).u8(9).toBytes();

    int order = Bytes.ORDER.compare(first, otherFirst);
    if (order == 0) {
      order = Long.compareUnsigned(second, otherSecond);
    }
    if (order == 0) {
      order = Bytes.ORDER.compare(third, otherThird);
    }
    assertThat(Integer.signum(Bytes.ORDER.compare(key, other))).isEqualTo(Integer.signum(order));
  }

  /** Parts that begin alike, which independent ones rarely do. */
  @Property
  void aPartThatContinuesAnotherSortsAfterIt(
      @ForAll byte[] part, @ForAll byte[] more, @ForAll byte[] next, @ForAll byte[] otherNext) {
    byte[] key = new KeyWriter().escaped(part).raw(next).toBytes();
    byte[] longer = new KeyWriter().escaped(Bytes.concat(part, more)).raw(otherNext).toBytes();

    if (more.length > 0) {
      assertThat(Bytes.ORDER.compare(key, longer)).isNegative();
    }
  }

  @Property
  void anUnfinishedPartIsTheLowerBoundOfThoseFromItOn(
      @ForAll byte[] bound, @ForAll byte[] part, @ForAll byte[] next) {
    byte[] lower = new KeyWriter().escapedPrefix(bound).toBytes();
    byte[] key = new KeyWriter().escaped(part).raw(next).toBytes();

    assertThat(Bytes.ORDER.compare(lower, key) <= 0)
        .isEqualTo(Bytes.ORDER.compare(bound, part) <= 0);
  }

  @Property
  void anUnfinishedPartIsThePrefixOfThoseThatContinueIt(
      @ForAll byte[] prefix, @ForAll byte[] part, @ForAll byte[] next) {
    KeyRange range = KeyRange.prefix(new KeyWriter().escapedPrefix(prefix).toBytes());

    for (byte[] candidate : new byte[][] {part, Bytes.concat(prefix, part)}) {
      byte[] key = new KeyWriter().escaped(candidate).raw(next).toBytes();
      assertThat(range.contains(key)).isEqualTo(Bytes.startsWith(candidate, prefix));
    }
  }

  @Property
  void numbersSortAsUnsigned(@ForAll int left, @ForAll int right) {
    byte[] leftKey = new KeyWriter().u32(left).toBytes();
    byte[] rightKey = new KeyWriter().u32(right).toBytes();

    assertThat(Integer.signum(Bytes.ORDER.compare(leftKey, rightKey)))
        .isEqualTo(Integer.signum(Integer.compareUnsigned(left, right)));
  }

  @Property
  void aKeyDoesNotChangeWhenItsWriterGoesOn(@ForAll byte[] part) {
    KeyWriter writer = new KeyWriter(part.length).raw(part);
    byte[] key = writer.toBytes();
    byte[] longer = writer.u8(7).toBytes();

    assertThat(key).isEqualTo(part);
    assertThat(longer).isEqualTo(Bytes.concat(part, new byte[] {7}));
  }

  /** Whatever bytes are read, the answer is parts or CORRUPT with the place. */
  @Property
  void damagedKeysAreReported(@ForAll byte[] key) {
    readAll(key, KeyReader::escaped);
    readAll(key, KeyReader::u16);
    readAll(key, KeyReader::u32);
    readAll(key, KeyReader::u64);
    readAll(key, reader -> reader.raw(3));
  }

  @Example
  void aPartWithoutAnEndIsReported() {
    for (String key : new String[] {"", "61", "6100", "610002", "00FF"}) {
      assertThatThrownBy(() -> new KeyReader(Bytes.fromHex(key)).escaped())
          .isInstanceOfSatisfying(
              DatabaseException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
                assertThat(e.context()).containsEntry("key", key).containsKey("offset");
              });
    }
    assertThatThrownBy(() -> new KeyReader(Bytes.EMPTY).raw(-1))
        .isInstanceOf(DatabaseException.class);
  }

  private static void readAll(byte[] key, Consumer<KeyReader> part) {
    KeyReader reader = new KeyReader(Arrays.copyOf(key, key.length));
    try {
      while (!reader.atEnd()) {
        int before = reader.offset();
        part.accept(reader);
        assertThat(reader.offset()).isGreaterThan(before);
      }
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
    }
  }
}
