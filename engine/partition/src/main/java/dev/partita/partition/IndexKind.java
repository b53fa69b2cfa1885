package dev.partita.partition;

/**
 * A kind of entries in the index family. The first byte of a key, behind the number of the key
 * space, tells it, so no two kinds of one model share a letter.
 *
 * @param letter what the keys of the kind begin with
 * @param meaning what the entries are: "expiry times"
 * @param isDerived whether the entries follow from the records, so that they can be made anew
 */
public record IndexKind(int letter, String meaning, boolean isDerived) {

  public IndexKind {
    if (letter < 'A' || letter > 'Z') {
      throw new IllegalArgumentException("The kind of an index entry is a letter: " + letter);
    }
  }

  public static IndexKind derived(int letter, String meaning) {
    return new IndexKind(letter, meaning, true);
  }

  /** A kind of timers that do not follow from the records. */
  public static IndexKind timers(TimerKind kind, String meaning) {
    return new IndexKind(kind.letter(), meaning, false);
  }
}
