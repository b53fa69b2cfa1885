package dev.partita.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ExplainVerbosity;
import com.mongodb.MongoCommandException;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.storage.memory.MemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines in commands of the unmodified driver. */
class AggregationTest {

  private static final int STAGE_BYTES = 20_000;

  @TempDir static Path folder;

  private static MongoTestServer server;
  private static MongoClient client;
  private static MongoDatabase database;
  private MongoCollection<Document> orders;

  @BeforeAll
  static void start() {
    server =
        new MongoTestServer(
            new MemoryStore(),
            options -> options,
            new Workspace(1L << 30, STAGE_BYTES, folder.resolve("scratch")));
    client = server.client();
    database = client.getDatabase("shop");
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  /** The orders are on many partition keys, their customers on one. */
  @BeforeEach
  void fill() {
    database.drop();
    database.runCommand(json("{shardCollection: 'shop.orders', key: {customer: 'hashed'}}"));
    orders = database.getCollection("orders");
    orders.insertMany(
        IntStream.range(0, 300)
            .mapToObj(
                i ->
                    new Document("_id", i)
                        .append("customer", i % 7)
                        .append("total", i * 37 % 101)
                        .append("lines", List.of("a" + i % 3, "b")))
            .toList());
    database
        .getCollection("customers")
        .insertMany(
            IntStream.range(0, 7)
                .mapToObj(i -> new Document("_id", i).append("name", "c" + i))
                .toList());
  }

  private static Document json(String text) {
    return Document.parse(text);
  }

  private static List<Document> stages(String... stages) {
    return List.of(stages).stream().map(Document::parse).toList();
  }

  private List<Document> run(String... stages) {
    return orders.aggregate(stages(stages)).into(new ArrayList<>());
  }

  private static void assertCode(int code, String text, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(code);
              assertThat(e.getErrorMessage()).contains(text);
            });
  }

  @Test
  void groupsAndJoinsAcrossCollections() {
    List<Document> found =
        run(
            "{$match: {total: {$gte: 50}}}",
            "{$group: {_id: '$customer', n: {$sum: 1}, best: {$max: '$total'}}}",
            "{$lookup: {from: 'customers', localField: '_id', foreignField: '_id', as: 'who'}}",
            "{$set: {name: {$first: '$who.name'}}}",
            "{$sort: {_id: 1}}",
            "{$project: {name: 1, n: 1}}");
    assertThat(found).hasSize(7);
    assertThat(found.getFirst())
        .isEqualTo(new Document("_id", 0).append("n", count(0)).append("name", "c0"));
  }

  private static int count(int customer) {
    return (int)
        IntStream.range(0, 300).filter(i -> i % 7 == customer && i * 37 % 101 >= 50).count();
  }

  @Test
  void givesResultsBatchByBatch() {
    AggregateIterable<Document> found =
        orders.aggregate(stages("{$unwind: '$lines'}", "{$match: {lines: 'b'}}")).batchSize(17);
    assertThat(found.into(new ArrayList<>())).hasSize(300);
    assertThat(database.getCollection("nothing").aggregate(stages("{$count: 'n'}")).first())
        .isNull();
  }

  @Test
  void sortsAndGroupsMoreThanMemoryHolds() {
    List<Document> sorted = run("{$sort: {total: -1, _id: 1}}");
    assertThat(sorted)
        .extracting(each -> each.getInteger("total"))
        .hasSize(300)
        .isSortedAccordingTo((a, b) -> b - a);
    assertThat(run("{$group: {_id: '$_id', all: {$push: '$$ROOT'}}}")).hasSize(300);
    assertThat(orders.find().sort(json("{total: 1}")).into(new ArrayList<>())).hasSize(300);
    assertCode(
        292,
        "Sort exceeded memory limit of 20000 bytes, but did not opt in to external sorting.",
        () ->
            orders
                .aggregate(stages("{$sort: {total: -1}}"))
                .allowDiskUse(false)
                .into(new ArrayList<>()));
    assertCode(
        292,
        "Exceeded memory limit for $group, but didn't allow external sort.",
        () ->
            orders
                .aggregate(stages("{$group: {_id: '$_id', all: {$push: '$$ROOT'}}}"))
                .allowDiskUse(false)
                .into(new ArrayList<>()));
    assertThatThrownBy(
            () ->
                orders.find().sort(json("{total: 1}")).allowDiskUse(false).into(new ArrayList<>()))
        .hasMessageContaining("did not opt in to external sorting");
    assertThat(folder.resolve("scratch").toFile().list()).isEmpty();
  }

  @Test
  void writesWhatComesOutToACollection() {
    MongoCollection<Document> totals = database.getCollection("totals");
    totals.insertOne(json("{_id: 'old'}"));
    run("{$group: {_id: '$customer', n: {$sum: 1}}}", "{$out: 'totals'}");
    assertThat(totals.countDocuments()).isEqualTo(7);
    assertThat(totals.find(json("{_id: 'old'}")).first()).isNull();
    assertCode(
        2,
        "can't $divide by zero",
        () -> run("{$set: {x: {$divide: ['$total', 0]}}}", "{$out: 'totals'}"));
    assertThat(totals.countDocuments()).isEqualTo(7);
    run(
        "{$group: {_id: {$add: ['$customer', 5]}, m: {$sum: 1}}}",
        "{$merge: {into: 'totals', whenMatched: [{$set: {both: {$add: ['$n', '$$new.m']}}}]}}");
    assertThat(totals.countDocuments()).isEqualTo(12);
    assertThat(totals.countDocuments(json("{both: {$gt: 80}}"))).isEqualTo(2);
    assertThat(totals.countDocuments(json("{m: {$exists: true}, n: {$exists: false}}")))
        .isEqualTo(5);
    assertCode(
        11_000,
        "E11000",
        () -> run("{$match: {_id: 1}}", "{$merge: {into: 'totals', whenMatched: 'fail'}}"));
    assertCode(
        13_113,
        "$merge could not find a matching document",
        () -> run("{$match: {_id: 99}}", "{$merge: {into: 'totals', whenNotMatched: 'fail'}}"));
    run("{$match: {_id: 99}}", "{$merge: {into: 'totals', whenNotMatched: 'discard'}}");
    assertThat(totals.countDocuments()).isEqualTo(12);
  }

  @Test
  void aKeyForReadingWritesThroughNoStage() {
    try (MongoClient reader =
        server.client(MongoTestServer.READ_ONLY_KEY, server.router().getPort())) {
      MongoCollection<Document> seen = reader.getDatabase("shop").getCollection("orders");
      assertThat(Objects.requireNonNull(seen.aggregate(stages("{$count: 'n'}")).first()))
          .containsEntry("n", 300);
      assertCode(
          13, "not authorized", () -> seen.aggregate(stages("{$out: 'copy'}")).toCollection());
    }
  }

  @Test
  void tellsHowPipelinesAreCarriedOut() {
    orders.createIndex(json("{total: 1}"));
    Document found =
        orders
            .aggregate(stages("{$match: {total: 5}}", "{$sort: {_id: 1}}", "{$limit: 3}"))
            .explain();
    assertThat(found.getEmbedded(List.of("queryPlanner", "winningPlan", "stage"), String.class))
        .isEqualTo("SORT");
    Document grouped =
        orders
            .aggregate(stages("{$match: {total: 5}}", "{$group: {_id: '$customer', n: {$sum: 1}}}"))
            .explain(ExplainVerbosity.EXECUTION_STATS);
    List<Document> steps = grouped.getList("stages", Document.class);
    assertThat(steps).hasSize(2);
    assertThat(
            steps
                .getFirst()
                .getEmbedded(
                    List.of("$cursor", "executionStats", "totalDocsExamined"), Integer.class))
        .isEqualTo((int) orders.countDocuments(json("{total: 5}")));
    assertThat(steps.get(1).getLong("nReturned")).isPositive();
  }

  @Test
  void runsWithoutACollectionAndOverWhatTheServerKnows() {
    assertThat(
            database
                .aggregate(stages("{$documents: [{a: 1}, {a: 2}]}", "{$match: {a: 2}}"))
                .into(new ArrayList<>()))
        .containsExactly(json("{a: 2}"));
    assertThat(run("{$collStats: {count: {}, storageStats: {}}}"))
        .singleElement()
        .satisfies(stats -> assertThat(stats.get("count")).isEqualTo(300));
    assertThat(run("{$indexStats: {}}"))
        .extracting(each -> each.getString("name"))
        .containsExactly("_id_");
    assertThat(
            client
                .getDatabase("admin")
                .aggregate(stages("{$currentOp: {}}", "{$match: {'command.aggregate': 1}}"))
                .into(new ArrayList<>()))
        .isNotEmpty();
    assertThat(database.runCommand(json("{currentOp: 1}")).getList("inprog", Document.class))
        .extracting(each -> each.getString("ns"))
        .contains("shop.$cmd");
  }

  @Test
  void accumulatesWithinDocumentsAndSamples() {
    assertThat(
            run(
                "{$match: {_id: 2}}",
                "{$project: {_id: 0, s: {$sum: ['$total', 1, 'x']}, m: {$max: '$lines'}, a: {$avg:"
                    + " [1, 2]}, p: {$median: {input: [3, 1, 2], method: 'approximate'}}}}"))
        .containsExactly(json("{s: 75, m: 'b', a: 1.5, p: 2.0}"));
    assertThat(run("{$match: {$sampleRate: 1}}")).hasSize(300);
    assertThat(run("{$match: {$sampleRate: 0}}")).isEmpty();
    assertThat(run("{$sample: {size: 11}}")).hasSize(11).doesNotHaveDuplicates();
  }

  @Test
  void refusesWhatIsNoPipeline() {
    assertCode(40_324, "Unrecognized pipeline stage name: '$foo'", () -> run("{$foo: 1}"));
    assertCode(
        73,
        "{aggregate: 1} is not valid for '$match'; a collection is required.",
        () -> database.aggregate(stages("{$match: {}}")).first());
    assertCode(115, "$planCacheStats", () -> run("{$planCacheStats: {}}"));
    assertCode(115, "$geoNear", () -> run("{$geoNear: {near: [0, 0]}}"));
    assertCode(115, "$text", () -> run("{$match: {$text: {$search: 'x'}}}"));
    assertCode(
        2,
        "PlanExecutor error during aggregation :: caused by :: can't $divide by zero",
        () -> run("{$project: {x: {$divide: ['$total', 0]}}}"));
  }

  @Test
  void updatesByPipelines() {
    var result =
        orders.updateMany(
            json("{customer: 3}"),
            stages("{$set: {twice: {$multiply: ['$total', 2]}}}", "{$unset: 'lines'}"));
    assertThat(result.getModifiedCount()).isEqualTo(43);
    assertThat(Objects.requireNonNull(orders.find(json("{_id: 3}")).first()))
        .isEqualTo(json("{_id: 3, customer: 3, total: 10, twice: 20}"));
    Document after =
        orders.findOneAndUpdate(
            json("{_id: 4}"),
            stages("{$replaceWith: {_id: '$_id', customer: '$customer', was: '$total'}}"),
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER));
    assertThat(after).isEqualTo(json("{_id: 4, customer: 4, was: 47}"));
    orders.updateOne(
        json("{_id: 1000, customer: 1}"),
        stages("{$set: {made: '$$NOW'}}"),
        new UpdateOptions().upsert(true));
    assertThat(Objects.requireNonNull(orders.find(json("{_id: 1000}")).first()).getDate("made"))
        .isNotNull();
    assertThatThrownBy(() -> orders.updateOne(json("{_id: 4}"), stages("{$match: {}}")))
        .hasMessageContaining("$match is not allowed to be used within an update");
    assertThatThrownBy(() -> orders.updateOne(json("{_id: 4}"), stages("{$set: {_id: 7}}")))
        .hasMessageContaining("immutable");
  }
}
