package dev.partita.query.reference;

import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.Row;
import dev.partita.query.evaluate.Work;
import dev.partita.query.text.AnalyzedText;
import dev.partita.query.text.Bm25;
import dev.partita.query.text.Phrase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Something that ORDER BY RANK goes by. With a negative weight the worst rows come first. */
sealed interface Score {

  double weight();

  Ranking start();

  /** The score over the rows of one execution. */
  interface Ranking {

    /** Takes in a row, which is to be ranked or only to be counted. */
    void add(Row row, boolean ranked);

    /** How good each of the ranked rows is, compared with the others; none is NaN. */
    double[] goodness();
  }

  /** How close vectors are. */
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

  /** How much a text is about phrases. */
  record TextScore(Evaluator text, List<Phrase> phrases, double weight) implements Score {
    @Override
    public Ranking start() {
      return new TextRanking(text, phrases, weight < 0);
    }
  }

  /** Counts words in all texts, and phrases in those that are ranked. */
  final class TextRanking implements Ranking {

    /** The length of a text and how often each phrase is in it. */
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
      row.work(Work.of(given) * (1 + phrases.size()));
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
