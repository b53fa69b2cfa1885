package dev.partita.nosql;

/** Says that a call cannot be answered at once; nothing has come of it. */
final class TakesLonger extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** It is no failure, so where it was found out is of no interest. */
  TakesLonger() {
    super("The call takes longer.", null, false, false);
  }
}
