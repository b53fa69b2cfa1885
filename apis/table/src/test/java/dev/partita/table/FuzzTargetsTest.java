package dev.partita.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.partita.base.error.DatabaseException;
import dev.partita.table.edm.EntityReader;
import dev.partita.table.error.TableError;
import dev.partita.table.filter.FilterParser;
import dev.partita.table.filter.KeySpan;
import dev.partita.table.multipart.BatchReader;

/**
 * The parsers of what comes from outside, under bytes of any kind: they give a result or refuse
 * with a reason. A usual run tries the inputs that are kept with the tests' resources. To search
 * for new ones, choose a method and set {@code JAZZER_FUZZ=1} in the environment: {@code mvn test
 * -pl apis/table -am -Djazzer.hooks=true -Dtest=FuzzTargetsTest#filters}.
 */
class FuzzTargetsTest {

  @FuzzTest
  void filters(byte[] data) {
    refusesWithAReason(
        () ->
            FilterParser.parse(new String(data, UTF_8))
                .ifPresent(
                    filter -> {
                      assertThat(KeySpan.of(filter).spans()).isNotNull();
                      assertThat(FilterPredicate.of(filter)).isNotNull();
                      filter.passes(_ -> null);
                    }));
  }

  @FuzzTest
  void batches(byte[] data) {
    refusesWithAReason(() -> BatchReader.read("multipart/mixed; boundary=b", data));
  }

  /** The same within a body that is sound around it. */
  @FuzzTest
  void changeSets(FuzzedDataProvider data) {
    String body =
        "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n"
            + data.consumeRemainingAsString()
            + "\r\n--c--\r\n--b--\r\n";
    refusesWithAReason(() -> BatchReader.read("multipart/mixed; boundary=b", body.getBytes(UTF_8)));
  }

  @FuzzTest
  void entities(byte[] data) {
    EntityReader reader = new EntityReader();
    refusesWithAReason(() -> reader.read(data, 0, data.length));
  }

  @FuzzTest
  void addresses(byte[] data) {
    refusesWithAReason(() -> Target.parse(new String(data, UTF_8)));
  }

  /** Any answer will do but one that says that the server failed. */
  @FuzzTest
  void requests(FuzzedDataProvider data) {
    try (Api api = Api.withTable(data.pickValue(TableForm.values()))) {
      String method = data.pickValue(new String[] {"GET", "POST", "PUT", "MERGE", "DELETE"});
      String path = "/" + data.consumeString(60);
      Api.Result result =
          api.raw(
              method,
              path,
              data.consumeBytes(200),
              data.pickValue(new String[] {"If-Match", "Prefer", "Content-Type", "Accept"}),
              data.consumeRemainingAsString());
      assertThat(result.status()).isNotEqualTo(500);
    }
  }

  private static void refusesWithAReason(Runnable parser) {
    try {
      parser.run();
    } catch (DatabaseException e) {
      assertThat(TableError.of(e).status()).isIn(400, 501);
    }
  }
}
