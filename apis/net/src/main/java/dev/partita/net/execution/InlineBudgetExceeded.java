package dev.partita.net.execution;

/** Thrown by work on an event loop that is not brief after all. Has no stack trace. */
public final class InlineBudgetExceeded extends RuntimeException {

  private static final long serialVersionUID = 1;

  public InlineBudgetExceeded() {
    super("The work takes too long for an event loop", null, false, false);
  }
}
