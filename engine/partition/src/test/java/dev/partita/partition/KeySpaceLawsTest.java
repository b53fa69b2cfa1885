package dev.partita.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import java.util.Arrays;
import java.util.Comparator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Bytes that are often 0x00, 0x01 and 0xFF try the escaping at its edges. */
class KeySpaceLawsTest {

  private static final Comparator<RecordKey> BY_PARTS =
      Comparator.comparing((RecordKey key) -> key.logical().position(), Bytes.ORDER)
          .thenComparing(key -> key.logical().value(), Bytes.ORDER)
          .thenComparing(RecordKey::id, Bytes.ORDER);

  private final KeySpace keys = new KeySpace(5);

  @Property
  void ordersRecordsByTheirParts(
      @ForAll("names") RecordKey left, @ForAll("names") RecordKey right) {
    int stored =
        Bytes.ORDER.compare(
            keys.record(left.logical(), left.id()), keys.record(right.logical(), right.id()));

    assertThat(Integer.signum(stored)).isEqualTo(Integer.signum(BY_PARTS.compare(left, right)));
  }

  @Property
  void readsARecordsName(@ForAll("names") RecordKey key) {
    RecordKey read = keys.parseRecord(keys.record(key.logical(), key.id()));

    assertThat(read.logical()).isEqualTo(key.logical());
    assertThat(read.id()).isEqualTo(key.id());
    assertThat(keys.parseLogicalState(keys.logicalState(key.logical()))).isEqualTo(key.logical());
  }

  @Property
  void holdsTheRecordsOfARangeAndNoOthers(
      @ForAll("names") RecordKey key, @ForAll("ranges") KeyRange positions) {
    boolean inside = positions.contains(key.logical().position());

    assertThat(keys.records(positions).contains(keys.record(key.logical(), key.id())))
        .isEqualTo(inside);
    assertThat(keys.logicalStates(positions).contains(keys.logicalState(key.logical())))
        .isEqualTo(inside);
  }

  @Property
  void holdsTheRecordsOfALogicalPartitionAndNoOthers(
      @ForAll("names") RecordKey key, @ForAll("names") RecordKey other) {
    KeyRange range = keys.records(key.logical());

    assertThat(range.contains(keys.record(key.logical(), other.id()))).isTrue();
    assertThat(range.contains(keys.record(other.logical(), other.id())))
        .isEqualTo(other.logical().equals(key.logical()));
  }

  @Property
  void keepsContainersApart(@ForAll("names") RecordKey key, @ForAll int container) {
    KeySpace other = new KeySpace(container);
    boolean same = container == keys.segment();

    assertThat(keys.all().contains(other.record(key.logical(), key.id()))).isEqualTo(same);
    assertThat(keys.all().contains(other.logicalState(key.logical()))).isEqualTo(same);
    assertThat(keys.all().contains(other.index(key.id()))).isEqualTo(same);
    assertThat(keys.records(KeyRange.ALL).contains(other.record(key.logical(), key.id())))
        .isEqualTo(same);
  }

  @Property
  void keepsStatesOfPartitionsAndOfLogicalPartitionsApart(
      @ForAll("names") RecordKey key, @ForAll int partition) {
    assertThat(keys.logicalStates(KeyRange.ALL).contains(keys.logicalState(key.logical())))
        .isTrue();
    assertThat(keys.logicalStates(KeyRange.ALL).contains(keys.partitionState(partition))).isFalse();
    assertThat(keys.all().contains(keys.partitionState(partition))).isTrue();
  }

  @Property
  void holdsTheLogEntriesAfterOneLsnAndUpToAnother(
      @ForAll("lsns") long lsn,
      @ForAll("sequences") int sequence,
      @ForAll("lsns") long after,
      @ForAll("lsns") long through) {
    byte[] entry = keys.logEntry(4, lsn, sequence);

    assertThat(keys.log(4, after, through).contains(entry))
        .isEqualTo(lsn > after && lsn <= through);
    assertThat(keys.log(4, after, Long.MAX_VALUE).contains(entry)).isEqualTo(lsn > after);
    assertThat(keys.log(3, 0, Long.MAX_VALUE).contains(entry)).isFalse();
    assertThat(keys.log(5, 0, Long.MAX_VALUE).contains(entry)).isFalse();
  }

  @Provide
  Arbitrary<byte[]> parts() {
    return Arbitraries.of((byte) 0, (byte) 1, (byte) 2, (byte) 0x7F, (byte) 0x80, (byte) 0xFF)
        .array(byte[].class)
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<RecordKey> names() {
    return Combinators.combine(parts(), parts(), parts())
        .as((position, value, id) -> new RecordKey(new LogicalKey(position, value), id));
  }

  @Provide
  Arbitrary<KeyRange> ranges() {
    return Combinators.combine(parts(), parts().injectNull(0.2))
        .as(
            (one, other) ->
                other != null && Arrays.compareUnsigned(one, other) > 0
                    ? new KeyRange(other, one)
                    : new KeyRange(one, other));
  }

  @Provide
  Arbitrary<Long> lsns() {
    return Arbitraries.longs().between(0, 20);
  }

  @Provide
  Arbitrary<Integer> sequences() {
    return Arbitraries.of(0, 1, 255, 256, 0xFFFE);
  }
}
