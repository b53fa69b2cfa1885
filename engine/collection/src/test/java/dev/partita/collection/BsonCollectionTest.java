package dev.partita.collection;

import static dev.partita.collection.CollectionFixture.all;
import static dev.partita.collection.CollectionFixture.doc;
import static dev.partita.collection.CollectionFixture.ids;
import static dev.partita.collection.CollectionFixture.index;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.container.Container;
import dev.partita.mql.MqlContext;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.sort.SortPattern;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Documents, indexes and statements of collections. */
class BsonCollectionTest {

  private static void noWatch() {}

  private final CollectionFixture engine = open();

  /** The engine that is asked, which leads. */
  CollectionFixture open() {
    return new CollectionFixture();
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static InsertReport insert(BsonCollection collection, BsonDocument... documents) {
    return collection.insert(List.of(documents), true, null);
  }

  private static Selection where(BsonDocument filter) {
    return Selection.of(DocumentFilter.parse(filter, MqlContext.SIMPLE), null, null);
  }

  private static FilterBounds bounds(BsonDocument filter) {
    return where(filter).bounds();
  }

  private static WriteStatement set(
      Selection selection, String field, int value, @Nullable StatementId id) {
    return WriteStatement.update(
        selection,
        document -> {
          var changed = BsonDocument.builder();
          document.forEach(
              each -> {
                if (!each.name().equals(field)) {
                  changed.put(each.name(), each.value());
                }
              });
          return changed.put(field, value).build();
        },
        null,
        false,
        id);
  }

  @Test
  void anIdIsUniqueInACollectionWithoutAShardKey() {
    BsonCollection collection = engine.create(null);
    InsertReport report =
        insert(collection, doc("_id", 1), doc("_id", 2), doc("_id", 1.0), doc("_id", 3));
    assertThat(report.inserted()).isEqualTo(2);
    assertThat(report.errors()).hasSize(1);
    assertThat(report.errors().getFirst().index()).isEqualTo(2);
    assertThat(report.errors().getFirst().cause()).isInstanceOf(DuplicateKey.class);
    assertThat(ids(collection, Selection.ALL)).containsExactly(1, 2);
  }

  @Test
  void anUnorderedInsertGoesOnBehindErrors() {
    BsonCollection collection = engine.create("pk");
    List<BsonDocument> documents =
        List.of(
            doc("_id", 1, "pk", "a"),
            doc("_id", 1, "pk", "a"),
            doc("_id", 1, "pk", "b"),
            doc("_id", 2, "pk", List.of(1)),
            doc("_id", 3, "pk", "a"));
    InsertReport report = collection.insert(documents, false, null);
    assertThat(report.inserted()).isEqualTo(3);
    assertThat(report.errors()).extracting(InsertReport.Failed::index).containsExactly(1, 3);
  }

  @Test
  void aFullLogicalPartitionRefusesDocumentsAndKeepsTheRest() {
    try (CollectionFixture small =
        new CollectionFixture(
            new MemoryStore(),
            options -> options.withLimits(options.limits().withLogicalPartitionBytes(4_000)))) {
      BsonCollection collection = small.create(null);
      List<BsonDocument> documents =
          IntStream.range(0, 100).mapToObj(i -> doc("_id", i, "text", "x".repeat(200))).toList();
      InsertReport report = collection.insert(documents, true, null);
      assertThat(report.inserted()).isBetween(5, 50);
      assertThat(report.errors().getFirst().cause())
          .isInstanceOfSatisfying(
              DatabaseException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.LOGICAL_PARTITION_FULL));
      assertThat(all(collection, Selection.ALL)).hasSize(report.inserted());
    }
  }

  @Test
  void documentsOfAShardKeyValueAreFoundThereAlsoAfterASplit() {
    engine.assumeItChangesContainers();
    BsonCollection collection = engine.create("home.city");
    for (int i = 0; i < 60; i++) {
      insert(collection, doc("_id", i, "home", doc("city", "c" + i % 12)));
    }
    Container container = collection.container();
    engine.split(container, container.partitions().getFirst().number());
    assertThat(container.partitions()).hasSize(2);
    assertThat(all(collection, Selection.ALL)).hasSize(60);
    Selection one = new Selection(document -> true, bounds(doc("home.city", "c3")), null);
    assertThat(ids(collection, one)).containsExactly(3, 15, 27, 39, 51);
    assertThat(collection.find(FindRequest.of(one)).plan().kind())
        .isEqualTo(AccessPlan.Kind.COLLSCAN);
  }

