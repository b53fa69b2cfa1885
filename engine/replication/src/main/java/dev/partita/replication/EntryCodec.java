package dev.partita.replication;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Entries of the log as bytes: docs/formats/log.md. What one version of the limits lets through is
 * an entry that every replica can read, since one that is committed and cannot be would stop the
 * group; so the limits are those of the format and are checked before an entry is proposed.
 */
public final class EntryCodec {

  /** How many bytes an entry has at most. */
  public static final int ENTRY_BYTES_MAX = 32 << 20;

  /** How many effects an entry has at most. */
  public static final int EFFECTS_MAX = 512;

  /** What an entry takes besides its effects. */
  public static final int HEAD_BYTES = 1 + 1 + 8 + 2 + 8 + 2 + 4;

  private static final int VERSION = 1;
  private static final int EFFECTS = 1;
  private static final int FENCE = 2;
  private static final int SEGMENT_DROP = 3;
  private static final int BARRIER = 4;

  /** Of kinds that a reader that does not know them may pass over. */
  private static final int IGNORABLE = 0x80;

  private static final int CHECKSUM_BYTES = 4;
  private static final int EFFECT_HEAD_BYTES = 3 * 4 + 2 * 8 + 4;

  private EntryCodec() {}

  /** What an effect adds to an entry. */
  public static int sizeBytes(Effect effect) {
    return EFFECT_HEAD_BYTES + effect.batch().sizeBytes();
  }

  /**
   * Checks that an effect can be in an entry at all.
   *
   * @throws DatabaseException TOO_LARGE if it is too large for one of its own
   */
  public static void requireFits(Effect effect) {
    requireFits(1, HEAD_BYTES + (long) sizeBytes(effect));
  }

