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

  /** What is done with the items, for those who ask. */
  List<JsonObject> operators();
}
