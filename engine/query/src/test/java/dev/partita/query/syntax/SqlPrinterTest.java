package dev.partita.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlPrinterTest {

  @Provide
  Arbitrary<Query> queries() {
    return Trees.queries();
  }

  @Property(tries = 500)
  void whatIsPrintedReadsAsTheSameTree(@ForAll("queries") Query query) {
    assertThat(Sql.parse(SqlPrinter.print(query))).isEqualTo(query);
  }

  @Test
  void clausesHaveLinesAndOperatorsParentheses() {
    String text =
        "select distinct top 5 c.a, c['b c'] as \"x y\", 'it''s' from Root r join c in r.kids"
            + " where not c.x = 1 and c.y in ('a') and c.z between 1 and 2";
    assertThat(Sql.parse(text.replace("''", "\\'").replace(" and c.z between 1 and 2", "")))
        .extracting(SqlPrinter::print)
        .isEqualTo(
            """
            SELECT DISTINCT TOP 5 c.a, c["b c"] AS "x y", "it's"
            FROM Root AS r
            JOIN c IN r.kids
            WHERE (((NOT c.x) = 1) AND (c.y IN ("a")))\
            """);
  }

  @Test
  void subqueriesAreIndented() {
    String text =
        "select value {n: exists(select value 1)} from r join (select value k from k in r.kids"
            + " where array(select value t from t in k.tags) != []) kid where kid.age > 3";
    assertThat(SqlPrinter.print(Sql.parse(text)))
        .isEqualTo(
            """
            SELECT VALUE {"n": EXISTS(
                SELECT VALUE 1
            )}
            FROM r
            JOIN (
                SELECT VALUE k
                FROM k IN r.kids
                WHERE (ARRAY(
                    SELECT VALUE t
                    FROM t IN k.tags
                ) != [])
            ) AS kid
            WHERE (kid.age > 3)\
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "-5, -5",
    "- -5, 5",
    "-0, -0",
    "0.2, 0.2",
    "1e3, 1000",
    "0.005676387343555689, 0.0056763873435556889",
    "0.01579204574227333, 0.015792045742273331",
    "1.79769e308, 1.79769e+308",
    "0.00001, 1e-05",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "18446744073709551615, 1.8446744073709552e+19"
  })
  void numbersHaveTheDigitsTheServiceGivesThem(String written, String printed) {
    assertThat(SqlPrinter.print(Sql.parse("SELECT VALUE " + written)))
        .isEqualTo("SELECT VALUE " + printed);
  }

  @Test
  void longChainsArePrintedFlatAndStayParseable() {
    Query query = Sql.parse("SELECT * FROM c WHERE " + "c.x = 1 OR ".repeat(20_000) + "false");
    assertThat(Sql.parse(SqlPrinter.print(query))).isEqualTo(query);
  }
}
