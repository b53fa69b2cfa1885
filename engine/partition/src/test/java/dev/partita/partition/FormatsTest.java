package dev.partita.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Arrays;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** What is stored can be read again, and what was never stored so is told apart. */
class FormatsTest {

  private final KeySpace keys = new KeySpace(3);

  @Property
  void readsAChangeAsItWasWritten(@ForAll("changes") Change change) {
    byte[] name = keys.logEntry(9, change.lsn(), change.sequence());

    Change read = Change.decode(name, change.encode());

    assertThat(read)
        .usingRecursiveComparison()
        .withEqualsForType(Arrays::equals, byte[].class)
        .withEqualsForType(LogicalKey::equals, LogicalKey.class)
        .isEqualTo(change);
  }

  @Property(tries = 200)
  void refusesAChangeThatIsCutShort(@ForAll("changes") Change change, @ForAll int at) {
    byte[] name = keys.logEntry(9, change.lsn(), change.sequence());
    byte[] whole = change.encode();
    byte[] cut = Arrays.copyOf(whole, Math.floorMod(at, whole.length));

    assertCorrupt(() -> Change.decode(name, cut));
  }

  @Property(tries = 200)
  void refusesAChangeOfAnotherFormat(@ForAll("changes") Change change, @ForAll byte mark) {
    byte[] name = keys.logEntry(9, change.lsn(), change.sequence());
    byte[] other = change.encode();
    byte[] strange = change.encode();
    other[0] = mark == 1 ? 0 : mark;
    strange[1] = mark >= 1 && mark <= 4 ? 5 : mark;

    assertCorrupt(() -> Change.decode(name, other));
    assertCorrupt(() -> Change.decode(name, strange));
  }

  @Property
  void readsAStateAsItWasWritten(
      @ForAll long lsn,
      @ForAll long time,
      @ForAll long serial,
      @ForAll long size,
      @ForAll long count) {
    PartitionState state = new PartitionState(lsn, time, serial, size, count);

    assertThat(PartitionState.decode(state.encode())).isEqualTo(state);
    LogicalSize logical = new LogicalSize(size, count);
    assertThat(LogicalSize.decode(logical.encode())).isEqualTo(logical);
  }

  @Property(tries = 100)
  void refusesAStateThatIsNone(@ForAll byte[] bytes) {
    byte[] foreign = bytes.clone();
    if (foreign.length > 0 && foreign[0] == 1) {
      foreign[0] = 2;
    }

    assertCorrupt(() -> PartitionState.decode(foreign));
    byte[] whole = PartitionState.EMPTY.encode();
    int length = Math.floorMod(Arrays.hashCode(bytes), whole.length);
    assertCorrupt(() -> PartitionState.decode(Arrays.copyOf(whole, length)));
    assertCorrupt(() -> LogicalSize.decode(Arrays.copyOf(LogicalSize.NONE.encode(), length % 16)));
  }

  @Property
  void readsARecordAsItWasStamped(
      @ForAll byte[] payload, @ForAll("lsns") long lsn, @ForAll("sequences") int sequence) {
    byte[] bytes = new byte[StoredRecord.PAYLOAD_OFFSET + payload.length];
    System.arraycopy(payload, 0, bytes, StoredRecord.PAYLOAD_OFFSET, payload.length);

    StoredRecord record =
        Objects.requireNonNull(StoredRecord.read(StoredRecord.stamp(bytes, lsn, sequence)));

    assertThat(record.lsn()).isEqualTo(lsn);
    assertThat(record.sequence()).isEqualTo(sequence);
    assertThat(record.payload()).isEqualTo(payload);
    assertThat(record.sizeBytes()).isEqualTo(bytes.length);
  }

  @Property(tries = 200)
  void refusesARecordThatIsNone(@ForAll byte[] bytes) {
    byte[] foreign = bytes.clone();
    if (foreign.length >= StoredRecord.PAYLOAD_OFFSET && foreign[0] == 1) {
      foreign[0] = 2;
    }

    assertCorrupt(() -> StoredRecord.read(foreign));
  }

  @Provide
  Arbitrary<Long> lsns() {
    return Arbitraries.longs().between(1, Long.MAX_VALUE);
  }

  @Provide
  Arbitrary<Integer> sequences() {
    return Arbitraries.integers().between(0, 0xFFFF);
  }

  @Provide
  Arbitrary<Change> changes() {
    Arbitrary<byte[]> parts = Arbitraries.bytes().array(byte[].class).ofMaxSize(12);
    Arbitrary<LogicalKey> logical = Combinators.combine(parts, parts).as(LogicalKey::new);
    Arbitrary<RecordKey> names = Combinators.combine(logical, parts).as(RecordKey::new);
    Arbitrary<byte @Nullable []> images = parts.injectNull(0.3);
    return Combinators.combine(
            lsns(),
            sequences(),
            Arbitraries.of(Change.Kind.class),
            Arbitraries.longs(),
            Arbitraries.longs(),
            names,
            images,
            images)
        .as(Change::new);
  }

  private static void assertCorrupt(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CORRUPT));
  }
}
