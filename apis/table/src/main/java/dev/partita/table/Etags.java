package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.document.Precondition;
import dev.partita.document.StoredItem;
import dev.partita.table.edm.Ticks;
import org.jspecify.annotations.Nullable;

/** The tags of entities, which are their times. Pure functions without state. */
final class Etags {

  private Etags() {}

  static String of(StoredItem item) {
    return Ticks.etag(Ticks.fromUnix(item.ticks()));
  }

  /**
   * What an If-Match header asks for.
   *
   * @throws DatabaseException if it is not a tag that an entity can have
   */
  static Precondition precondition(@Nullable String ifMatch) {
    if (ifMatch == null) {
      return Precondition.NONE;
    }
    return ifMatch.equals("*")
        ? Precondition.ifMatch("*")
        : Precondition.ifTicks(Ticks.toUnix(Ticks.ofEtag(ifMatch)));
  }
}
