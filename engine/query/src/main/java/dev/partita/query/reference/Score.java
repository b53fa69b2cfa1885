package dev.partita.query.reference;

import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.Row;
import dev.partita.query.evaluate.WorkUnits;
import dev.partita.query.text.AnalyzedText;
import dev.partita.query.text.Bm25;
import dev.partita.query.text.Phrase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Component of ORDER BY RANK. With a negative weight the worst rows come first. */
sealed interface Score {

  double weight();

  Ranking start();

  /** Scores of the rows of one execution. Not for use by several threads. */
  interface Ranking {

    /** Adds a row, which is to be ranked or only to be counted. */
    void add(Row row, boolean ranked);

    /** Score of each ranked row, larger is better; none is NaN. */
    double[] goodness();
  }

  /** Similarity of vectors. */
  record VectorScore(Evaluator score, boolean largerIsCloser, double weight) implements Score {
    @Override
    public Ranking start() {
      List<Double> scores = new ArrayList<>();
      boolean larger = largerIsCloser == weight >= 0;
      return new Ranking() {
        @Override
        public void add(Row row, boolean ranked) {
          if (ranked) {
            double value = score.number(row);
            boolean none = Numbers.isNone(value) || Double.isNaN(value);
            scores.add(none ? Double.NEGATIVE_INFINITY : larger ? value : -value);
          }
        }

        @Override
        public double[] goodness() {
          return scores.stream().mapToDouble(Double::doubleValue).toArray();
        }
      };
    }
  }

  /** BM25 score of phrases in a text. */
  record TextScore(Evaluator text, List<Phrase> phrases, double weight) implements Score {
    @Override
    public Ranking start() {
      return new TextRanking(text, phrases, weight < 0);
    }
  }

  /** Counts words in all texts, and phrases in those that are ranked. */
  final class TextRanking implements Ranking {

    /** Length of a text, and the number of occurrences of each phrase. */
    private record Counts(int length, int[] phrases) {}

    private final Evaluator text;
    private final List<Phrase> phrases;
    private final boolean lessIsBetter;
    private final List<Optional<Counts>> ranked = new ArrayList<>();
    private final double[] hits;
    private double documents;
    private double words;

    TextRanking(Evaluator text, List<Phrase> phrases, boolean lessIsBetter) {
      this.text = text;
      this.phrases = phrases;
      this.lessIsBetter = lessIsBetter;
      this.hits = new double[phrases.size()];
    }

    @Override
    public void add(Row row, boolean isRanked) {
      documents++;
      JsonValue given = text.value(row);
      row.work(WorkUnits.of(given) * (1 + phrases.size()));
      Optional<Counts> counts =
          given instanceof JsonString(String value)
              ? Optional.of(counts(AnalyzedText.of(value)))
              : Optional.empty();
      if (isRanked) {
        ranked.add(counts);
      }
    }

    private Counts counts(AnalyzedText analyzed) {
      int[] counts = new int[phrases.size()];
      words += analyzed.length();
      for (int i = 0; i < counts.length; i++) {
        counts[i] = phrases.get(i).count(analyzed);
        hits[i] += counts[i] > 0 ? 1 : 0;
      }
      return new Counts(analyzed.length(), counts);
    }

    @Override
    public double[] goodness() {
      Bm25 formula = new Bm25(documents, words);
      return ranked.stream()
          .mapToDouble(
              counts ->
                  counts.map(each -> goodness(each, formula)).orElse(Double.NEGATIVE_INFINITY))
          .toArray();
    }

    private double goodness(Counts counts, Bm25 formula) {
      double score = 0;
      for (int i = 0; i < hits.length; i++) {
        score += formula.score(counts.phrases[i], counts.length, hits[i]);
      }
      return lessIsBetter ? -score : score;
    }
  }
}