  @Test
  void equalNumbersOfAllTypesAreOneShardKeyValue() {
    BsonCollection collection = engine.create("k");
    insert(collection, doc("_id", 1, "k", 5));
    assertThat(insert(collection, doc("_id", 1, "k", 5.0)).errors()).hasSize(1);
    assertThat(insert(collection, doc("_id", 1, "k", 5L)).errors()).hasSize(1);
    assertThat(insert(collection, doc("_id", 1, "k", "5")).errors()).isEmpty();
    assertThat(insert(collection, doc("_id", 1)).errors()).isEmpty();
    assertThat(insert(collection, doc("_id", 1, "k", BsonValue.NULL)).errors()).hasSize(1);
  }

  @Test
  void anIndexOnDataIsBuiltAndUsedAndFollowsWrites() {
    engine.assumeItChangesContainers();
    BsonCollection collection = engine.create(null);
    for (int i = 0; i < 500; i++) {
      insert(collection, doc("_id", i, "a", i % 10, "b", i));
    }
    engine.collections.indexes().create(collection, index(false, "a", "-b"));
    Selection three = where(doc("a", 3));
    assertThat(collection.find(FindRequest.of(three)).plan().kind())
        .isEqualTo(AccessPlan.Kind.IXSCAN);
    assertThat(ids(collection, three)).hasSize(50).isSortedAccordingTo((x, y) -> y - x);
    collection.write(set(where(doc("_id", 3)), "a", 4, null), BsonCollectionTest::noWatch);
    assertThat(ids(collection, three)).hasSize(49).doesNotContain(3);
    collection.write(
        WriteStatement.delete(where(doc("a", 4)), true, null), BsonCollectionTest::noWatch);
    assertThat(ids(collection, where(doc("a", 4)))).isEmpty();
    assertThat(all(collection, Selection.ALL)).hasSize(449);
    engine.collections.indexes().drop(collection, each -> !each.isId());
    assertThat(collection.find(FindRequest.of(three)).plan().kind())
        .isEqualTo(AccessPlan.Kind.COLLSCAN);
    assertThat(collection.settings().dropped()).isEmpty();
  }

  @Test
  void elementsOfArraysLeadToTheirDocumentOnce() {
    engine.assumeItChangesContainers();
    BsonCollection collection = engine.create(null);
    engine.collections.indexes().create(collection, index(false, "t"));
    insert(
        collection,
        doc("_id", 1, "t", List.of(1, 5, 9)),
        doc("_id", 2, "t", 6),
        doc("_id", 3, "t", List.of()),
        doc("_id", 4));
    FilterBounds between = bounds(doc("t", doc("$gt", 3, "$lt", 7)));
    // 9 and 1 meet one condition each, which is enough for an array.
    Selection any = new Selection(_ -> true, between, null);
    assertThat(ids(collection, any)).containsExactlyInAnyOrder(1, 2);
    Selection nothing = new Selection(_ -> true, bounds(doc("t", BsonValue.NULL)), null);
    assertThat(ids(collection, nothing)).contains(4);
  }

  @Test
  void parallelArraysAreRefused() {
    engine.assumeItChangesContainers();
    BsonCollection collection = engine.create(null);
    engine.collections.indexes().create(collection, index(false, "a", "b"));
    InsertReport report = insert(collection, doc("_id", 1, "a", List.of(1), "b", List.of(2)));
    assertThat(report.errors().getFirst().cause()).isInstanceOf(ParallelArrays.class);
    assertThat(insert(collection, doc("_id", 1, "a", List.of(1), "b", 2)).errors()).isEmpty();
  }

