package dev.partita.net.http;

/** How a request is to be carried out when the server has much to do. */
public enum Urgency {
  /**
   * On the event loop, whatever else there is to do, so that nobody takes a busy server for a dead
   * one. Its work takes microseconds and never blocks. Asks how the server is, which harms nobody,
   * so it is taken by whatever name and from wherever it comes.
   */
  PROBE,
  /** On a thread that only such requests have, one after the other. May take milliseconds. */
  MONITORING,
  /** In its turn: on the event loop if it is brief, else on a virtual thread. */
  WORK
}
