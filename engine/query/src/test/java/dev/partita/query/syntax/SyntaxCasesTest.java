package dev.partita.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.query.Cases;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that the service is known to accept and to refuse. */
public class SyntaxCasesTest {

  static Stream<Cases.Case> accepted() {
    return Cases.of("syntax-accepted");
  }

  static Stream<Cases.Case> rejected() {
    return Cases.of("syntax-rejected");
  }

  @ParameterizedTest
  @MethodSource("accepted")
  public void acceptsAndPrintsAgain(Cases.Case accepted) {
    Query query = Sql.parse(accepted.query());
    assertThat(Sql.parse(SqlPrinter.print(query))).isEqualTo(query);
  }

  @ParameterizedTest
  @MethodSource("rejected")
  public void refuses(Cases.Case rejected) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> Sql.parse(rejected.query()))
        .satisfies(
            failure ->
                assertThat(QueryErrors.body(failure).orElseThrow())
                    .containsPattern("\"code\":\"SC100[12]\""));
  }
}
