package dev.partita.document;

/** Where to start reading a change feed. */
public sealed interface FeedStart {

  record Beginning() implements FeedStart {}

  /** With what comes from this moment on. */
  record Now() implements FeedStart {}

  /** With the first change at or after a time. */
  record Time(long millis) implements FeedStart {}
}
