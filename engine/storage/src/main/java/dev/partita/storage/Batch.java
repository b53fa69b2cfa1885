package dev.partita.storage;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

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

  private static final int HEADER_BYTES = 12;
  private static final int COUNT_OFFSET = 8;
  private static final byte DELETE = 0x04;
  private static final byte PUT = 0x05;
  private static final byte DELETE_RANGE = 0x0E;
  private static final VarHandle COUNT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final Family[] FAMILIES = Family.values();

  private byte[] buffer;
  private int length = HEADER_BYTES;
  private int count;

  public Batch() {
    this(1024);
  }

  public Batch(int capacityBytes) {
    buffer = new byte[Math.max(capacityBytes, HEADER_BYTES)];
  }

  /** A batch from the bytes that {@link #toBytes} gave. */
  public static Batch fromBytes(byte[] bytes) {
    if (bytes.length < HEADER_BYTES) {
      throw corrupt(bytes.length);
    }
    Batch batch = new Batch(bytes.length);
    System.arraycopy(bytes, 0, batch.buffer, 0, bytes.length);
    batch.length = bytes.length;
    for (int i = 3; i >= 0; i--) {
      batch.count = (batch.count << 8) | (bytes[COUNT_OFFSET + i] & 0xFF);
    }
    return batch;
  }

  public Batch put(Family family, byte[] key, byte[] value) {
    begin(PUT, family, key.length + value.length);
    appendSized(key);
    appendSized(value);
    return this;
  }

  public Batch delete(Family family, byte[] key) {
    begin(DELETE, family, key.length);
    appendSized(key);
    return this;
  }

  /** Deletes the keys from {@code start}, inclusive, to {@code end}, exclusive. */
  public Batch deleteRange(Family family, byte[] start, byte[] end) {
    begin(DELETE_RANGE, family, start.length + end.length);
    appendSized(start);
    appendSized(end);
    return this;
  }

  /** Appends all operations of another batch. */
  public Batch append(Batch other) {
    int more = other.length - HEADER_BYTES;
    reserve(more);
    System.arraycopy(other.buffer, HEADER_BYTES, buffer, length, more);
    length += more;
    count += other.count;
    return this;
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

  public byte[] toBytes() {
    byte[] bytes = Arrays.copyOf(buffer, length);
    COUNT.set(bytes, COUNT_OFFSET, count);
    return bytes;
  }

  /** What {@link #toBytes} gives, without a copy where none is needed: to be read, never kept. */
  byte[] encoded() {
    if (buffer.length != length) {
      return toBytes();
    }
    COUNT.set(buffer, COUNT_OFFSET, count);
    return buffer;
  }

  public void forEach(Visitor visitor) {
    new Decoder().decode(visitor);
  }

  private void begin(byte operation, Family family, int payloadBytes) {
    reserve(payloadBytes + 12);
    buffer[length++] = operation;
    buffer[length++] = (byte) family.number();
    count++;
  }

  private void appendSized(byte[] bytes) {
    int rest = bytes.length;
    while (rest > 0x7F) {
      buffer[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  private void reserve(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }

  private static DatabaseException corrupt(int offset) {
    return new DatabaseException(ErrorCode.CORRUPT, "A batch is not of the expected form.")
        .with("offset", offset);
  }

  private final class Decoder {
    private int offset = HEADER_BYTES;

    void decode(Visitor visitor) {
      int decoded = 0;
      while (offset < length) {
        byte operation = next();
        Family family = family(next());
        switch (operation) {
          case PUT -> visitor.put(family, sized(), sized());
          case DELETE -> visitor.delete(family, sized());
          case DELETE_RANGE -> visitor.deleteRange(family, sized(), sized());
          default -> throw corrupt(offset);
        }
        decoded++;
      }
      if (decoded != count) {
        throw corrupt(offset).with("operations", decoded).with("expected", count);
      }
    }

    private Family family(int number) {
      if (number < 0 || number >= FAMILIES.length) {
        throw corrupt(offset);
      }
      return FAMILIES[number];
    }

    private byte next() {
      if (offset >= length) {
        throw corrupt(offset);
      }
      return buffer[offset++];
    }

    private byte[] sized() {
      int size = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = next();
        size |= (b & 0x7F) << shift;
        if (b >= 0) {
          break;
        }
        if (shift == 28) {
          throw corrupt(offset);
        }
      }
      if (size < 0 || length - offset < size) {
        throw corrupt(offset);
      }
      offset += size;
      return Arrays.copyOfRange(buffer, offset - size, offset);
    }
  }
}
