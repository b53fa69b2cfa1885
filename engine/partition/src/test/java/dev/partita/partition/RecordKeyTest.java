package dev.partita.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RecordKeyTest {

  @Property
  void comesBackFromItsEncoding(
      @ForAll("some") byte[] position, @ForAll("some") byte[] value, @ForAll("some") byte[] id) {
    RecordKey key = new RecordKey(new LogicalKey(position, value), id);

    RecordKey read = RecordKey.decode(key.encoded());

    assertThat(read.logical()).isEqualTo(key.logical());
    assertThat(read.id()).isEqualTo(id);
  }

  @Property
  void liesInTheRangesOfItsPositionAndPartitionKey(
      @ForAll("some") byte[] position,
      @ForAll("some") byte[] value,
      @ForAll("some") byte[] id,
      @ForAll("some") byte[] start,
      @ForAll("some") byte[] end) {
    LogicalKey logical = new LogicalKey(position, value);
    byte[] encoded = RecordKey.encode(logical, id);
    KeyRange positions = new KeyRange(start, end);

    assertThat(RecordKey.range(positions).contains(encoded))
        .isEqualTo(positions.contains(position));
    assertThat(RecordKey.range(new KeyRange(start, null)).contains(encoded))
        .isEqualTo(Bytes.ORDER.compare(start, position) <= 0);
    assertThat(RecordKey.range(KeyRange.ALL)).isEqualTo(KeyRange.ALL);
    assertThat(RecordKey.range(logical).contains(encoded)).isTrue();
    LogicalKey other = new LogicalKey(start, end);
    assertThat(RecordKey.range(other).contains(encoded)).isEqualTo(other.equals(logical));
  }

  @Provide
  Arbitrary<byte[]> some() {
    return Arbitraries.bytes()
        .map(each -> each % 3 == 0 ? (byte) (each % 2 == 0 ? 0 : 0xFF) : each)
        .array(byte[].class)
        .ofMaxSize(4);
  }
}
