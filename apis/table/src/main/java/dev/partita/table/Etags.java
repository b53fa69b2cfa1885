package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.document.Precondition;
import dev.partita.document.StoredItem;
import dev.partita.table.edm.Ticks;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The tags of entities, which are their times. Pure functions without state. */
final class Etags {

  private static final long NEVER = -1;

  private Etags() {}

  static String of(StoredItem item) {
    return Ticks.etag(Ticks.fromUnix(item.ticks()));
  }

  /**
   * What an If-Match header asks for.
   *
   * @throws DatabaseException if it is not a weak tag
   */
  static Precondition precondition(@Nullable String ifMatch) {
    if (ifMatch == null) {
      return Precondition.NONE;
    }
    if (ifMatch.equals("*")) {
      return Precondition.ifMatch("*");
    }
    OptionalLong time = Ticks.ofEtag(ifMatch);
    return Precondition.ifTicks(time.isPresent() ? Ticks.toUnix(time.getAsLong()) : NEVER);
  }
}
