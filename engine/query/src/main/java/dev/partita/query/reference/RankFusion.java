package dev.partita.query.reference;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Reciprocal rank fusion: merges several orders of the same rows into one. Pure functions. */
final class RankFusion {

  /** Constant of the formula, which limits the weight of the first ranks. */
  private static final double RANK_OFFSET = 60;

  private RankFusion() {}

  /**
   * Fused scores of rows.
   *
   * @param goodness for each component the score of each row
   */
  static double[] fuse(List<double[]> goodness, List<Score> scores) {
    double[] fused = new double[goodness.getFirst().length];
    for (int component = 0; component < goodness.size(); component++) {
      double weight = Math.abs(scores.get(component).weight());
      int[] ranks = ranks(goodness.get(component));
      for (int row = 0; row < fused.length; row++) {
        fused[row] += weight / (RANK_OFFSET + ranks[row]);
      }
    }
    return fused;
  }

  /** Rank of each row, from 1. Rows with equal scores share one. */
  static int[] ranks(double[] goodness) {
    int[] rows =
        IntStream.range(0, goodness.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer row) -> goodness[row]).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    int[] ranks = new int[goodness.length];
    int rank = 1;
    for (int i = 0; i < rows.length; i++) {
      if (i > 0 && goodness[rows[i]] < goodness[rows[i - 1]]) {
        rank++;
      }
      ranks[rows[i]] = rank;
    }
    return ranks;
  }
}
