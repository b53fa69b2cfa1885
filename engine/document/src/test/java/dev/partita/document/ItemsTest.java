package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.failure;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.EngineLimits;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.patch.JsonPatch;
import dev.partita.testkit.Expect;
import dev.partita.testkit.TestEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ItemsTest {

  private final Fixture fixture =
      open(EngineLimits.defaults().withLogicalPartitionBytes(100_000).withItemBytes(8_000));
  private final Items items = fixture.items(TestEngine.definition("plain"));

  /** The engine that is asked, which leads. */
  Fixture open(EngineLimits limits) {
    return new Fixture(limits);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void readsWhatWasCreatedWithSystemProperties() {
    ItemResult created = items.create(pk("a"), json("{'id':'1','pk':'a','n':1.50}"));

    ItemResult read = items.read(pk("a"), "1");

    assertThat(created.kind()).isEqualTo(ItemResult.Kind.CREATED);
    JsonObject document = read.requireItem().document();
    assertThat(document.at("n").toString()).isEqualTo("1.5");
    assertThat(document.at("_ts").toString()).isEqualTo("1800000000");
    assertThat(document.names())
        .containsExactly("id", "pk", "n", "_rid", "_self", "_etag", "_attachments", "_ts");
    assertThat("\"" + created.etag().replace("\"", "\\\"") + "\"")
        .isEqualTo(document.at("_etag").toString());
    assertThat(read.etag()).isEqualTo(created.etag());
    assertThat(read.charge().hundredths()).isEqualTo(100);
  }

  @Test
  void keepsTheResourceIdAndChangesTheEtagOnReplace() {
    ItemResult created = items.create(null, json("{'id':'1','pk':'a'}"));

    ItemResult replaced =
        items.replace(
            null, "1", json("{'id':'1','pk':'a','x':2,'_etag':'mine'}"), Precondition.NONE);

    assertThat(replaced.kind()).isEqualTo(ItemResult.Kind.REPLACED);
    assertThat(replaced.requireItem().document().at("_rid"))
        .isEqualTo(created.requireItem().document().at("_rid"));
    assertThat(replaced.etag()).isNotEqualTo(created.etag());
    assertThat(replaced.lsn()).isEqualTo(created.lsn() + 1);
  }

  @Test
  void refusesATakenId() {
    items.create(null, json("{'id':'1','pk':'a'}"));
    items.create(null, json("{'id':'1','pk':'b'}"));

    assertFails(
        () -> items.create(null, json("{'id':'1','pk':'a','other':true}")), ErrorCode.CONFLICT);
    assertThat(items.read(pk("a"), "1").requireItem().document().has("other")).isFalse();
  }

  @Test
  void honoursPreconditions() {
    ItemResult created = items.create(null, json("{'id':'1','pk':'a'}"));
    String stale = created.etag();
    ItemResult second =
        items.upsert(null, json("{'id':'1','pk':'a','v':2}"), Precondition.ifMatch(stale));

    assertFails(
        () -> items.upsert(null, json("{'id':'1','pk':'a'}"), Precondition.ifMatch(stale)),
        ErrorCode.PRECONDITION_FAILED);
    assertFails(
        () -> items.delete(pk("a"), "1", Precondition.ifMatch(stale)),
        ErrorCode.PRECONDITION_FAILED);
    assertFails(
        () -> items.upsert(null, json("{'id':'1','pk':'a'}"), Precondition.ifNoneMatch("*")),
        ErrorCode.PRECONDITION_FAILED);
    assertThat(items.read(pk("a"), "1", Precondition.ifNoneMatch(second.etag())).kind())
        .isEqualTo(ItemResult.Kind.NOT_MODIFIED);
    assertThat(items.read(pk("a"), "1", Precondition.ifNoneMatch(stale)).kind())
        .isEqualTo(ItemResult.Kind.READ);
  }

  @Test
  void namesTheKeyWhenALogicalPartitionIsFull() {
    String filler = "x".repeat(7_000);
    for (int i = 0; i < 13; i++) {
      items.create(null, json("{'id':'" + i + "','pk':'a','f':'" + filler + "'}"));
    }

    DatabaseException full =
        failure(() -> items.create(null, json("{'id':'13','pk':'a','f':'" + filler + "'}")));

    assertThat(full.code()).isEqualTo(ErrorCode.LOGICAL_PARTITION_FULL);
    assertThat(full.context()).containsEntry("partitionKey", "[\"a\"]");
    items.create(null, json("{'id':'13','pk':'b','f':'" + filler + "'}"));
    items.delete(pk("a"), "1", Precondition.NONE);
    items.create(null, json("{'id':'13','pk':'a','f':'" + filler + "'}"));
  }

  @Test
  void refusesWhatIsNoItem() {
    assertFails(() -> items.create(null, json("{'pk':'a'}")), ErrorCode.BAD_REQUEST);
    assertFails(() -> items.create(null, json("{'id':7,'pk':'a'}")), ErrorCode.BAD_REQUEST);
    assertFails(() -> items.create(null, json("{'id':'','pk':'a'}")), ErrorCode.BAD_REQUEST);
    assertFails(() -> items.create(null, json("{'id':'a\\\\b','pk':'a'}")), ErrorCode.BAD_REQUEST);
    assertFails(
        () -> items.create(null, json("{'id':'1','pk':'a','ttl':0}")), ErrorCode.BAD_REQUEST);
    assertFails(
        () -> items.create(null, json("{'id':'1','pk':'a','ttl':null}")), ErrorCode.BAD_REQUEST);
    assertFails(
        () -> items.create(pk("b"), json("{'id':'1','pk':'a'}")), ErrorCode.PARTITION_KEY_MISMATCH);
    assertFails(
        () -> items.create(null, json("{'id':'1','pk':'a','f':'" + "x".repeat(9_000) + "'}")),
        ErrorCode.TOO_LARGE);
    assertFails(
        () -> items.replace(null, "1", json("{'id':'2','pk':'a'}"), Precondition.NONE),
        ErrorCode.NOT_FOUND);
    assertFails(() -> items.read(pk("a"), "1"), ErrorCode.NOT_FOUND);
  }

  @Test
  void patchesAndChecksTheCondition() {
    items.create(null, json("{'id':'1','pk':'a','n':1}"));
    JsonPatch patch =
        JsonPatch.fromJson(json("{'operations':[{'op':'incr','path':'/n','value':2}]}"));

    ItemResult patched = items.patch(pk("a"), "1", patch, Precondition.NONE);

    assertThat(patched.requireItem().document().at("n").toString()).isEqualTo("3");
    ItemOperation other =
        new ItemOperation.Patch("1", patch, ItemCondition.of("{\"n\":1}"), Precondition.NONE);
    assertFails(() -> items.carryOut(pk("a"), other), ErrorCode.PRECONDITION_FAILED);
    assertThat(items.read(pk("a"), "1").requireItem().document().at("n").toString()).isEqualTo("3");
  }

  @Test
  void doesAllOfABatchOrNothing() {
    items.create(null, json("{'id':'old','pk':'a'}"));

    BatchResult good =
        items.batch(
            pk("a"),
            List.of(
                new ItemOperation.Create(json("{'id':'1','pk':'a'}")),
                new ItemOperation.Read("1", Precondition.NONE),
                new ItemOperation.Delete("old", Precondition.NONE)));
    BatchResult bad =
        items.batch(
            pk("a"),
            List.of(
                new ItemOperation.Upsert(json("{'id':'1','pk':'a','v':2}"), Precondition.NONE),
                new ItemOperation.Create(json("{'id':'1','pk':'a'}")),
                new ItemOperation.Create(json("{'id':'2','pk':'a'}"))));

    assertThat(good.results()).hasSize(3);
    assertThat(good.results()).extracting(ItemResult::lsn).containsOnly(good.lsn());
    assertThat(bad.failedAt()).isEqualTo(1);
    assertThat(bad.failure().orElseThrow().code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(items.read(pk("a"), "1").requireItem().document().has("v")).isFalse();
    assertFails(() -> items.read(pk("a"), "2"), ErrorCode.NOT_FOUND);
    assertFails(() -> items.read(pk("a"), "old"), ErrorCode.NOT_FOUND);
  }

  @Test
  void refusesBatchesThatAreTooLong() {
    List<ItemOperation> operations = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      operations.add(new ItemOperation.Create(json("{'id':'" + i + "','pk':'a'}")));
    }

    assertFails(() -> items.batch(pk("a"), operations), ErrorCode.BAD_REQUEST);
    assertFails(() -> items.batch(pk("a"), List.of()), ErrorCode.BAD_REQUEST);
    assertThat(items.batch(pk("a"), operations.subList(0, 100)).succeeded()).isTrue();
  }

  @Test
  void takesLongBatchesOfThoseWhoHaveLimitsOfTheirOwn() {
    List<ItemOperation> operations = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      operations.add(new ItemOperation.Create(json("{'id':'" + i + "','pk':'a'}")));
    }

    BatchResult result = items.batch(pk("a"), operations, BatchLimits.NONE);

    assertThat(result.succeeded()).isTrue();
    assertThat(result.results()).hasSize(101).allMatch(one -> one.lsn() == result.lsn());
    assertThat(items.read(pk("a"), "100").lsn()).isEqualTo(result.lsn());
  }

  @Test
  void looksForNoOtherItemWhereTheIdWasMadeUp() {
    List<ItemOperation> operations =
        List.of(
            new ItemOperation.CreateNew(json("{'id':'1','pk':'a','n':1}")),
            new ItemOperation.CreateNew(json("{'id':'2','pk':'a'}")));

    assertThat(items.batch(pk("a"), operations).succeeded()).isTrue();

    assertThat(items.read(pk("a"), "1").requireItem().document().at("n"))
        .isEqualTo(JsonNumber.of(1));
    assertFails(() -> items.create(pk("a"), json("{'id':'2','pk':'a'}")), ErrorCode.CONFLICT);
  }

  @Test
  void handsOneOperationOverWithoutWaitingForIt() {
    ItemOperation creation = new ItemOperation.Create(json("{'id':'1','pk':'a'}"));

    Submitted<ItemResult> first = items.submit(null, creation);
    first.answer().toCompletableFuture().join();
    Submitted<ItemResult> second = items.submit(pk("a"), creation);

    ItemResult created = first.get();
    assertThat(created.kind()).isEqualTo(ItemResult.Kind.CREATED);
    assertThat(created.requireItem().json())
        .isEqualTo(items.read(pk("a"), "1").requireItem().json());
    assertFails(second::get, ErrorCode.CONFLICT);
    assertThat(second.answer().toCompletableFuture()).isCompletedExceptionally();
  }

  @Test
  void hasManyBatchesUnderWayForOneThread() {
    List<ItemOperation> one = List.of(new ItemOperation.Create(json("{'id':'1','pk':'a'}")));
    List<ItemOperation> other = List.of(new ItemOperation.Create(json("{'id':'1','pk':'b'}")));

    Submitted<BatchResult> first =
        items.submit(new ItemRequest.Batch(pk("a"), one, BatchLimits.USUAL));
    Submitted<BatchResult> second =
        items.submit(new ItemRequest.Batch(pk("b"), other, BatchLimits.USUAL));
    Submitted<BatchResult> again =
        items.submit(new ItemRequest.Batch(pk("a"), one, BatchLimits.USUAL));

    DatabaseException taken = again.get().failure().orElseThrow();
    assertThat(taken.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(taken.context()).containsKeys("partitionKey", "requestCharge");
    assertThat(second.get().charge()).isEqualTo(first.get().charge());
    assertThat(items.read(pk("b"), "1").lsn()).isPositive();
  }

  @Test
  void keepsUniqueKeysWithinALogicalPartition() {
    Items unique =
        fixture.items(
            TestEngine.definition("unique")
                .withUniqueKeys(
                    List.of(
                        new UniqueKey(List.of(JsonPath.parse("/email"), JsonPath.parse("/t"))))));
    unique.create(null, json("{'id':'1','pk':'a','email':'x','t':1}"));

    assertFails(
        () -> unique.create(null, json("{'id':'2','pk':'a','email':'x','t':1.0}")),
        ErrorCode.CONFLICT);
    unique.create(null, json("{'id':'2','pk':'a','email':'x'}"));
    assertFails(
        () -> unique.create(null, json("{'id':'3','pk':'a','email':'x','t':null}")),
        ErrorCode.CONFLICT);
    unique.create(null, json("{'id':'1','pk':'b','email':'x','t':1}"));
    unique.replace(null, "1", json("{'id':'1','pk':'a','email':'y','t':1}"), Precondition.NONE);
    unique.create(null, json("{'id':'4','pk':'a','email':'x','t':1}"));
    unique.delete(pk("a"), "4", Precondition.NONE);
    unique.create(null, json("{'id':'5','pk':'a','email':'x','t':1}"));
  }

  @Test
  void hidesExpiredItemsAtOnceAndRemovesThemLater() {
    Items mortal = fixture.items(TestEngine.definition("mortal").withDefaultTtlSeconds(10));
    mortal.create(null, json("{'id':'byDefault','pk':'a'}"));
    mortal.create(null, json("{'id':'short','pk':'a','ttl':5}"));
    mortal.create(null, json("{'id':'ever','pk':'a','ttl':-1}"));

    fixture.clock.advanceMillis(5_000);
    assertFails(() -> mortal.read(pk("a"), "short"), ErrorCode.NOT_FOUND);
    mortal.read(pk("a"), "byDefault");
    mortal.create(null, json("{'id':'short','pk':'a','ttl':100}"));
    fixture.clock.advanceMillis(5_000);
    assertFails(() -> mortal.read(pk("a"), "byDefault"), ErrorCode.NOT_FOUND);
    assertThat(mortal.container().partitions().getFirst().partition().state().recordCount())
        .isEqualTo(3);

    fixture.round();

    assertThat(mortal.container().partitions().getFirst().partition().state().recordCount())
        .isEqualTo(2);
    mortal.read(pk("a"), "ever");
    mortal.read(pk("a"), "short");
  }

  @Test
  void deletesAllItemsOfAPartitionKey() {
    for (int i = 0; i < 150; i++) {
      items.create(null, json("{'id':'" + i + "','pk':'a'}"));
    }
    items.create(null, json("{'id':'1','pk':'b'}"));

    assertThat(items.deleteAll(pk("a"))).isEqualTo(150);

    assertThat(items.container().partitions().getFirst().partition().state().recordCount())
        .isEqualTo(1);
  }

  @Test
  void storesTheBytesThatAReadReturns() {
    items.create(null, json("{'id':'é','pk':'a','s':'\\u00e9'}"));

    StoredItem item = items.read(pk("a"), "é").requireItem();

    assertThat(
            new String(item.backing(), item.jsonOffset(), item.jsonBytes(), StandardCharsets.UTF_8))
        .startsWith("{\"id\":\"é\",\"pk\":\"a\",\"s\":\"é\",\"_rid\":\"");
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code) {
    Expect.assertFails(code, call);
  }
}
