package dev.partita.testkit;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Provider of SLF4J that keeps what the process logs where tests can read it. Safe for use by any
 * number of threads.
 */
public final class LoggingForTests implements SLF4JServiceProvider {

  /** All lines of the server and of libraries, from the level info on. */
  public static final LogLines LINES = new LogLines(false);

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter contexts = new NOPMDCAdapter();

  @Override
  public void initialize() {
    // There is nothing to prepare.
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return _ -> LINES;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return contexts;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }
}
