package dev.partita.net;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Has everything that is logged in this process end up where a test can read it. */
public final class LoggingForTests implements SLF4JServiceProvider {

  /** All lines from the level info on, of whatever part of the server or of its libraries. */
  static final LogLines LINES = new LogLines(false);

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