  private static void requireFits(int effects, long bytes) {
    if (effects > EFFECTS_MAX || bytes > ENTRY_BYTES_MAX) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE,
              "What is to be written at once is more than the replication log takes. Write less.")
          .with("effects", effects)
          .with("effectsMax", EFFECTS_MAX)
          .with("bytes", bytes)
          .with("bytesMax", ENTRY_BYTES_MAX);
    }
  }

  /**
   * @throws DatabaseException TOO_LARGE if the entry is beyond the limits of the format
   * @throws IllegalArgumentException if it could not be read back: an effect writes elsewhere than
   *     to its segment
   */
  public static byte[] encode(LoggedEntry logged) {
    LogEntry entry = logged.entry();
    KeyWriter head =
        new KeyWriter(HEAD_BYTES + 12)
            .u8(VERSION)
            .u8(kind(entry))
            .u64(entry.term())
            .u16(logged.origin().node())
            .u64(logged.origin().proposal());
    return switch (entry) {
      case Effects(List<Effect> effects) -> encode(head, effects);
      case Fence fence ->
          sealed(head.u32(fence.segment()).u32(fence.partition()).u32(fence.epoch()));
      case SegmentDrop drop -> sealed(head.u32(drop.segment()));
      case Barrier _ -> sealed(head);
    };
  }

  private static int kind(LogEntry entry) {
    return switch (entry) {
      case Effects _ -> EFFECTS;
      case Fence _ -> FENCE;
      case SegmentDrop _ -> SEGMENT_DROP;
      case Barrier _ -> BARRIER;
    };
  }

  private static byte[] encode(KeyWriter head, List<Effect> effects) {
    long bytes = HEAD_BYTES + effects.stream().mapToLong(EntryCodec::sizeBytes).sum();
    requireFits(effects.size(), bytes);
    KeyWriter writer = new KeyWriter((int) bytes).raw(head.toBytes()).u16(effects.size());
    for (Effect effect : effects) {
      if (!isWithin(effect.segment(), effect.batch())) {
        throw new IllegalArgumentException(
            "The effect writes elsewhere than to segment " + effect.segment() + ".");
      }
      byte[] batch = effect.batch().toBytes();
      writer
          .u32(effect.segment())
          .u32(effect.partition())
          .u32(effect.epoch())
          .u64(effect.firstLsn())
          .u64(effect.lastLsn())
          .u32(batch.length)
          .raw(batch);
    }
    return sealed(writer);
  }

  private static byte[] sealed(KeyWriter writer) {
    byte[] bytes = writer.toBytes();
    return new KeyWriter(bytes.length + CHECKSUM_BYTES)
        .raw(bytes)
        .u32(checksum(bytes, bytes.length))
        .toBytes();
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /**
   * An entry from the bytes that {@link #encode} gave. One of a kind that is not known and may be
   * passed over is a {@link Barrier}.
   *
   * @throws DatabaseException CORRUPT if they are anything else; an entry that is given can be
   *     applied. INCOMPATIBLE_FORMAT if they are of another version, or of a kind that is not known
   *     and must not be passed over
   */
  public static LoggedEntry decode(byte[] bytes) {
    int end = bytes.length - CHECKSUM_BYTES;
    if (bytes.length > ENTRY_BYTES_MAX || end < 2) {
      throw corrupt("length", bytes.length);
    }
    if (Bytes.readInt(bytes, end) != checksum(bytes, end)) {
      throw corrupt("checksum", Bytes.readInt(bytes, end));
    }
    int version = bytes[0];
    if (version != VERSION) {
      throw incompatible("version", version);
    }
    KeyReader reader = new KeyReader(Arrays.copyOf(bytes, end));
    reader.u8();
    int kind = reader.u8();
    try {
      long term = reader.u64();
      EntryOrigin origin = new EntryOrigin(reader.u16(), reader.u64());
      if (term <= 0) {
        throw corrupt("term", term);
      }
      return new LoggedEntry(origin, content(kind, term, reader));
    } catch (DatabaseException e) {
      // What readers say of it may contain all of the entry.
      throw e.code() == ErrorCode.CORRUPT ? corrupt("offset", reader.offset()) : e;
    }
  }

  private static LogEntry content(int kind, long term, KeyReader reader) {
    LogEntry entry =
        switch (kind) {
          case EFFECTS -> effects(term, reader);
          case FENCE -> fence(term, reader);
          case SEGMENT_DROP -> new SegmentDrop(reader.u32(), term);
          case BARRIER -> new Barrier(term);
          default -> {
            if ((kind & IGNORABLE) == 0) {
              throw incompatible("kind", kind);
            }
            reader.rest();
            yield new Barrier(term);
          }
        };
    if (!reader.atEnd()) {
      throw corrupt("more", reader.offset());
    }
    return entry;
  }

  private static Fence fence(long term, KeyReader reader) {
    Fence fence = new Fence(reader.u32(), reader.u32(), term, reader.u32());
    if (fence.epoch() < 1) {
      throw corrupt("epoch", fence.epoch());
    }
    return fence;
  }

  private static Effects effects(long term, KeyReader reader) {
    int count = reader.u16();
    if (count < 1 || count > EFFECTS_MAX) {
      throw corrupt("effects", count);
    }
    List<Effect> effects = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int segment = reader.u32();
      int partition = reader.u32();
      int epoch = reader.u32();
      long firstLsn = reader.u64();
      long lastLsn = reader.u64();
      int length = reader.u32();
      if (epoch < 0 || lastLsn < 0 || firstLsn < 1 || firstLsn > lastLsn + 1) {
        throw corrupt("effect", i);
      }
      if (length < 0) {
        throw corrupt("batch", length);
      }
      Batch batch = Batch.fromBytes(reader.raw(length));
      if (!isWithin(segment, batch)) {
        throw corrupt("segment", segment);
      }
      effects.add(new Effect(segment, partition, epoch, term, firstLsn, lastLsn, batch));
    }
    return new Effects(effects);
  }

  /** Whether a batch writes to nothing but a segment. */
  private static boolean isWithin(int segment, Batch batch) {
    KeyRange keys = SegmentDrop.keys(segment);
    boolean[] within = {true};
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(Family family, byte[] key, byte[] value) {
            delete(family, key);
          }

          @Override
          public void delete(Family family, byte[] key) {
            within[0] &= family != Family.META && keys.contains(key);
          }

          @Override
          public void deleteRange(Family family, byte[] start, byte[] end) {
            delete(family, start);
            within[0] &= keys.end() == null || Bytes.ORDER.compare(end, keys.end()) <= 0;
          }
        });
    return within[0];
  }

  private static DatabaseException corrupt(String part, long found) {
    return new DatabaseException(ErrorCode.CORRUPT, "An entry of the replication log is damaged.")
        .with("part", part)
        .with("found", found);
  }

  private static DatabaseException incompatible(String part, int found) {
    return new DatabaseException(
            ErrorCode.INCOMPATIBLE_FORMAT,
            "An entry of the replication log was written by a later version. Update this node.")
        .with("part", part)
        .with("found", found);
  }
}
