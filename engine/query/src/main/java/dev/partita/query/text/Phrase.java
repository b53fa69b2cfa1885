package dev.partita.query.text;

/**
 * Search phrase: one word, or several adjacent ones. Words may differ from those of the text by an
 * edit distance that counts insertions, deletions, replacements and swaps of adjacent letters.
 * Immutable.
 */
public final class Phrase {

  /** Largest edit distance of a word. */
  public static final int MAX_DISTANCE = 2;

  private final AnalyzedText words;
  private final int distance;

  private Phrase(AnalyzedText words, int distance) {
    this.words = words;
    this.distance = distance;
  }

  public static Phrase of(String text) {
    return of(text, 0);
  }

  public static Phrase of(String text, int distance) {
    if (distance < 0 || distance > MAX_DISTANCE) {
      throw new IllegalArgumentException("Words differ by up to two letters, not " + distance);
    }
    return new Phrase(AnalyzedText.of(text), distance);
  }

  /** Whether the phrase occurs in a text. A phrase without words occurs nowhere. */
  public boolean isIn(AnalyzedText text) {
    return count(text, 1) > 0;
  }

  /** Number of occurrences in a text. */
  public int count(AnalyzedText text) {
    return count(text, Integer.MAX_VALUE);
  }

  private int count(AnalyzedText text, int enough) {
    int count = 0;
    for (int start = 0; words.length() > 0 && start < text.length() && count < enough; start++) {
      if (isAt(text, start)) {
        count++;
      }
    }
    return count;
  }

  private boolean isAt(AnalyzedText text, int start) {
    for (int i = 0; i < words.length(); i++) {
      int position = text.position(start) + words.position(i) - words.position(0);
      int index = i == 0 ? start : text.indexAt(position);
      if (index < 0 || !matches(words.word(i), text.word(index))) {
        return false;
      }
    }
    return true;
  }

  private boolean matches(String wanted, String word) {
    return distance == 0 ? wanted.equals(word) : isWithin(wanted, word, distance);
  }

  /** Whether two words are within an edit distance. */
  private static boolean isWithin(String left, String right, int distance) {
    if (Math.abs(left.length() - right.length()) > distance) {
      return false;
    }
    int[] beforeLast = new int[right.length() + 1];
    int[] last = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int[] row = new int[right.length() + 1];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        row[j] = Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[right.length()] <= distance;
  }
}
