package dev.partita.mongo.wire;

import dev.partita.base.error.DatabaseException;
import dev.partita.mongo.error.MongoError;
import dev.partita.net.frames.SnappyBlock;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Ways to compress messages, in the order in which they are preferred for none. */
public enum Compressor {
  NOOP(0, "noop") {
    @Override
    byte[] compress(byte[] bytes, int offset) {
      return Arrays.copyOfRange(bytes, offset, bytes.length);
    }

    @Override
    byte[] decompress(byte[] bytes, int offset, int size) {
      requireSize(bytes.length - offset == size);
      return Arrays.copyOfRange(bytes, offset, bytes.length);
    }
  },
  SNAPPY(1, "snappy") {
    @Override
    byte[] compress(byte[] bytes, int offset) {
      return SnappyBlock.compress(bytes, offset);
    }

    @Override
    byte[] decompress(byte[] bytes, int offset, int size) {
      try {
        return SnappyBlock.decompress(bytes, offset, size);
      } catch (DatabaseException _) {
        throw corrupt();
      }
    }
  },
  ZLIB(2, "zlib") {
    @Override
    byte[] compress(byte[] bytes, int offset) {
      Deflater deflater = new Deflater();
      try {
        deflater.setInput(bytes, offset, bytes.length - offset);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream((bytes.length - offset) / 2 + 32);
        byte[] part = new byte[8 << 10];
        while (!deflater.finished()) {
          out.write(part, 0, deflater.deflate(part));
        }
        return out.toByteArray();
      } finally {
        deflater.end();
      }
    }

    @Override
    byte[] decompress(byte[] bytes, int offset, int size) {
      Inflater inflater = new Inflater();
      try {
        inflater.setInput(bytes, offset, bytes.length - offset);
        // It grows with what comes out, not with what was announced.
        byte[] out = new byte[Math.min(size, EXPECTED_MAX)];
        int length = 0;
        while (!inflater.finished()) {
          if (length == out.length) {
            requireSize(length < size || inflatesNoMore(inflater));
            out = Arrays.copyOf(out, Math.min(size, Math.max(1, out.length * 2)));
          }
          int more = inflater.inflate(out, length, out.length - length);
          length += more;
          if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
            break;
          }
        }
        requireSize(length == size && inflater.finished());
        return out;
      } catch (DataFormatException _) {
        throw corrupt();
      } finally {
        inflater.end();
      }
    }

    // Reads the end that may follow the last byte.
    private static boolean inflatesNoMore(Inflater inflater) throws DataFormatException {
      return inflater.inflate(new byte[1]) == 0 && inflater.finished();
    }
  };

  /** So much room is made for what is announced, before there is any of it. */
  private static final int EXPECTED_MAX = 1 << 20;

  private final int id;
  private final String text;

  Compressor(int id, String text) {
    this.id = id;
    this.text = text;
  }

  int id() {
    return id;
  }

  /** The name in the handshake. */
  public String text() {
    return text;
  }

  /** One that both sides may choose; {@code noop} never is. */
  public static Optional<Compressor> named(String text) {
    return Arrays.stream(values())
        .filter(each -> each != NOOP && each.text.equals(text))
        .findFirst();
  }

  static Compressor of(int id) {
    return Arrays.stream(values())
        .filter(each -> each.id == id)
        .findFirst()
        .orElseThrow(
            () ->
                MalformedMessage.fatal(
                    MongoError.BAD_VALUE, "A message has an unknown compressor: " + id));
  }

  /** What follows an offset, compressed. */
  abstract byte[] compress(byte[] bytes, int offset);

  /**
   * What follows an offset, as it was.
   *
   * @param size how long it is said to be; anything else is refused
   */
  abstract byte[] decompress(byte[] bytes, int offset, int size);

  private static void requireSize(boolean agrees) {
    if (!agrees) {
      throw MalformedMessage.fatal(
          MongoError.BAD_VALUE, "A compressed message is not as long as it says.");
    }
  }

  private static MalformedMessage corrupt() {
    return MalformedMessage.fatal(
        MongoError.BAD_VALUE, "A compressed message cannot be decompressed.");
  }
}
