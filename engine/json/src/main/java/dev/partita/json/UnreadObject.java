package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object as text that {@link JsonWriter} wrote, or would have written, which is read when
 * somebody looks into it: for those who may pass it on as it is. Immutable like any other, and safe
 * for use by any number of threads.
 */
public final class UnreadObject extends JsonObject {

  private final byte[] utf8;
  private final int offset;
  private final int length;
  private final @Nullable Supplier<JsonObject> reading;
  private volatile @Nullable Members read;

  /** Takes the bytes over: the caller must not change them any more. */
  public UnreadObject(byte[] utf8, int offset, int length) {
    this(utf8, offset, length, null);
  }

  /**
   * The same of an object that there is a quicker way to than its text.
   *
   * @param reading gives what the text says, whichever thread asks and how often
   */
  public UnreadObject(byte[] utf8, Supplier<JsonObject> reading) {
    this(utf8, 0, utf8.length, reading);
  }

  private UnreadObject(
      byte[] utf8, int offset, int length, @Nullable Supplier<JsonObject> reading) {
    super(JsonObject.EMPTY.members());
    this.utf8 = utf8;
    this.offset = offset;
    this.length = length;
    this.reading = reading;
  }

  /** The text of the object. */
  public String text() {
    return new String(utf8, offset, length, UTF_8);
  }

  /** How long the text is. */
  int textBytes() {
    return length;
  }

  /** Copies the text. */
  void copyTo(byte[] target, int at) {
    System.arraycopy(utf8, offset, target, at, length);
  }

  @Override
  public JsonObject excerpt(JsonExcerpt wanted) {
    return read == null ? wanted.read(utf8, offset, length) : this;
  }

  @Override
  Members members() {
    Members known = read;
    if (known == null) {
      known =
          (reading == null
                  ? (JsonObject) JsonReader.DEFAULT.read(utf8, offset, length)
                  : reading.get())
              .members();
      read = known;
    }
    return known;
  }
}
