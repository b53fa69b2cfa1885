package dev.partita.document.codec;

import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchResult;
import dev.partita.document.Documents;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.testkit.TestEngine;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results and failures come back from their bytes as they were. */
class ResultCodecTest {

  private static final PartitionKey KEY = PartitionKey.of("a");

  private TestEngine engine;
  private Items items;
  private ResultCodec codec;

  @BeforeEach
  void open() {
    engine = new TestEngine();
    items = new Documents(engine.engine).items(engine.container(TestEngine.definition("c")));
    codec = new ResultCodec(items);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void assertComesBack(ItemResult result) {
    byte[] bytes = ResultCodec.encode(result);
    ItemResult decoded = codec.decodeResult(bytes);
    assertThat(decoded.kind()).isEqualTo(result.kind());
    assertThat(decoded.etag()).isEqualTo(result.etag());
    assertThat(decoded.lsn()).isEqualTo(result.lsn());
    assertThat(decoded.partition()).isEqualTo(result.partition());
    assertThat(decoded.charge()).isEqualTo(result.charge());
    assertThat(Objects.requireNonNull(decoded.version()).document().toString())
        .isEqualTo(Objects.requireNonNull(result.version()).document().toString());
    assertThat(ResultCodec.encode(decoded)).isEqualTo(bytes);
  }

  @Test
  void resultsOfAllKindsComeBackAsTheyWere() {
    ItemResult created = items.create(KEY, json("{'id':'1','pk':'a','n':1.5}"));
    assertComesBack(created);
    assertComesBack(items.upsert(KEY, json("{'id':'1','pk':'a'}"), Precondition.NONE));
    ItemResult read = items.read(KEY, "1");
    assertComesBack(read);
    assertComesBack(items.read(KEY, "1", Precondition.ifNoneMatch(read.etag())));
    assertComesBack(items.delete(KEY, "1", Precondition.NONE));
    ItemResult notDue = items.carryOut(KEY, new ItemOperation.Expire("1"));
    assertThat(codec.decodeResult(ResultCodec.encode(notDue))).isEqualTo(notDue);
  }

  @Test
  void resultsOfBatchesComeBackAsTheyWere() {
    ItemOperation create = new ItemOperation.Create(json("{'id':'1','pk':'a'}"));
    ItemOperation read = new ItemOperation.Read("1", Precondition.NONE);
    BatchResult done = items.batch(KEY, List.of(create, read));
    byte[] bytes = ResultCodec.encode(done);
    assertThat(ResultCodec.encode(codec.decodeBatchResult(bytes))).isEqualTo(bytes);
    assertThat(codec.decodeBatchResult(bytes).results()).hasSize(2);

    BatchResult failed = items.batch(KEY, List.of(read, create));
    BatchResult decoded = codec.decodeBatchResult(ResultCodec.encode(failed));
    assertThat(decoded.failedAt()).isEqualTo(1);
    assertThat(decoded.charge()).isEqualTo(failed.charge());
    assertThat(decoded.failure().orElseThrow().code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(decoded.failure().orElseThrow().getMessage())
        .isEqualTo(failed.failure().orElseThrow().getMessage());
  }

  @Test
  void bytesThatAreNoResultAreRefused() {
    byte[] bytes = ResultCodec.encode(items.create(KEY, json("{'id':'1','pk':'a'}")));
    for (int length = 0; length < bytes.length; length++) {
      byte[] beginning = Arrays.copyOf(bytes, length);
      assertFails(ErrorCode.BAD_REQUEST, () -> codec.decodeResult(beginning));
    }
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      byte[] damaged = bytes.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        assertThat(codec.decodeResult(damaged)).isNotNull();
      } catch (DatabaseException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
      }
    }
  }
}
