package dev.partita.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "NOT c.x = 1 # ((NOT c.x) = 1)",
        "NOT c.x IN (1, 2) # ((NOT c.x) IN (1, 2))",
        "NOT c.x BETWEEN 1 AND 2 # ((NOT c.x) BETWEEN 1 AND 2)",
        "a = b = c # ((a = b) = c)",
        "1 | 2 + 3 # ((1 | 2) + 3)",
        "1 + 2 | 3 # ((1 + 2) | 3)",
        "1 + 2 * 3 # (1 + (2 * 3))",
        "1 + 2 << 3 # ((1 + 2) << 3)",
        "a << 1 = b # ((a << 1) = b)",
        "a || b = c || d # ((a || b) = (c || d))",
        "a OR b AND c # (a OR (b AND c))",
        "a AND b OR c # ((a AND b) OR c)",
        "a AND b AND c # ((a AND b) AND c)",
        "(a AND b) AND c # ((a AND b) AND c)",
        "a AND (b AND c) # (a AND (b AND c))",
        "a ?? b ?? c # (a ?? (b ?? c))",
        "a OR b ?? c # ((a OR b) ?? c)",
        "a ? b : c ? d : e # (a ? b : (c ? d : e))",
        "a ?? b ? c : d # ((a ?? b) ? c : d)",
        "a BETWEEN 1 AND 2 ?? b # ((a BETWEEN 1 AND 2) ?? b)",
        "a LIKE b || '%' ESCAPE '!' # (a LIKE (b || \"%\") ESCAPE \"!\")",
        "a NOT LIKE 'x' AND b NOT IN (1) # ((a NOT LIKE \"x\") AND (b NOT IN (1)))",
        "-a.b[0] # (-a.b[0])",
        "~-1 # (~-1)",
        "a <> b # (a != b)",
        "a >>> 2 # (a >>> 2)",
        "TRUE AND Null # (true AND null)",
        "{a: 1, 'b': undefined} # {\"a\": 1, \"b\": undefined}",
        "left(a, 1) || RIGHT(b, 2) # (left(a, 1) || RIGHT(b, 2))",
        "first.rank.let # first.rank.let",
        "(LET x = a > 1 IN x) # (LET x = (a > 1) IN x)",
      })
  void precedenceIsThatOfTheService(String written, String printed) {
    assertThat(value(written)).isEqualTo(printed);
  }

  @Test
  void commentsAreSpace() {
    assertThat(value("a /* no * / */+-- nor this\n b")).isEqualTo("(a + b)");
  }

  private static String value(String scalar) {
    Query query = Sql.parse("SELECT VALUE " + scalar);
    return SqlPrinter.print(((Select.Value) query.select().selection()).expression());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FORM c | 9 | 13 | FORM",
        "SELECT TOP -1 c.name FROM c | 11 | 12 | -",
        "SELECT * FROM c WHERE c.x BETWEEN 1 AND 2 AND c.y = 3 | 42 | 45 | AND",
        "SELECT * FROM c WHERE c.left = 1 | 24 | 28 | left",
        "SELECT c.order FROM c | 9 | 14 | order",
        "SELECT * FROM @c | 14 | 16 | @c",
        "SELECT * FROM c WHERE c.x IS NULL | 26 | 28 | IS",
        "SELECT VALUE MAX(SELECT 1) | 17 | 23 | SELECT",
        "SELECT 1; | 8 | 9 | ;",
        "SELECT * FROM c OFFSET 1.5 LIMIT 1 | 23 | 26 | 1.5",
        "SELECT VALUE '😀' # 1 | 18 | 19 | #",
      })
  void theFirstWrongTokenIsNamed(String text, int start, int end, String token) {
    assertError(
        text,
        """
        {"errors":[{"severity":"Error","location":{"start":%d,"end":%d},"code":"SC1001",\
        "message":"Syntax error, incorrect syntax near '%s'."}]}\
        """
            .formatted(start, end, token));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "SELECT", "SELECT * FROM c WHERE c.x = ", "SELECT (1", "SELECT --"})
  void theEndMayComeTooSoon(String text) {
    assertError(
        text,
        """
        {"errors":[{"severity":"Error","location":{"start":%1$d,"end":%1$d},"code":"SC1002",\
        "message":"Syntax error, unexpected end-of-file."}]}\
        """
            .formatted(text.length()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'abc", "\"abc", "'\\'", "'\\x'", "'\\u12'"})
  void stringsEndAndHaveKnownEscapes(String literal) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Sql.parse("SELECT VALUE " + literal))
        .satisfies(e -> assertThat(QueryErrors.body(e).orElseThrow()).contains("SC1001"));
  }

  @Test
  void escapesStandForCharacters() {
    assertThat(value("'\\'\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00'"))
        .isEqualTo("\"'\\\"\\\\/\\b\\f\\n\\r\\té😀\"");
  }

  private static void assertError(String text, String body) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Sql.parse(text))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
              assertThat(QueryErrors.body(e)).contains(body);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(%s)",
        "[%s]",
        "{a: %s}",
        "NOT (%s)",
        "ABS(%s)",
        "(SELECT VALUE %s)",
        "EXISTS(SELECT %s FROM c)",
        "1 + (%s)",
        "a[%s]",
        "true ? %s : 1"
      })
  void nests128DeepOnASmallStack(String around) throws Exception {
    String text = "SELECT VALUE " + nested(128, "1", inner -> around.replace("%s", inner));
    onSmallStack(() -> assertThat(Sql.parse(SqlPrinter.print(Sql.parse(text)))).isNotNull());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(%s)",
        "[%s]",
        "-%s",
        "NOT %s",
        "a ? %s : b",
        "a ? b : %s",
        "a ?? %s",
        "%s + 1",
        "%s.a",
        "f(%s)",
        "(SELECT %s)"
      })
  void endlessNestingIsRefusedOnASmallStack(String around) throws Exception {
    int levels = 500_000 / around.length();
    String[] parts = around.split("%s", -1);
    String text =
        "SELECT VALUE "
            + (parts[0] + " ").repeat(levels / 2)
            + "x"
            + (" " + parts[1]).repeat(levels / 2);
    onSmallStack(
        () ->
            assertThatExceptionOfType(DatabaseException.class)
                .isThrownBy(() -> Sql.parse(text.substring(0, Math.min(text.length(), 500_000))))
                .withMessageContaining("nests too deep"));
  }

  private static String nested(int levels, String innermost, UnaryOperator<String> around) {
    String text = innermost;
    for (int i = 0; i < levels; i++) {
      text = around.apply(text);
    }
    return text;
  }

  /** Runs with a smaller stack than the threads of the server have. */
  private static void onSmallStack(Runnable check) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                check.run();
                done.complete(null);
              } catch (Throwable e) {
                done.completeExceptionally(e);
              }
            },
            "small stack",
            768 * 1024);
    thread.start();
    done.get();
  }

  @Test
  void longListsAndChainsAreRead() {
    Query query = Sql.parse("SELECT * FROM c WHERE c.x IN (" + "1,".repeat(200_000) + "1)");
    assertThat(query.where())
        .isInstanceOfSatisfying(
            Expression.In.class, in -> assertThat(in.candidates()).hasSize(200_001));
  }

  @Test
  void textsAreLimited() {
    String text = "SELECT VALUE '" + "é".repeat(Sql.MAX_BYTES / 2) + "'";
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Sql.parse(text))
        .withMessageContaining("too long");
  }

  @Test
  void columnsAreNamedAfterWhatTheyRead() {
    Query query =
        Sql.parse("SELECT c.a.b, c['x y'], c, 1, c[0], UPPER(c.n), c.z AS y, c.q 'p q' FROM c");
    assertThat(((Select.Columns) query.select().selection()).names())
        .containsExactly("b", "x y", "c", "$1", "$2", "$3", "y", "p q");
  }

  @Test
  void sourcesBindTheLastName() {
    Query query = Sql.parse("SELECT * FROM a.b JOIN x IN b.c JOIN d['e f'] JOIN g[0] JOIN h AS i");
    assertThat(Objects.requireNonNull(query.from()).sources())
        .extracting(From.Source::boundName)
        .containsExactly("b", "x", "e f", null, "i");
  }
}
