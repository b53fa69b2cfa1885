package dev.partita.execution;

/** Ends a page that was to be made at once and takes longer. */
final class TakesLonger extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** It is no failure, so where it was found out is of no interest. */
  TakesLonger() {
    super("The page takes longer.", null, false, false);
  }
}
