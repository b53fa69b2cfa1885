package dev.partita.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonBoolean;
import dev.partita.query.compile.Parameters;
import dev.partita.query.syntax.Sql;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryAdviceTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT VALUE r.id FROM r WHERE CONTAINS(r.name, 'Abc')                    | QA1002",
        "SELECT GetCurrentTicks() FROM r WHERE GetCurrentTimestamp() > 10          | QA1009 QA1008",
        "SELECT VALUE r.id FROM r WHERE StringEquals(r.name, 'Abc', false)         | ''",
        "SELECT VALUE r.id FROM r WHERE r.id = '123'                               | ''",
        "SELECT VALUE ARRAY_CONTAINS(c.a, {x: 1}, true) FROM c                     | QA1000",
        "SELECT VALUE ARRAY_CONTAINS(c.a, 1) FROM c                                | ''",
        "SELECT * FROM c WHERE StringEquals(c.name, 'abc', true)                   | QA1003",
        "SELECT * FROM c WHERE STARTSWITH(c.name, 'abc', @yes)                     | QA1003",
        "SELECT * FROM c WHERE STARTSWITH(c.name, 'abc', @no)                      | ''",
        "SELECT * FROM c WHERE STARTSWITH(c.name, 'abc')                           | ''",
        "SELECT * FROM c WHERE ENDSWITH(c.name, 'xyz')                             | QA1004",
        "SELECT * FROM c WHERE LOWER(c.name) = 'abc'                               | QA1006",
        "SELECT LOWER(c.name) FROM c                                               | ''",
        "SELECT * FROM c WHERE c.timestamp > GetCurrentDateTime()                  | QA1007",
        "SELECT * FROM c WHERE c.timestamp > GetCurrentDateTimeStatic()            | ''",
        "SELECT * FROM c WHERE CONTAINS(c.a, 'x') OR CONTAINS(c.b, 'y')            | QA1002",
        "SELECT * FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.t WHERE CONTAINS(t, 'x')) |"
            + " QA1002",
        "SELECT c.id FROM c JOIN (SELECT VALUE t FROM t IN c.t WHERE ENDSWITH(t, 'x')) AS t |"
            + " QA1004"
      })
  void namesTheRulesThatAQueryBreaks(String query, String rules) {
    Parameters parameters =
        new Parameters(Map.of("@yes", JsonBoolean.TRUE, "@no", JsonBoolean.FALSE));
    assertThat(String.join(" ", QueryAdvice.of(Sql.parse(query), parameters).rules()))
        .isEqualTo(rules);
  }

  @Test
  void isEncodedForAHeader() {
    QueryAdvice advice =
        QueryAdvice.of(Sql.parse("SELECT * FROM c WHERE CONTAINS(c.a, 'x')"), Parameters.NONE);
    assertThat(advice.headerText())
        .isEqualTo("%5B%7B%22Id%22%3A%22QA1002%22%2C%22Params%22%3A%5B%5D%7D%5D");
  }
}
