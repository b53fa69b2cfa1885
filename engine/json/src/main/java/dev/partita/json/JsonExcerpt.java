package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Some properties of an object, read from the text that {@link JsonWriter} wrote. What is not
 * wanted is passed over and not made into values, and nothing is looked at behind the last property
 * that is wanted. Immutable, and safe for use by any number of threads.
 *
 * <p>The text is trusted: it was checked before it was written. Where it is not as the writer
 * writes, {@link JsonReader} reads all of it and has the last word.
 */
public final class JsonExcerpt {

  final String[] names;

  /** The names as they are written, with the quote behind them. */
  final byte[][] quoted;

  /** The first eight bytes of each, or fewer, and which bits of them count. */
  final long[] heads;

  final long[] masks;

  private final Consumer<RuntimeException> failures;

  /**
   * @param names of the properties that are wanted
   * @param failures is told of what the pass over a text should not have thrown, whatever the text;
   *     {@link JsonReader} then reads it
   */
  public JsonExcerpt(Collection<String> names, Consumer<RuntimeException> failures) {
    this.failures = failures;
    this.names = new LinkedHashSet<>(names).toArray(String[]::new);
    this.quoted = new byte[this.names.length][];
    this.heads = new long[quoted.length];
    this.masks = new long[quoted.length];
    for (int i = 0; i < quoted.length; i++) {
      quoted[i] = (this.names[i] + '"').getBytes(UTF_8);
      if (StringScan.special(quoted[i], 0, quoted[i].length) < quoted[i].length - 1) {
        // Written in another way, so that what looks like it is not it.
        heads[i] = -1;
        continue;
      }
      for (int j = 0; j < Math.min(quoted[i].length, Long.BYTES); j++) {
        heads[i] |= (quoted[i][j] & 0xFFL) << (Byte.SIZE * j);
        masks[i] |= 0xFFL << (Byte.SIZE * j);
      }
    }
  }

  /** Reads the object that the range of bytes holds, as far as it is wanted. */
  public JsonObject read(byte[] utf8, int offset, int length) {
    return new Reader(new ExcerptScan(this, null)).read(utf8, offset, length);
  }

  /** A reader for many texts, one after the other. */
  public Reader reader() {
    StringMemo[] memos = new StringMemo[names.length];
    for (int i = 0; i < memos.length; i++) {
      memos[i] = new StringMemo();
    }
    return new Reader(new ExcerptScan(this, memos));
  }

  /**
   * Reads texts that have much in common. Not for use by several threads; the values that it gives
   * are like any others.
   */
  public final class Reader {

    private final ExcerptScan scan;

    Reader(ExcerptScan scan) {
      this.scan = scan;
    }

    /** Reads the object that the range of bytes holds, as far as it is wanted. */
    public JsonObject read(byte[] utf8, int offset, int length) {
      JsonObject found = readBeginning(utf8, offset, length);
      return found != null ? found : (JsonObject) JsonReader.DEFAULT.read(utf8, offset, length);
    }

    /**
     * Reads an object of whose text the range holds the beginning, as far as it is wanted; null if
     * more of it is needed.
     */
    public @Nullable JsonObject readBeginning(byte[] utf8, int offset, int length) {
      try {
        return scan.read(utf8, offset, length);
      } catch (ExcerptScan.Unusual _) {
        return null;
      } catch (RuntimeException e) {
        failures.accept(e);
        return null;
      }
    }
  }
}
