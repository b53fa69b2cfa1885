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
 * @param ifTicks the item must exist as it was written at this time: {@link StoredItem#ticks}
 */
public record Precondition(
    @Nullable String ifMatch, @Nullable String ifNoneMatch, @Nullable Long ifTicks) {

  public static final Precondition NONE = new Precondition(null, null);

  public Precondition(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    this(ifMatch, ifNoneMatch, null);
  }

  public static Precondition ifMatch(String etag) {
    return new Precondition(etag, null);
  }

  public static Precondition ifNoneMatch(String etag) {
    return new Precondition(null, etag);
  }

  /** Versions can be told apart by their times as well as by their tags. */
  public static Precondition ifTicks(long ticks) {
    return new Precondition(null, null, ticks);
  }

  /**
   * @param current the item, or null if it does not exist
   * @throws DatabaseException PRECONDITION_FAILED
   */
  void require(@Nullable StoredItem current) {
    if (ifMatch != null && (current == null || !matches(ifMatch, current))) {
      throw failed("The item is not the version that the request asks for.", ifMatch, current);
    }
    if (ifTicks != null && (current == null || current.ticks() != ifTicks)) {
      throw failed(
          "The item is not the version that the request asks for.", ifTicks.toString(), current);
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
