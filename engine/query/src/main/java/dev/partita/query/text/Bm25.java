package dev.partita.query.text;

/**
 * BM25 scores with the usual constants: a phrase counts for more the rarer it is among all texts,
 * the more often it is in this one, and the shorter this one is. Immutable.
 *
 * @param documents number of items
 * @param words number of words of all their texts
 */
public record Bm25(double documents, double words) {

  private static final double SATURATION = 1.2;
  private static final double LENGTH_WEIGHT = 0.75;

  /** Part of a score for one phrase, by the number of items that contain it. */
  public double score(int count, int length, double hits) {
    if (count == 0) {
      return 0;
    }
    double rarity = Math.log(1 + Math.max(0, documents - hits + 0.5) / (hits + 0.5));
    double averageLength = documents > 0 && words > 0 ? words / documents : 1;
    double norm = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / averageLength;
    return rarity * count * (SATURATION + 1) / (count + SATURATION * norm);
  }
}
