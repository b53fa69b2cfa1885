package dev.partita.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class EntryCodecTest {

  private static final EntryOrigin ORIGIN = new EntryOrigin(3, 17);
  private static final byte[] KEY = {0, 0, 0, 7, 1};

  private static Effect effect(int partition, Batch batch) {
    return new Effect(7, partition, 2, 5, 10, 12, batch);
  }

  private static Batch batch() {
    return new Batch()
        .put(Family.ITEMS, KEY, new byte[] {9})
        .delete(Family.LOG, KEY)
        .deleteRange(Family.INDEX, new byte[] {0, 0, 0, 7}, new byte[] {0, 0, 0, 8});
  }

  private static LoggedEntry again(LogEntry entry) {
    return EntryCodec.decode(EntryCodec.encode(new LoggedEntry(ORIGIN, entry)));
  }

  @Test
  void readsWhatItWrote() {
    for (LogEntry entry :
        List.of(new Fence(7, 4, 5, 3), new SegmentDrop(7, 5), new Barrier(Long.MAX_VALUE))) {
      assertThat(again(entry)).isEqualTo(new LoggedEntry(ORIGIN, entry));
    }
    LoggedEntry read = again(new Effects(List.of(effect(1, batch()), effect(2, new Batch()))));
    assertThat(read.origin()).isEqualTo(ORIGIN);
    assertThat(read.entry()).isInstanceOf(Effects.class);
    List<Effect> effects = ((Effects) read.entry()).effects();
    assertThat(effects).extracting(Effect::partition).containsExactly(1, 2);
    assertThat(effects.getFirst())
        .usingRecursiveComparison()
        .ignoringFields("batch")
        .isEqualTo(effect(1, batch()));
    assertThat(effects.getFirst().batch().toBytes()).isEqualTo(batch().toBytes());
  }

  /** The bytes of docs/formats/log.md. */
  @Test
  void writesTheDocumentedBytes() {
    assertThat(hex(new Fence(2, 1, 5, 8)))
        .isEqualTo(
            "0102"
                + "0000000000000005"
                + "0003"
                + "0000000000000011"
                + "000000020000000100000008"
                + "9A8B2F41");
    assertThat(hex(new Effects(List.of(effect(0, new Batch().put(Family.ITEMS, KEY, KEY))))))
        .isEqualTo(
            "0101"
                + "0000000000000005"
                + "0003"
                + "0000000000000011"
                + "0001"
                + "00000007"
                + "00000000"
                + "00000002"
                + "000000000000000A"
                + "000000000000000C"
                + "0000001A"
                + "00000000000000000100000005010500000007010500000007"
                + "01"
                + "3D0F0C0D");
  }

  private static String hex(LogEntry entry) {
    return HexFormat.of()
        .withUpperCase()
        .formatHex(EntryCodec.encode(new LoggedEntry(ORIGIN, entry)));
  }

  /** Whatever is changed about an entry, it is refused or is another entry that can be applied. */
  @Test
  void refusesDamage() {
    byte[] good =
        EntryCodec.encode(new LoggedEntry(ORIGIN, new Effects(List.of(effect(1, batch())))));
    for (int length = 0; length < good.length; length++) {
      assertRefused(Arrays.copyOf(good, length));
    }
    for (int i = 0; i < good.length; i++) {
      byte[] damaged = good.clone();
      damaged[i] ^= 0x10;
      assertRefused(damaged);
    }
  }

  /** The checksum of hostile bytes is right. */
  @Test
  void refusesWhatIsNoEntryThoughTheChecksumIsRight() {
    Random random = new Random(7);
    byte[] good =
        EntryCodec.encode(new LoggedEntry(ORIGIN, new Effects(List.of(effect(1, batch())))));
    for (int i = 0; i < 20_000; i++) {
      byte[] hostile = Arrays.copyOf(good, good.length - random.nextInt(good.length - 8));
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        hostile[random.nextInt(hostile.length)] = (byte) random.nextInt();
      }
      seal(hostile);
      try {
        LogEntry entry = EntryCodec.decode(hostile).entry();
        assertThat(again(entry).entry().term()).isEqualTo(entry.term());
      } catch (DatabaseException e) {
        assertThat(e.code()).isIn(ErrorCode.CORRUPT, ErrorCode.INCOMPATIBLE_FORMAT);
      }
    }
  }

  @Test
  void refusesEffectsThatLeaveTheirSegment() {
    byte[] other = {0, 0, 0, 8, 1};
    for (Batch batch :
        List.of(
            new Batch().put(Family.ITEMS, other, KEY),
            new Batch().delete(Family.STATE, other),
            new Batch().put(Family.META, KEY, KEY),
            new Batch().deleteRange(Family.LOG, KEY, new byte[] {0, 0, 0, 8, 0}))) {
      Effects effects = new Effects(List.of(effect(1, batch)));
      assertThatThrownBy(() -> again(effects)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void refusesWhatIsTooLargeBeforeItIsProposed() {
    Batch large = new Batch().put(Family.ITEMS, KEY, new byte[EntryCodec.ENTRY_BYTES_MAX]);
    assertCode(ErrorCode.TOO_LARGE, new Effects(List.of(effect(1, large))));
    assertCode(
        ErrorCode.TOO_LARGE,
        new Effects(Collections.nCopies(EntryCodec.EFFECTS_MAX + 1, effect(1, new Batch()))));
    int room = EntryCodec.ENTRY_BYTES_MAX - EntryCodec.HEAD_BYTES;
    int rest = room - EntryCodec.sizeBytes(effect(1, new Batch().put(Family.ITEMS, KEY, KEY)));
    Effect largest = effect(1, new Batch().put(Family.ITEMS, KEY, new byte[rest]));
    assertThat(again(new Effects(List.of(largest))).entry()).isInstanceOf(Effects.class);
  }

  @Test
  void passesOverKindsThatMayBe() {
    byte[] unknown = EntryCodec.encode(new LoggedEntry(ORIGIN, new Fence(7, 4, 5, 3)));
    unknown[1] = (byte) 0x85;
    seal(unknown);
    assertThat(EntryCodec.decode(unknown).entry()).isEqualTo(new Barrier(5));
    unknown[1] = 5;
    seal(unknown);
    assertThatThrownBy(() -> EntryCodec.decode(unknown))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INCOMPATIBLE_FORMAT));
  }

  private static void seal(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    Bytes.writeInt(bytes, bytes.length - 4, (int) crc.getValue());
  }

  private static void assertRefused(byte[] bytes) {
    assertThatThrownBy(() -> EntryCodec.decode(bytes))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
  }

  private static void assertCode(ErrorCode code, LogEntry entry) {
    assertThatThrownBy(() -> again(entry))
        .isInstanceOfSatisfying(DatabaseException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
