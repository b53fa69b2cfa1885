package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.NumericEvaluator;
import dev.partita.query.evaluate.Row;
import dev.partita.query.evaluate.WorkUnits;
import dev.partita.query.text.AnalyzedText;
import dev.partita.query.text.Bm25;
import dev.partita.query.text.Phrase;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Functions of full-text search. Their result is undefined for values other than strings. Pure
 * functions.
 */
public final class FullTextFunctions {

  private FullTextFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        search("FullTextContains", JsonBoolean.FALSE),
        search("FullTextContainsAll", JsonBoolean.FALSE),
        search("FullTextContainsAny", JsonBoolean.TRUE),
        Function.bound("FullTextScore", 2, Function.UNBOUNDED, (_, _) -> misplacedScore()),
        Function.bound("_FullTextScore", 5, 5, (a, _) -> score(a)),
        Function.unary("_FullTextWordCount", FullTextFunctions::wordCount));
  }

  /** Phrase that a value describes: a string, or an object with a term and a distance. */
  public static Optional<Phrase> phrase(JsonValue term) {
    if (term instanceof JsonString(String text)) {
      return Optional.of(Phrase.of(text));
    }
    if (term instanceof JsonObject object
        && object.at("term") instanceof JsonString(String text)
        && object.at("distance") instanceof JsonNumber distance
        && distance.isIntegral()
        && distance.longValue() >= 0
        && distance.longValue() <= Phrase.MAX_DISTANCE) {
      return Optional.of(Phrase.of(text, (int) distance.longValue()));
    }
    return Optional.empty();
  }

  /** Search for several terms; the first one whose result is this one decides. */
  private static Function search(String name, JsonBoolean decisive) {
    return Function.bound(
        name,
        2,
        Function.UNBOUNDED,
        (arguments, _) -> {
          Evaluator text = arguments.getFirst();
          List<Term> terms = arguments.stream().skip(1).map(FullTextFunctions::term).toList();
          return row -> search(text.value(row), terms, row, decisive);
        });
  }

  private static JsonValue search(JsonValue text, List<Term> terms, Row row, JsonBoolean decisive) {
    if (!(text instanceof JsonString(String words))) {
      return JsonUndefined.UNDEFINED;
    }
    row.work(WorkUnits.of(text) * (1 + terms.size()));
    AnalyzedText analyzed = AnalyzedText.of(words);
    JsonValue outcome = JsonBoolean.of(!decisive.value());
    for (Term term : terms) {
      Optional<Phrase> phrase = term.phrase(row);
      if (phrase.isEmpty()) {
        outcome = JsonUndefined.UNDEFINED;
      } else if (phrase.get().isIn(analyzed) == decisive.value()) {
        return decisive;
      }
    }
    return outcome;
  }

  /** Search term for a row. */
  @FunctionalInterface
  private interface Term {
    Optional<Phrase> phrase(Row row);
  }

  private static Term term(Evaluator term) {
    if (term instanceof Constant constant) {
      Optional<Phrase> phrase = phrase(constant.value());
      return _ -> phrase;
    }
    return row -> phrase(term.value(row));
  }

  private static JsonValue wordCount(JsonValue text) {
    return text instanceof JsonString(String words)
        ? JsonNumber.of(AnalyzedText.of(words).length())
        : JsonUndefined.UNDEFINED;
  }

  /**
   * Fails: ranks are computed over all rows, and the checker allows the call in ORDER BY RANK only.
   */
  private static Evaluator misplacedScore() {
    return _ -> {
      throw new IllegalStateException("The query was not checked: FullTextScore has no own value.");
    };
  }

  private static Evaluator score(List<Evaluator> arguments) {
    return new NumericEvaluator(row -> score(arguments, row));
  }

  private static double score(List<Evaluator> arguments, Row row) {
    if (!(arguments.get(0).value(row) instanceof JsonString(String words))
        || !(arguments.get(1).value(row) instanceof JsonArray terms)
        || !(arguments.get(2).value(row) instanceof JsonNumber documents)
        || !(arguments.get(3).value(row) instanceof JsonNumber totalWords)
        || !(arguments.get(4).value(row) instanceof JsonArray hits)) {
      return Numbers.NONE;
    }
    AnalyzedText text = AnalyzedText.of(words);
    Bm25 formula = new Bm25(documents.doubleValue(), totalWords.doubleValue());
    double score = 0;
    for (int i = 0; i < terms.size(); i++) {
      Optional<Phrase> phrase = phrase(terms.at(i));
      if (phrase.isEmpty() || !(hits.at(i) instanceof JsonNumber hit)) {
        return Numbers.NONE;
      }
      score += formula.score(phrase.get().count(text), text.length(), hit.doubleValue());
    }
    return score;
  }
}