  @Test
  void aUniqueIndexHoldsAlsoWhenItIsBuiltOnData() {
    engine.assumeItChangesContainers();
    BsonCollection collection = engine.create(null);
    insert(collection, doc("_id", 1, "e", "x"), doc("_id", 2, "e", "y"), doc("_id", 3, "e", "x"));
    assertThatThrownBy(() -> engine.collections.indexes().create(collection, index(true, "e")))
        .isInstanceOf(DuplicateKey.class);
    assertThat(collection.settings().indexes()).hasSize(1);
    collection.write(
        WriteStatement.delete(where(doc("_id", 3)), false, null), BsonCollectionTest::noWatch);
    engine.collections.indexes().create(collection, index(true, "e"));
    assertThat(insert(collection, doc("_id", 4, "e", "y")).errors().getFirst().cause())
        .isInstanceOfSatisfying(
            DuplicateKey.class, e -> assertThat(e.values()).isEqualTo(doc("e", "y")));
    collection.write(
        WriteStatement.delete(where(doc("_id", 2)), false, null), BsonCollectionTest::noWatch);
    assertThat(insert(collection, doc("_id", 4, "e", "y")).errors()).isEmpty();
  }

  @Test
  void documentsExpireByTheDateThatAnIndexNames() {
    engine.assumeItChangesContainers();
    BsonCollection collection = engine.create(null);
    IndexSpec expiring =
        new IndexSpec(
            0, "at", List.of(new IndexKey("at", false)), false, false, OptionalLong.of(10), false);
    engine.collections.indexes().create(collection, expiring);
    long now = engine.clock.millis();
    insert(
        collection,
        doc("_id", 1, "at", BsonValue.date(now)),
        doc("_id", 2, "at", BsonValue.date(now + 60_000)),
        doc("_id", 3, "at", "never"),
        doc("_id", 4, "at", List.of(BsonValue.date(now + 60_000), BsonValue.date(now))));
    engine.clock.advanceMillis(11_000);
    engine.engine.housekeeping().round();
    assertThat(ids(collection, Selection.ALL)).containsExactly(2, 3);
  }

  @Test
  void aStatementThatIsSentAgainIsNotCarriedOutAgain() {
    StatementId id = new StatementId(new byte[16], 5, 0);
    BsonCollection collection = engine.create("k");
    insert(collection, doc("_id", 1, "k", 1, "n", 0));
    WriteStatement once = set(where(doc("n", 0)), "n", 1, id);
    assertThat(collection.write(once, BsonCollectionTest::noWatch).result().matched()).isOne();
    // It matches nothing any more, and yet the answer is the same.
    assertThat(collection.write(once, BsonCollectionTest::noWatch).result().modified()).isOne();
    WriteStatement next = set(where(doc("n", 0)), "n", 2, new StatementId(new byte[16], 6, 0));
    assertThat(collection.write(next, BsonCollectionTest::noWatch).result().matched()).isZero();
    List<BsonDocument> more = List.of(doc("_id", 7, "k", 1), doc("_id", 8, "k", 2));
    StatementId insert = new StatementId(new byte[16], 7, 0);
    assertThat(collection.insert(more, true, insert).inserted()).isEqualTo(2);
    assertThat(collection.insert(more, true, insert).inserted()).isEqualTo(2);
    assertThat(all(collection, Selection.ALL)).hasSize(3);
  }

  @Test
  void sortsAndKeepsNoMoreThanTheFirst() {
    BsonCollection collection = engine.create(null);
    for (int i = 0; i < 300; i++) {
      insert(collection, doc("_id", i, "r", i * 7919 % 300));
    }
    FindRequest request =
        new FindRequest(
            Selection.ALL,
            SortPattern.parse(doc("r", -1), MqlContext.SIMPLE),
            2,
            5,
            document -> document);
    List<Integer> found = new ArrayList<>();
    try (FindExecution find = collection.find(request)) {
      while (!find.isDone()) {
        find.batch(2, 1 << 20, BsonCollectionTest::noWatch)
            .forEach(each -> found.add(number(each)));
      }
    }
    assertThat(found).containsExactly(297, 296, 295, 294, 293);
  }

  private static int number(BsonDocument document) {
    BsonValue value = document.get("r");
    return value == null ? -1 : value.asInt32();
  }

  @Test
  void everyReadAndWriteIsCharged() {
    BsonCollection collection = engine.create(null);
    assertThat(insert(collection, doc("_id", 1)).charge().hundredths()).isPositive();
    assertThat(
            collection
                .write(set(where(doc("_id", 1)), "n", 1, null), BsonCollectionTest::noWatch)
                .charge()
                .hundredths())
        .isPositive();
    try (FindExecution find = collection.find(FindRequest.of(Selection.ALL))) {
      find.batch(10, 1 << 20, BsonCollectionTest::noWatch);
      assertThat(find.charge().hundredths()).isPositive();
    }
  }
}
