package dev.partita.query.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Text as a list of stemmed words with their positions. Stop words are left out but keep their
 * positions. The language is English. Immutable.
 */
public final class AnalyzedText {

  private static final Analyzer ANALYZER = new EnglishAnalyzer(StopWords.ENGLISH);

  private final String[] words;
  private final int[] positions;

  private AnalyzedText(List<String> words, List<Integer> positions) {
    this.words = words.toArray(String[]::new);
    this.positions = positions.stream().mapToInt(Integer::intValue).toArray();
  }

  public static AnalyzedText of(String text) {
    List<String> words = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    try (TokenStream tokens = ANALYZER.tokenStream("text", text)) {
      CharTermAttribute word = tokens.addAttribute(CharTermAttribute.class);
      PositionIncrementAttribute step = tokens.addAttribute(PositionIncrementAttribute.class);
      int position = -1;
      tokens.reset();
      while (tokens.incrementToken()) {
        position += step.getPositionIncrement();
        words.add(word.toString());
        positions.add(position);
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException("A text in memory cannot fail to be read.", e);
    }
    return new AnalyzedText(words, positions);
  }

  /** Number of words. */
  public int length() {
    return words.length;
  }

  String word(int index) {
    return words[index];
  }

  int position(int index) {
    return positions[index];
  }

  /** Index of the word at a position in the text, or a negative number if there is none. */
  int indexAt(int position) {
    return Arrays.binarySearch(positions, position);
  }
}
