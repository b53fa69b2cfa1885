package dev.partita.execution.page;

/** State that one page of a query hands to the next, which would otherwise compute it again. */
public interface CarriedState {

  /** An estimate of its size in memory. */
  long bytes();

  /** Whether it is unchanged since it was stored, so that the same page can be made again. */
  boolean isWhole();
}
