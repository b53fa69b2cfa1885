package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Transaction;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on documents as data: what it has read of a logical partition, and what it writes
 * if all that is still so. Immutable.
 *
 * @param version of the container's record under which the entries of documents were worked out
 * @param charge what it comes to
 */
record DocumentChanges(
    LogicalKey logical,
    long version,
    RequestCharge charge,
    List<DocumentChanges.Read> reads,
    List<DocumentChanges.Write> writes) {

  DocumentChanges {
    reads = List.copyOf(reads);
    writes = List.copyOf(writes);
  }

  /** Something that was found. */
  sealed interface Read {

    record Present(byte[] id, long lsn, int sequence) implements Read {}

    record Absent(byte[] id) implements Read {}

    record Entry(byte[] suffix, byte @Nullable [] value) implements Read {}
  }

  /** Something to be written. */
  sealed interface Write {

    record Put(byte[] id, byte[] record) implements Write {}

    record Delete(byte[] id, boolean expired) implements Write {}

    record PutEntry(byte[] suffix, byte[] value) implements Write {}

    record DeleteEntry(byte[] suffix) implements Write {}
  }

  private static final int FORMAT = 1;

  private static final int PRESENT = 1;
  private static final int ABSENT = 2;
  private static final int ENTRY = 3;
  private static final int NO_ENTRY = 4;

  private static final int PUT = 1;
  private static final int DELETE = 2;
  private static final int PUT_ENTRY = 3;
  private static final int DELETE_ENTRY = 4;
  private static final int EXPIRE = 5;

  /** Makes the writes; whether all that was read is as it was, or else nothing happens. */
  boolean apply(Transaction transaction) {
    for (Read read : reads) {
      if (!holds(transaction, read)) {
        return false;
      }
    }
    for (Write write : writes) {
      switch (write) {
        case Write.Put(var id, var record) ->
            transaction.put(id, transaction.get(id), record.clone());
        case Write.Delete(var id, var expired) -> {
          StoredRecord current = transaction.get(id);
          if (current != null) {
            transaction.delete(id, current, expired);
          }
        }
        case Write.PutEntry(var suffix, var value) -> transaction.putIndex(suffix, value);
        case Write.DeleteEntry(var suffix) -> transaction.deleteIndex(suffix);
      }
    }
    return true;
  }

  private static boolean holds(Transaction transaction, Read read) {
    return switch (read) {
      case Read.Present(var id, var lsn, var sequence) -> {
        StoredRecord current = transaction.get(id);
        yield current != null && current.lsn() == lsn && current.sequence() == sequence;
      }
      case Read.Absent(var id) -> transaction.get(id) == null;
      case Read.Entry(var suffix, var value) -> Arrays.equals(transaction.index(suffix), value);
    };
  }

  byte[] encode() {
    KeyWriter out = new KeyWriter(256).u8(FORMAT);
    bytes(out, RecordKey.encode(logical, Bytes.EMPTY)).u64(version).u64(charge.hundredths());
    out.u32(reads.size());
    for (Read read : reads) {
      switch (read) {
        case Read.Present(var id, var lsn, var sequence) ->
            bytes(out.u8(PRESENT), id).u64(lsn).u32(sequence);
        case Read.Absent(var id) -> bytes(out.u8(ABSENT), id);
        case Read.Entry(var suffix, var value) -> {
          if (value == null) {
            bytes(out.u8(NO_ENTRY), suffix);
          } else {
            bytes(bytes(out.u8(ENTRY), suffix), value);
          }
        }
      }
    }
    out.u32(writes.size());
    for (Write write : writes) {
      switch (write) {
        case Write.Put(var id, var record) -> bytes(bytes(out.u8(PUT), id), record);
        case Write.Delete(var id, var expired) -> bytes(out.u8(expired ? EXPIRE : DELETE), id);
        case Write.PutEntry(var suffix, var value) ->
            bytes(bytes(out.u8(PUT_ENTRY), suffix), value);
        case Write.DeleteEntry(var suffix) -> bytes(out.u8(DELETE_ENTRY), suffix);
      }
    }
    return out.toBytes();
  }

  private static KeyWriter bytes(KeyWriter out, byte[] bytes) {
    return out.u32(bytes.length).raw(bytes);
  }

  /**
   * @throws DatabaseException BAD_REQUEST
   */
  static DocumentChanges decode(byte[] bytes) {
    Input in = new Input(bytes);
    if (in.u8() != FORMAT) {
      throw in.refused();
    }
    LogicalKey logical = RecordKey.decode(in.bytes()).logical();
    long version = in.u64();
    RequestCharge charge = new RequestCharge(in.u64());
    List<Read> reads = new ArrayList<>();
    for (int left = in.u32(); left > 0; left--) {
      reads.add(read(in));
    }
    List<Write> writes = new ArrayList<>();
    for (int left = in.u32(); left > 0; left--) {
      writes.add(write(in));
    }
    in.requireEnd();
    return new DocumentChanges(logical, version, charge, reads, writes);
  }

  private static Read read(Input in) {
    return switch (in.u8()) {
      case PRESENT -> new Read.Present(in.bytes(), in.u64(), in.u32());
      case ABSENT -> new Read.Absent(in.bytes());
      case ENTRY -> new Read.Entry(in.bytes(), in.bytes());
      case NO_ENTRY -> new Read.Entry(in.bytes(), null);
      default -> throw in.refused();
    };
  }

  private static Write write(Input in) {
    return switch (in.u8()) {
      case PUT -> new Write.Put(in.bytes(), in.bytes());
      case DELETE -> new Write.Delete(in.bytes(), false);
      case EXPIRE -> new Write.Delete(in.bytes(), true);
      case PUT_ENTRY -> new Write.PutEntry(in.bytes(), in.bytes());
      case DELETE_ENTRY -> new Write.DeleteEntry(in.bytes());
      default -> throw in.refused();
    };
  }

  /** The parts of a message, which may be anything. */
  private static final class Input {

    private final byte[] bytes;
    private int at;

    Input(byte[] bytes) {
      this.bytes = bytes;
    }

    int u8() {
      require(1);
      return bytes[at++] & 0xFF;
    }

    int u32() {
      require(Integer.BYTES);
      at += Integer.BYTES;
      return Bytes.readInt(bytes, at - Integer.BYTES);
    }

    long u64() {
      require(Long.BYTES);
      at += Long.BYTES;
      return Bytes.readLong(bytes, at - Long.BYTES);
    }

    byte[] bytes() {
      int length = u32();
      require(length);
      at += length;
      return Arrays.copyOfRange(bytes, at - length, at);
    }

    void requireEnd() {
      if (at != bytes.length) {
        throw refused();
      }
    }

    private void require(int more) {
      if (more < 0 || bytes.length - at < more) {
        throw refused();
      }
    }

    DatabaseException refused() {
      return DatabaseException.badRequest("These are no changes of documents.").with("offset", at);
    }
  }
}
