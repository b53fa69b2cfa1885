package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonReader;
import dev.partita.json.patch.JsonPatch;
import dev.partita.nosql.hybridrow.HybridRows;
import java.util.List;

/**
 * The parsers of what comes from outside, under bytes of any kind: they give a result or refuse
 * with a reason. A usual run tries the inputs that are kept with the tests' resources. To search
 * for new ones, choose a method and set {@code JAZZER_FUZZ=1} in the environment: {@code mvn test
 * -pl apis/nosql -am -Djazzer.hooks=true -Dtest=FuzzTargetsTest#batches}.
 */
class FuzzTargetsTest {

  /** Any answer will do but one that says that the server failed, as {@link Api} checks. */
  @FuzzTest
  void requests(FuzzedDataProvider data) {
    try (Api api = Api.withContainer()) {
      String method = data.pickValue(new String[] {"GET", "POST", "PUT", "PATCH", "DELETE"});
      String path = "/" + data.consumeString(60);
      String header = data.consumeString(30);
      String value = data.consumeString(30);
      api.send(method, path, data.consumeRemainingAsBytes(), header, value);
    }
  }

  @FuzzTest
  void partitionKeys(byte[] data) {
    String header = new String(data, UTF_8);
    for (PartitionKeyDefinition definition :
        new PartitionKeyDefinition[] {
          PartitionKeyDefinition.hash("/a"),
          PartitionKeyDefinition.multiHash("/a", "/b"),
          PartitionKeyDefinition.SYSTEM
        }) {
      refusesWithAReason(() -> definition.parsePrefix(header));
    }
  }

  @FuzzTest
  void patches(byte[] data) {
    refusesWithAReason(() -> JsonPatch.fromJson(JsonReader.DEFAULT.read(data)));
  }

  @FuzzTest
  void batches(byte[] data) {
    refusesWithAReason(() -> readWhole(BatchFormat.of(data).read(data)));
  }

  /** The same bytes as records of a stream that is sound around them. */
  @FuzzTest
  void binaryOperations(byte[] data) {
    byte[] stream = HybridRows.stream(data);
    refusesWithAReason(() -> readWhole(BatchFormat.HYBRID_ROW.read(stream)));
  }

  private static void readWhole(List<BatchRow> rows) {
    rows.forEach(row -> assertThat(row.body().get()).isNotNull());
  }

  private static void refusesWithAReason(Runnable parser) {
    try {
      parser.run();
    } catch (DatabaseException e) {
      assertThat(e.code())
          .isIn(ErrorCode.BAD_REQUEST, ErrorCode.PARTITION_KEY_MISMATCH, ErrorCode.UNSUPPORTED);
    }
  }
}
