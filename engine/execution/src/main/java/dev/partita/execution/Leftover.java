package dev.partita.execution;

/** What a page has found out and leaves for the next one, lest that finds it out again. */
sealed interface Leftover permits FoundGroups, SeenResults, UnfinishedGroups {

  /** About what it takes in memory. */
  long bytes();

  /** Whether it is what it was when it was left, so that a page made of it can be made again. */
  boolean isWhole();
}
