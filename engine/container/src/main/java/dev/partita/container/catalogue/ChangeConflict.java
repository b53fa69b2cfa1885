package dev.partita.container.catalogue;

/**
 * Tells that an entry of the catalogue has another version than the one a change was worked out
 * from. What has changed it has been applied by then, so the change can be worked out again.
 */
public final class ChangeConflict extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String entry;

  /**
   * @param id of the entry
   */
  public ChangeConflict(String id) {
    // It is no failure, and nobody asks where it happened.
    super("Changed in the meantime: " + id, null, false, false);
    this.entry = id;
  }

  /** The id of the entry. */
  public String entry() {
    return entry;
  }
}
