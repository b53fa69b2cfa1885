package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * An object as text that {@link JsonWriter} wrote, which is read when somebody looks into it: for
 * those who may pass it on as it is. Immutable like any other, and safe for use by any number of
 * threads.
 */
public final class UnreadObject extends JsonObject {

  private final byte[] utf8;
  private final int offset;
  private final int length;
  private volatile @Nullable Members read;

  /** Takes the bytes over: the caller must not change them any more. */
  public UnreadObject(byte[] utf8, int offset, int length) {
    super(JsonObject.EMPTY.members());
    this.utf8 = utf8;
    this.offset = offset;
    this.length = length;
  }

  /** The text of the object. */
  public String text() {
    return new String(utf8, offset, length, UTF_8);
  }

  @Override
  Members members() {
    Members known = read;
    if (known == null) {
      known = ((JsonObject) JsonReader.DEFAULT.read(utf8, offset, length)).members();
      read = known;
    }
    return known;
  }
}
