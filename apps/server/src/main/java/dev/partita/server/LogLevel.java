package dev.partita.server;

/** How much is logged; each level includes the ones before it. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE
}
