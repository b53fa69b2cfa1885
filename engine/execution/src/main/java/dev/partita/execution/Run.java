package dev.partita.execution;

import dev.partita.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way to make a page of a query. For one page, on one thread. */
interface Run {

  /** Fills the page. Gives the place where the next one goes on, or null if there is none. */
  @Nullable Place fill();

  /** What is left for the next page; null if that has to find it out. */
  default @Nullable Leftover rest() {
    return null;
  }

  /**
   * The operator that the items come from, where it is not the access to them that was planned:
   * entries of an index, or sizes of partitions, in place of items. Null where it is.
   */
  default @Nullable JsonObject source() {
    return null;
  }

  /** What is done with the items. */
  List<JsonObject> operators();
}
