package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.partita.base.error.ErrorCode;
import dev.partita.container.EngineLimits;
import dev.partita.json.JsonObject;
import dev.partita.json.patch.JsonPatch;
import dev.partita.testkit.TestEngine;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every operation on an item is told of once, with what it was and what it came to. */
class OperationOutcomeTest {

  private static final JsonObject DOCUMENT = json("{'id':'1','pk':'a'}");

  private final List<OperationOutcome> outcomes = Collections.synchronizedList(new ArrayList<>());
  private Fixture fixture;
  private Items items;

  @BeforeEach
  void open() {
    fixture = new Fixture(EngineLimits.defaults());
    items = fixture.items(TestEngine.definition("c").withDefaultTtlSeconds(-1));
    fixture.documents.subscribe(outcomes::add);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private OperationOutcome only() {
    assertThat(outcomes).hasSize(1);
    return outcomes.removeFirst();
  }

  @Test
  void aWriteSaysWhatItWasAndCost() {
    ItemResult created = items.create(null, DOCUMENT);
    assertThat(only())
        .isEqualTo(
            new OperationOutcome(
                ItemOperation.Kind.CREATE,
                items.container().number(),
                created.partition(),
                pk("a"),
                "1",
                created.charge(),
                DOCUMENT.toString().length(),
                created.requireItem().jsonBytes(),
                ItemResult.Kind.CREATED,
                null));

    Submitted<ItemResult> submitted =
        items.submit(pk("a"), new ItemOperation.Delete("1", Precondition.NONE));
    submitted.get();
    OperationOutcome deleted = only();
    assertThat(deleted.operation()).isEqualTo(ItemOperation.Kind.DELETE);
    assertThat(deleted.result()).isEqualTo(ItemResult.Kind.DELETED);
    assertThat(deleted.responseBytes()).isZero();
  }

  @Test
  void aFailureSaysWhyAndWhatItCost() {
    items.create(null, DOCUMENT);
    outcomes.clear();
    assertFails(ErrorCode.CONFLICT, () -> items.create(null, DOCUMENT));
    OperationOutcome taken = only();
    assertThat(taken.succeeded()).isFalse();
    assertThat(taken.error()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(taken.charge()).isGreaterThan(RequestCharge.ZERO);
    assertThat(taken.itemId()).isEqualTo("1");

    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("b"), "2"));
    OperationOutcome missing = only();
    assertThat(missing.operation()).isEqualTo(ItemOperation.Kind.READ);
    assertThat(missing.key()).isEqualTo(pk("b"));
    assertThat(missing.charge()).isGreaterThan(RequestCharge.ZERO);
    assertThat(missing.partition()).isNotNegative();

    assertFails(ErrorCode.BAD_REQUEST, () -> items.create(null, json("{'pk':'a'}")));
    OperationOutcome nameless = only();
    assertThat(nameless.error()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(nameless.itemId()).isNull();
    assertThat(nameless.key()).isNull();
    assertThat(nameless.partition()).isEqualTo(-1);
  }

  @Test
  void eachOperationOfABatchIsToldOf() {
    ItemOperation create = new ItemOperation.Create(DOCUMENT);
    ItemOperation patch =
        new ItemOperation.Patch(
            "1",
            JsonPatch.fromJson(json("{'operations':[{'op':'set','path':'/n','value':12}]}")),
            null,
            Precondition.NONE);
    BatchResult done = items.batch(pk("a"), List.of(create, patch));
    assertThat(outcomes)
        .extracting(OperationOutcome::operation)
        .containsExactly(ItemOperation.Kind.CREATE, ItemOperation.Kind.PATCH);
    assertThat(outcomes.get(0).charge().plus(outcomes.get(1).charge())).isEqualTo(done.charge());
    assertThat(outcomes.get(1).requestBytes()).isEqualTo("/n12".length());

    outcomes.clear();
    BatchResult failed = items.batch(pk("a"), List.of(patch, create));
    assertThat(outcomes)
        .extracting(OperationOutcome::error)
        .containsExactly(ErrorCode.FAILED_DEPENDENCY, ErrorCode.CONFLICT);
    assertThat(outcomes.get(1).charge()).isEqualTo(failed.charge());
  }

  @Test
  void whatASessionWritesIsToldOfWhenItIsWritten() {
    items.transact(
        pk("a"),
        session -> {
          session.create(DOCUMENT);
          session.upsert(json("{'id':'2','pk':'a'}"), Precondition.NONE);
          assertThat(outcomes).isEmpty();
          return () -> 0;
        });
    assertThat(outcomes)
        .extracting(OperationOutcome::itemId, OperationOutcome::result)
        .containsExactly(tuple("1", ItemResult.Kind.CREATED), tuple("2", ItemResult.Kind.CREATED));
  }
}
