package dev.partita.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.query.Evaluation;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikePatternTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          'abc' LIKE 'abc'               ; true
          'abc' LIKE 'ABC'               ; false
          'abc' LIKE 'a%'                ; true
          'abc' LIKE '%c'                ; true
          'abc' LIKE '%b%'               ; true
          'abc' LIKE 'b'                 ; false
          'abc' LIKE 'a_c'               ; true
          'ac' LIKE 'a_c'                ; false
          '' LIKE '%'                    ; true
          '' LIKE ''                     ; true
          '' LIKE '_'                    ; false
          'abc' LIKE '[abc]bc'           ; true
          'dbc' LIKE '[a-c]bc'           ; false
          'dbc' LIKE '[^a-c]bc'          ; true
          '50%' LIKE '50[%]'             ; true
          '500' LIKE '50[%]'             ; false
          'a_c' LIKE 'a[_]c'             ; true
          'a]c' LIKE 'a]c'               ; true
          '50%' LIKE '50!%' ESCAPE '!'   ; true
          '500' LIKE '50!%' ESCAPE '!'   ; false
          'a!b' LIKE 'a!!b' ESCAPE '!'   ; true
          'abc' NOT LIKE 'a%'            ; false
          1 LIKE '%'                     ; undefined
          1 NOT LIKE '%'                 ; undefined
          'a' LIKE 1                     ; undefined
          'a' LIKE undefined             ; undefined
          'x\\ny' LIKE 'x%y'             ; true
          """)
  void matchesWholeStrings(String expression, String expected) {
    Evaluation.check(expression, expected);
  }

  /** Law: equals a naive implementation of the definition. */
  @Property(tries = 3000)
  void agreesWithTheDefinition(@ForAll("patterns") String pattern, @ForAll("texts") String text) {
    assertThat(LikePattern.of(pattern, '!').matches(text)).isEqualTo(naive(pattern, 0, text, 0));
  }

  private static boolean naive(String pattern, int p, String text, int t) {
    if (p == pattern.length()) {
      return t == text.length();
    }
    char c = pattern.charAt(p);
    if (c == '%') {
      return naive(pattern, p + 1, text, t)
          || (t < text.length() && naive(pattern, p, text, t + 1));
    }
    if (t == text.length()) {
      return false;
    }
    if (c == '!' && p + 1 < pattern.length()) {
      return pattern.charAt(p + 1) == text.charAt(t) && naive(pattern, p + 2, text, t + 1);
    }
    return (c == '_' || c == text.charAt(t)) && naive(pattern, p + 1, text, t + 1);
  }

  @Provide
  Arbitrary<String> patterns() {
    return Arbitraries.strings().withChars("ab%_!").ofMaxLength(8);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("ab%_!").ofMaxLength(8);
  }

  @Test
  void manyWildcardsTakeNoTime() {
    String text = "a".repeat(20_000);
    assertThat(LikePattern.of("%a".repeat(200) + "%b", null).matches(text)).isFalse();
  }
}
