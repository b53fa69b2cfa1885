package dev.partita.plan;

/** Whether a document passes a predicate, as far as the predicate alone tells. */
public enum Verdict {
  NO,
  /** Only the language that the predicate comes from can tell. */
  MAYBE,
  YES;

  static Verdict of(boolean passes) {
    return passes ? YES : NO;
  }

  Verdict and(Verdict other) {
    return compareTo(other) <= 0 ? this : other;
  }

  Verdict or(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }

  Verdict not() {
    return switch (this) {
      case NO -> YES;
      case MAYBE -> MAYBE;
      case YES -> NO;
    };
  }
}
