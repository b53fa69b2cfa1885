package dev.partita.execution.page;

/** Ends a page that was tried inline and takes longer than that allows. */
public final class InlineBudgetExceeded extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** It is no failure, so it has no stack trace. */
  InlineBudgetExceeded() {
    super("The page takes longer.", null, false, false);
  }
}
