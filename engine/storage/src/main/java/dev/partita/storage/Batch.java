package dev.partita.storage;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Puts and deletes that are applied together, in order. A batch is its own encoding: operations are
 * appended to one buffer in the layout of docs/formats/batch.md, which the store and a replication
 * log take as it is. Not for use by several threads.
 */
public final class Batch {

  /** Receives the operations of a batch in order. */
  public interface Visitor {
    void put(Family family, byte[] key, byte[] value);

    void delete(Family family, byte[] key);

    void deleteRange(Family family, byte[] start, byte[] end);
  }

  private static final int MAX_BYTES = 1 << 29;
  private static final int HEADER_BYTES = 12;
  private static final int COUNT_OFFSET = 8;

  /** The operation and the family. */
  private static final int OPERATION_HEAD_BYTES = 2;

  /** Fewer operations than this cost less as they come than it takes to put them in order. */
  private static final int MANY = 1024;

  private static final byte DELETE = 0x04;
  private static final byte PUT = 0x05;
  private static final byte DELETE_RANGE = 0x0E;
  private static final VarHandle COUNT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final Family[] FAMILIES = Family.values();

  private byte[] buffer;
  private int length;
  private int count;

  public Batch() {
    this(1024);
  }

  /**
   * @param operationsBytes how much will be appended, about; a batch of exactly that size is handed
   *     to the store without a copy
   */
  public Batch(int operationsBytes) {
    this(new byte[HEADER_BYTES + operationsBytes], HEADER_BYTES, 0);
  }

  private Batch(byte[] buffer, int length, int count) {
    this.buffer = buffer;
    this.length = length;
    this.count = count;
  }

  /**
   * A batch from the bytes that {@link #toBytes} gave.
   *
   * @throws DatabaseException CORRUPT when the bytes are anything else; a batch that exists can be
   *     written
   */
  public static Batch fromBytes(byte[] bytes) {
    if (bytes.length < HEADER_BYTES || Bytes.readLong(bytes, 0) != 0) {
      throw corrupt(0);
    }
    Batch batch = new Batch(bytes.clone(), bytes.length, (int) COUNT.get(bytes, COUNT_OFFSET));
    batch.validate();
    return batch;
  }

  /** What a put takes in a batch. */
  public static long putBytes(byte[] key, byte[] value) {
    return OPERATION_HEAD_BYTES + sizedBytes(key.length) + sizedBytes(value.length);
  }

  /** What a delete takes in a batch. */
  public static long deleteBytes(byte[] key) {
    return OPERATION_HEAD_BYTES + sizedBytes(key.length);
  }

