package dev.partita.execution;

import org.jspecify.annotations.Nullable;

/** One way to make a page of a query. For one page, on one thread. */
interface Run {

  /** Fills the page. Gives the place where the next one goes on, or null if there is none. */
  @Nullable Place fill();
}
