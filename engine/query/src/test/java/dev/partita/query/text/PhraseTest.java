package dev.partita.query.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhraseTest {

  @ParameterizedTest
  @CsvSource({
    "The quick brown fox, fox, 0, 1",
    "The quick brown fox, FOX, 0, 1",
    "The quick brown foxes, fox, 0, 1",
    "She swims and he was swimming, swim, 0, 2",
    "a red bicycle, red bicycle, 0, 1",
    "a red old bicycle, red bicycle, 0, 0",
    "a bicycle red, red bicycle, 0, 0",
    "king of the hill, king of the hill, 0, 1",
    "king hill, king of the hill, 0, 0",
    "the and of, the, 0, 0",
    "nothing here, '', 0, 0",
    "swift, swit, 0, 0",
    "swift, swit, 1, 1",
    "swift, swfit, 1, 1",
    "swift, sw, 2, 0",
    "the café's door, café, 0, 1"
  })
  void countsPhrases(String text, String phrase, int distance, int count) {
    AnalyzedText analyzed = AnalyzedText.of(text);
    assertThat(Phrase.of(phrase, distance).count(analyzed)).isEqualTo(count);
    assertThat(Phrase.of(phrase, distance).isIn(analyzed)).isEqualTo(count > 0);
  }

  @Test
  void wordsThatSayNothingDoNotCount() {
    assertThat(AnalyzedText.of("The cat and the dog").length()).isEqualTo(2);
    assertThat(AnalyzedText.of("She is also well known, and perhaps she isn't").length()).isZero();
    assertThat(AnalyzedText.of("").length()).isZero();
  }

  @Test
  void numbersCount() {
    assertThat(AnalyzedText.of("in 1999 there were 4 or 12,500").length()).isEqualTo(3);
  }

  /** One of two items has a word once, and both have as many words as the average. */
  @Test
  void scoresByTheFormula() {
    Bm25 formula = new Bm25(2, 20);
    assertThat(formula.score(1, 10, 1)).isCloseTo(Math.log(2), within(1e-12));
    assertThat(formula.score(0, 10, 1)).isZero();
  }

  @Test
  void rareOftenAndShortCountForMore() {
    Bm25 formula = new Bm25(100, 1000);
    assertThat(formula.score(1, 10, 1)).isGreaterThan(formula.score(1, 10, 50));
    assertThat(formula.score(2, 10, 1)).isGreaterThan(formula.score(1, 10, 1));
    assertThat(formula.score(1, 5, 1)).isGreaterThan(formula.score(1, 10, 1));
    assertThat(formula.score(1, 10, 100)).isPositive();
  }
}
