package dev.partita.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class BatchTest {

  @Example
  void theLayoutIsTheDocumentedOne() {
    byte[] longValue = new byte[300];
    Batch batch =
        new Batch()
            .put(Family.ITEMS, new byte[] {0x0A}, longValue)
            .delete(Family.LOG, new byte[] {0x0B, 0x0C})
            .deleteRange(Family.INDEX, new byte[] {0x01}, new byte[] {0x02});

    assertThat(Bytes.hex(batch.toBytes()))
        .isEqualTo(
            "0000000000000000"
                + "03000000"
                + ("0501" + "010A" + "AC02" + "00".repeat(300))
                + ("0402" + "020B0C")
                + ("0E04" + "0101" + "0102"));
  }

  @Property
  void aKeyInPartsIsTheSameAsAWholeOne(
      @ForAll byte[] head, @ForAll byte[] middle, @ForAll byte[] tail) {
    byte[] around = Bytes.concat(new byte[] {1, 2}, Bytes.concat(middle, new byte[] {3}));
    byte[] whole = Bytes.concat(head, Bytes.concat(middle, tail));

    Batch batch = new Batch(0).putKey(Family.INDEX, head, around, 2, 2 + middle.length, tail);

    assertThat(batch.toBytes())
        .isEqualTo(new Batch().put(Family.INDEX, whole, Bytes.EMPTY).toBytes());
  }

  @Property(tries = 50)
  void manyOperationsAreAppendedInTheOrderOfTheirKeys(@ForAll @IntRange(max = 3000) int number) {
    List<Batch> parts = new ArrayList<>();
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      // Every other key comes again soon: put first, deleted later.
      byte[] key = {(byte) (i / 2 * 37), (byte) (i / 2 * 11), (byte) (i / 2)};
      keys.add(key);
      Batch part = new Batch();
      parts.add(i % 2 == 0 ? part.put(Family.INDEX, key, key) : part.delete(Family.INDEX, key));
    }
    Batch batch = new Batch().put(Family.ITEMS, new byte[] {9}, new byte[] {9});

    batch.appendInOrder(parts);

    Batch expected = new Batch().put(Family.ITEMS, new byte[] {9}, new byte[] {9});
    if (number >= 1024) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        order.add(i);
      }
      order.sort((left, right) -> Bytes.ORDER.compare(keys.get(left), keys.get(right)));
      order.forEach(i -> expected.append(parts.get(i)));
    } else {
      parts.forEach(expected::append);
    }
    assertThat(batch.toBytes()).isEqualTo(expected.toBytes());
  }

  @Example
  void theDeletionOfARangeIsNotPutInOrder() {
    List<Batch> parts = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      parts.add(new Batch().deleteRange(Family.INDEX, new byte[] {1}, new byte[] {2}));
    }

    assertThatThrownBy(() -> new Batch().appendInOrder(parts))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Batches carry the number in one byte and find the family by it. */
  @Example
  void familiesAreNumberedInOrder() {
    assertThat(Family.values()).extracting(Family::number).containsExactly(0, 1, 2, 3, 4);
  }

  @Example
  void anEmptyRangeIsNotRecorded() {
    Batch batch =
        new Batch()
            .deleteRange(Family.ITEMS, new byte[] {2}, new byte[] {2})
            .deleteRange(Family.ITEMS, new byte[] {2}, new byte[] {1});

    assertThat(batch.isEmpty()).isTrue();
  }

  @Example
  void aBatchThatIsTooLargeIsRefusedAndStaysAsItWas() {
    byte[] half = new byte[(1 << 28) + 1];
    Batch batch = new Batch().put(Family.ITEMS, new byte[] {1}, new byte[] {1});
    int sizeBytes = batch.sizeBytes();

    assertThatThrownBy(() -> batch.put(Family.ITEMS, half, half))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE));
    assertThat(batch.sizeBytes()).isEqualTo(sizeBytes);
    assertThat(batch.count()).isEqualTo(1);
  }

  @Property
  void whatIsEncodedIsDecoded(@ForAll("operations") List<String> operations) {
    Batch batch = batch(operations);

    assertThat(decoded(batch)).isEqualTo(operations);
    assertThat(batch.count()).isEqualTo(operations.size());
    byte[] bytes = batch.toBytes();
    assertThat(bytes).hasSize(batch.sizeBytes()).isEqualTo(batch.encoded());
    Batch again = Batch.fromBytes(bytes);
    assertThat(decoded(again)).isEqualTo(operations);
    assertThat(again.toBytes()).isEqualTo(bytes);
  }

  @Property
  void appendingIsConcatenating(
      @ForAll("operations") List<String> first, @ForAll("operations") List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);

    assertThat(batch(first).append(batch(second)).toBytes()).isEqualTo(batch(both).toBytes());
  }

  @Property
  void whatIsTakenBackWasNeverThere(
      @ForAll("operations") List<String> first, @ForAll("operations") List<String> second) {
    Batch batch = batch(first);
    int sizeBytes = batch.sizeBytes();
    int count = batch.count();

    batch.append(batch(second)).truncate(sizeBytes, count);

    assertThat(batch.toBytes()).isEqualTo(batch(first).toBytes());
  }

  /** Bytes that were cut off are never taken for a batch, except that there is none to cut. */
  @Property
  void truncatedBytesAreRefused(
      @ForAll("operations") List<String> operations, @ForAll @IntRange(max = 10_000) int cut) {
    byte[] bytes = batch(operations).toBytes();
    byte[] truncated = Arrays.copyOf(bytes, bytes.length - 1 - cut % bytes.length);

    assertCorrupt(truncated);
  }

  /** Whatever is accepted is a batch: it has the operations it claims and encodes to itself. */
  @Property
  void damagedBytesAreRefusedOrStillABatch(
      @ForAll("operations") List<String> operations,
      @ForAll @IntRange(max = 10_000) int place,
      @ForAll byte value) {
    byte[] bytes = batch(operations).toBytes();
    bytes[place % bytes.length] = value;
    Batch accepted;
    try {
      accepted = Batch.fromBytes(bytes);
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
      return;
    }
    assertThat(decoded(accepted)).hasSize(operations.size());
    assertThat(accepted.toBytes()).isEqualTo(bytes);
  }

  @Property
  void arbitraryBytesNeverBreakTheDecoder(@ForAll byte[] tail) {
    byte[] bytes = Bytes.concat(new byte[12], tail);
    bytes[8] = 1;
    try {
      assertThat(decoded(Batch.fromBytes(bytes))).hasSize(1);
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
    }
  }

  @Example
  void nonsenseIsRefused() {
    assertCorrupt(Bytes.fromHex("0000000000000000" + "00000000" + "00"));
    assertCorrupt(Bytes.fromHex("0000000000000001" + "00000000"));
    assertCorrupt(Bytes.fromHex("0000000000000000" + "01000000"));
    assertCorrupt(Bytes.fromHex("0000000000000000" + "01000000" + "0505" + "0101" + "0101"));
    assertCorrupt(Bytes.fromHex("0000000000000000" + "01000000" + "0101" + "0101" + "0101"));
    assertCorrupt(Bytes.fromHex("0000000000000000" + "01000000" + "0E01" + "0102" + "0101"));
    assertCorrupt(Bytes.fromHex("0000000000000000" + "01000000" + "0401" + "FFFFFFFF0F"));
    assertCorrupt(Bytes.fromHex("0000000000000000" + "01000000" + "0401" + "808080808000"));
  }

  @Provide
  Arbitrary<List<String>> operations() {
    Arbitrary<String> texts = Arbitraries.strings().withCharRange('A', 'F').ofMaxLength(6);
    Arbitrary<String> hex =
        Arbitraries.oneOf(texts, Arbitraries.just("AB".repeat(100)))
            .map(text -> text.length() % 2 == 0 ? text : text + "0");
    Arbitrary<String> put =
        Combinators.combine(Arbitraries.of(Family.class), hex, hex)
            .as((family, key, value) -> "put " + family + " " + key + " " + value);
    Arbitrary<String> delete =
        Combinators.combine(Arbitraries.of(Family.class), hex)
            .as((family, key) -> "delete " + family + " " + key);
    Arbitrary<String> deleteRange =
        Combinators.combine(Arbitraries.of(Family.class), hex, hex)
            .as((family, start, more) -> "deleteRange " + family + " " + start + " " + start + more)
            .filter(text -> !text.matches("deleteRange \\w+ (\\w*) \\1"));
    return Arbitraries.oneOf(put, delete, deleteRange).list().ofMaxSize(20);
  }

  private static Batch batch(List<String> operations) {
    Batch batch = new Batch(0);
    for (String operation : operations) {
      String[] words = operation.split(" ", -1);
      Family family = Family.valueOf(words[1]);
      byte[] key = Bytes.fromHex(words[2]);
      switch (words[0]) {
        case "put" -> batch.put(family, key, Bytes.fromHex(words[3]));
        case "delete" -> batch.delete(family, key);
        default -> batch.deleteRange(family, key, Bytes.fromHex(words[3]));
      }
    }
    return batch;
  }

  private static List<String> decoded(Batch batch) {
    List<String> operations = new ArrayList<>();
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(Family family, byte[] key, byte[] value) {
            operations.add("put " + family + " " + Bytes.hex(key) + " " + Bytes.hex(value));
          }

          @Override
          public void delete(Family family, byte[] key) {
            operations.add("delete " + family + " " + Bytes.hex(key));
          }

          @Override
          public void deleteRange(Family family, byte[] start, byte[] end) {
            operations.add("deleteRange " + family + " " + Bytes.hex(start) + " " + Bytes.hex(end));
          }
        });
    return operations;
  }

  private static void assertCorrupt(byte[] bytes) {
    assertThatThrownBy(() -> Batch.fromBytes(bytes))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
  }

  @Example
  void isHandedOverWithoutACopyIfItsSizeWasGiven() {
    for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152}) {
      byte[] bytes = new byte[length];
      long size = Batch.putBytes(bytes, bytes) + Batch.deleteBytes(bytes);

      Batch batch = new Batch((int) size).put(Family.ITEMS, bytes, bytes).delete(Family.LOG, bytes);

      assertThat(batch.operationsBytes()).isEqualTo(size);
      assertThat(batch.encoded()).isEqualTo(batch.toBytes()).isSameAs(batch.encoded());
    }
  }
}