  /** The size of a byte string with its length before it as a varint of seven bits per byte. */
  private static long sizedBytes(int size) {
    return 1 + (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size | 1)) / 7 + (long) size;
  }

  public Batch put(Family family, byte[] key, byte[] value) {
    begin(PUT, family, putBytes(key, value));
    appendSized(key);
    appendSized(value);
    return this;
  }

  /**
   * Puts an empty value under a key that is given in three parts, which saves joining them first.
   *
   * @param middle has the second part from {@code start} to {@code end}
   */
  public Batch putKey(Family family, byte[] head, byte[] middle, int start, int end, byte[] tail) {
    int size = head.length + end - start + tail.length;
    begin(PUT, family, OPERATION_HEAD_BYTES + sizedBytes(size) + sizedBytes(0));
    appendSize(size);
    appendRaw(head, 0, head.length);
    appendRaw(middle, start, end);
    appendRaw(tail, 0, tail.length);
    appendSize(0);
    return this;
  }

  public Batch delete(Family family, byte[] key) {
    begin(DELETE, family, deleteBytes(key));
    appendSized(key);
    return this;
  }

  /** Deletes the keys from {@code start}, inclusive, to {@code end}, exclusive; maybe none. */
  public Batch deleteRange(Family family, byte[] start, byte[] end) {
    if (Bytes.ORDER.compare(start, end) >= 0) {
      return this;
    }
    begin(DELETE_RANGE, family, putBytes(start, end));
    appendSized(start);
    appendSized(end);
    return this;
  }

  /** Appends all operations of another batch. */
  public Batch append(Batch other) {
    int more = other.operationsBytes();
    reserve(more);
    System.arraycopy(other.buffer, HEADER_BYTES, buffer, length, more);
    length += more;
    count += other.count;
    return this;
  }

  /** Takes back what was appended since the batch had this size and as many operations. */
  public void truncate(int sizeBytes, int operations) {
    if (sizeBytes > length
        || operations > count
        || (operations == 0) != (sizeBytes == HEADER_BYTES)) {
      throw new IllegalArgumentException("The batch never was of that size.");
    }
    length = sizeBytes;
    count = operations;
  }

  /**
   * Appends all operations of other batches in the order of their keys, those of one key in the
   * order in which they come. Many neighbours one after the other are put into a store, and later
   * written to its files, in much less time than keys that come from anywhere.
   *
   * @param others of puts and deletes alone, all to one family
   */
  public Batch appendInOrder(List<Batch> others) {
    int more = 0;
    int bytes = 0;
    for (Batch other : others) {
      more += other.count;
      bytes += other.operationsBytes();
    }
    if (more < MANY) {
      others.forEach(this::append);
      return this;
    }
    BatchOrder order = new BatchOrder(more);
    others.forEach(other -> other.addTo(order));
    reserve(bytes);
    order.copy(buffer, length);
    length += bytes;
    count += more;
    return this;
  }

  private void addTo(BatchOrder order) {
    Decoder decoder = new Decoder();
    int start = decoder.offset;
    while (decoder.next()) {
      if (decoder.operation == DELETE_RANGE) {
        throw new IllegalArgumentException("The deletion of a range has no place in an order.");
      }
      order.add(buffer, start, decoder.firstStart, decoder.firstEnd, decoder.offset);
      start = decoder.offset;
    }
  }

  public int count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  public int sizeBytes() {
    return length;
  }

  /** The size of the operations alone: what another batch grows by if they are appended to it. */
  public int operationsBytes() {
    return length - HEADER_BYTES;
  }

  public byte[] toBytes() {
    byte[] bytes = Arrays.copyOf(buffer, length);
    COUNT.set(bytes, COUNT_OFFSET, count);
    return bytes;
  }

  /**
   * The bytes that {@link #toBytes} gives, without a copy if possible: for a store to read at once,
   * and neither to change nor to keep.
   */
  public byte[] encoded() {
    if (buffer.length != length) {
      return toBytes();
    }
    COUNT.set(buffer, COUNT_OFFSET, count);
    return buffer;
  }

  public void forEach(Visitor visitor) {
    Decoder decoder = new Decoder();
    while (decoder.next()) {
      byte[] first = decoder.first();
      switch (decoder.operation) {
        case PUT -> visitor.put(decoder.family, first, decoder.second());
        case DELETE -> visitor.delete(decoder.family, first);
        case DELETE_RANGE -> visitor.deleteRange(decoder.family, first, decoder.second());
        default -> throw corrupt(decoder.offset);
      }
    }
  }

  private void validate() {
    Decoder decoder = new Decoder();
    int operations = 0;
    while (decoder.next()) {
      operations++;
    }
    if (operations != count) {
      throw corrupt(COUNT_OFFSET).with("operations", operations).with("expected", count);
    }
  }

  private void begin(byte operation, Family family, long bytes) {
    reserve(bytes);
    buffer[length++] = operation;
    buffer[length++] = (byte) family.number();
    count++;
  }

  private void appendSized(byte[] bytes) {
    appendSize(bytes.length);
    appendRaw(bytes, 0, bytes.length);
  }

  private void appendSize(int size) {
    int rest = size;
    while (rest > 0x7F) {
      buffer[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
  }

  private void appendRaw(byte[] bytes, int start, int end) {
    System.arraycopy(bytes, start, buffer, length, end - start);
    length += end - start;
  }

  private void reserve(long more) {
    if (buffer.length - length >= more) {
      return;
    }
    long needed = length + more;
    if (needed > MAX_BYTES) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE, "A batch is too large. Write in several smaller ones.")
          .with("sizeBytes", needed)
          .with("maxBytes", MAX_BYTES);
    }
    buffer = Arrays.copyOf(buffer, (int) Math.min(Math.max(buffer.length * 2L, needed), MAX_BYTES));
  }

  private static DatabaseException corrupt(int offset) {
    return new DatabaseException(ErrorCode.CORRUPT, "A batch is not of the expected form.")
        .with("offset", offset);
  }

  /** Steps through the operations without copying them. */
  private final class Decoder {
    private int offset = HEADER_BYTES;
    private byte operation;
    private Family family = Family.META;
    private int firstStart;
    private int firstEnd;
    private int secondStart;

    /** To the next operation; false at the end. */
    boolean next() {
      if (offset == length) {
        return false;
      }
      operation = nextByte();
      family = family(nextByte());
      firstStart = skipSized();
      firstEnd = offset;
      switch (operation) {
        case DELETE -> {}
        case PUT -> secondStart = skipSized();
        case DELETE_RANGE -> {
          secondStart = skipSized();
          if (Arrays.compareUnsigned(buffer, firstStart, firstEnd, buffer, secondStart, offset)
              >= 0) {
            throw corrupt(firstStart);
          }
        }
        default -> throw corrupt(firstStart);
      }
      return true;
    }

    byte[] first() {
      return Arrays.copyOfRange(buffer, firstStart, firstEnd);
    }

    byte[] second() {
      return Arrays.copyOfRange(buffer, secondStart, offset);
    }

    private Family family(byte number) {
      if (number < 0 || number >= FAMILIES.length) {
        throw corrupt(offset);
      }
      return FAMILIES[number];
    }

    private byte nextByte() {
      if (offset == length) {
        throw corrupt(offset);
      }
      return buffer[offset++];
    }

    /** Past a length and as many bytes; returns where those start. */
    private int skipSized() {
      int size = 0;
      int shift = 0;
      byte b;
      do {
        b = nextByte();
        if (shift == 28 && (b & 0xFF) > 0x07) {
          throw corrupt(offset);
        }
        size |= (b & 0x7F) << shift;
        shift += 7;
      } while (b < 0);
      if (length - offset < size) {
        throw corrupt(offset);
      }
      offset += size;
      return offset - size;
    }
  }
}
