package dev.partita.cli.shell;

import dev.partita.server.LogLevel;
import java.util.Locale;

/** Configuration of the log's level; its format is in simplelogger.properties. */
public final class Logs {

  private Logs() {}

  /** Takes effect on loggers made afterwards, so it has to be called before a server is created. */
  public static void configure(LogLevel level) {
    System.setProperty(
        "org.slf4j.simpleLogger.defaultLogLevel", level.name().toLowerCase(Locale.ROOT));
  }
}
