package dev.partita.execution.run;

import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.CarriedState;
import dev.partita.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way to compute a page of a query. For one page, on one thread. */
public interface Run {

  /** Fills the page. Returns where the next one continues, or null if there is none. */
  @Nullable Bookmark fill();

  /** State for the next page; null if that page computes it itself. */
  default @Nullable CarriedState carriedOver() {
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
