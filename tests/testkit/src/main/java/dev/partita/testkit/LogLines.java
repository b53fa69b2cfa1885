package dev.partita.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Logger that keeps its lines for tests: the level, the text, and the class of an exception if
 * there is one. Safe for use by any number of threads.
 */
public final class LogLines extends LegacyAbstractLogger {

  private static final long serialVersionUID = 1;

  private final transient List<String> lines = Collections.synchronizedList(new ArrayList<>());
  private final boolean debugging;

  public LogLines(boolean debugging) {
    this.debugging = debugging;
  }

  /** Removes and returns all lines. */
  public List<String> take() {
    synchronized (lines) {
      List<String> taken = List.copyOf(lines);
      lines.clear();
      return taken;
    }
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable cause) {
    String text = MessageFormatter.basicArrayFormat(pattern, arguments);
    String stack = cause == null ? "" : " + " + cause.getClass().getSimpleName();
    lines.add(level + " " + text + stack);
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return debugging;
  }

  @Override
  public boolean isInfoEnabled() {
    return true;
  }

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }
}
