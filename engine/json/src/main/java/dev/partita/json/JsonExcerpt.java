package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
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

  /** Whether texts are passed over at all; {@link JsonReader} reads them otherwise. */
  private static final boolean ENABLED =
      !"false".equals(System.getProperty("partita.json.excerpts"));

  final String[] names;

  /**
   * The names with the quote behind them, as they are written. One that is written in another way,
   * with a backslash, is found by the plain reader alone.
   */
  final byte[][] quoted;

  private final Consumer<RuntimeException> failures;

  /**
   * @param names of the properties that are wanted
   * @param failures is told of what the pass over a text should not have thrown, whatever the text;
   *     {@link JsonReader} then reads it
   */
  public JsonExcerpt(Collection<String> names, Consumer<RuntimeException> failures) {
    this.failures = failures;
    this.names = new LinkedHashSet<>(names).toArray(String[]::new);
    this.quoted =
        Arrays.stream(this.names).map(name -> (name + '"').getBytes(UTF_8)).toArray(byte[][]::new);
  }

  /** Reads the object that the range of bytes holds, as far as it is wanted. */
  public JsonObject read(byte[] utf8, int offset, int length) {
    return reader().read(utf8, offset, length);
  }

  /** A reader for many texts, one after the other. */
  public Reader reader() {
    return new Reader(new ExcerptScan(this));
  }

  /** Reads texts one after the other. Not for use by several threads. */
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
      if (!ENABLED) {
        return null;
      }
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
