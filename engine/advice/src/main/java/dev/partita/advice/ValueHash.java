package dev.partita.advice;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.hash.SipHash;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Numbers that stand for values: equal for equal ones, as partition keys see them, and of no use to
 * who does not have the secret. Immutable.
 */
public final class ValueHash {

  /** How many bytes the secret has. */
  public static final int SECRET_BYTES = 16;

  private final SipHash hash;

  /**
   * @throws IllegalArgumentException if the secret has another length
   */
  public ValueHash(byte[] secret) {
    if (secret.length != SECRET_BYTES) {
      throw new IllegalArgumentException("A secret has 16 bytes, this one " + secret.length);
    }
    ByteBuffer words = ByteBuffer.wrap(secret);
    this.hash = new SipHash(words.getLong(), words.getLong());
  }

  /** For samples and workloads that are nobody's secret. */
  public static ValueHash open() {
    return new ValueHash(new byte[SECRET_BYTES]);
  }

  /** Of a value; an object or an array counts as undefined. */
  public long of(JsonValue value) {
    return hash.hash(PartitionKey.of(value).encoded());
  }

  /** Of an item, which its partition key and its id tell from all others. */
  public long item(PartitionKey key, String id) {
    return hash.hash(Bytes.concat(key.encoded(), id.getBytes(StandardCharsets.UTF_8)));
  }

  /** As the request log has it: 16 hexadecimal digits. */
  public static String text(long value) {
    StringBuilder text = new StringBuilder(Long.toHexString(value));
    return text.insert(0, "0".repeat(Long.BYTES * 2 - text.length())).toString();
  }

  /**
   * @throws NumberFormatException if the text is no such number
   */
  public static long parse(String text) {
    return Long.parseUnsignedLong(text, 16);
  }

  /** One number for two, whose order counts. */
  static long mix(long first, long second) {
    long mixed = (first ^ Long.rotateLeft(second, 29)) * 0x9E3779B97F4A7C15L + second;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
