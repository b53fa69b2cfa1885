package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of an item for a request to be carried out. Entity tags are given with their
 * quotes; {@code *} stands for any version.
 *
 * @param ifMatch the item must exist with this tag
 * @param ifNoneMatch the item must not exist with this tag
 */
public record Precondition(@Nullable String ifMatch, @Nullable String ifNoneMatch) {

  public static final Precondition NONE = new Precondition(null, null);

  public static Precondition ifMatch(String etag) {
    return new Precondition(etag, null);
  }

  public static Precondition ifNoneMatch(String etag) {
    return new Precondition(null, etag);
  }

  /**
   * @param current the item, or null if it does not exist
   * @throws DatabaseException PRECONDITION_FAILED
   */
  void require(@Nullable StoredItem current) {
    if (ifMatch != null && (current == null || !matches(ifMatch, current))) {
      throw failed("The item is not the version that the request asks for.", ifMatch, current);
    }
    if (ifNoneMatch != null && current != null && matches(ifNoneMatch, current)) {
      throw failed("The item exists as the request asks it not to.", ifNoneMatch, current);
    }
  }

  /** Whether a read finds what its sender already has. */
  boolean isKnown(StoredItem current) {
    return ifNoneMatch != null && matches(ifNoneMatch, current);
  }

  private static boolean matches(String etag, StoredItem current) {
    return etag.equals("*") || etag.equals(current.etag());
  }

  private static DatabaseException failed(String text, String asked, @Nullable StoredItem current) {
    return new DatabaseException(ErrorCode.PRECONDITION_FAILED, text)
        .with("asked", asked)
        .with("found", current == null ? "nothing" : current.etag());
  }
}
