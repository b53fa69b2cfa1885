package dev.partita.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The query language in commands of the unmodified driver. */
class QueryLanguageTest {

  private static MongoTestServer server;
  private static MongoClient client;
  private static MongoDatabase database;
  private MongoCollection<Document> things;

  @BeforeAll
  static void start() {
    server = new MongoTestServer();
    client = server.client();
    database = client.getDatabase("language");
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void fill() {
    database.drop();
    things = database.getCollection("things");
    things.insertMany(
        List.of(
            json("{_id: 1, name: 'Ada', n: 5, tags: ['a', 'b'], at: {city: 'Bern'}}"),
            json("{_id: 2, name: 'bob', n: 15, tags: ['b'], at: {city: 'Rome'}}"),
            json("{_id: 3, name: 'Cleo', n: 25.5, tags: [], scores: [{s: 1}, {s: 9}]}"),
            json("{_id: 4, name: 'ada', n: null, scores: [{s: 5}]}"),
            json("{_id: 5, n: 'text', bits: 6}")));
  }

  private static Document json(String text) {
    return Document.parse(text);
  }

  private static List<Integer> ids(FindIterable<Document> found) {
    return found.map(each -> each.getInteger("_id")).into(new ArrayList<>());
  }

  private Document one(int id) {
    return Objects.requireNonNull(things.find(new Document("_id", id)).first());
  }

  private static void assertCode(int code, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code));
  }

  private static void assertWriteError(int code, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            MongoWriteException.class, e -> assertThat(e.getError().getCode()).isEqualTo(code));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{n: 5} | 1",
        "{n: {$gt: 5}} | 2 3",
        "{n: {$gte: 5, $lt: 25.5}} | 1 2",
        "{n: {$ne: 5}} | 2 3 4 5",
        "{n: {$in: [5, 25.5, null]}} | 1 3 4",
        "{n: {$nin: [5, 15]}} | 3 4 5",
        "{n: null} | 4",
        "{n: {$type: 'string'}} | 5",
        "{name: {$exists: false}} | 5",
        "{name: /^ada$/i} | 1 4",
        "{name: {$not: /a/i}} | 2 3 5",
        "{tags: 'b'} | 1 2",
        "{tags: ['a', 'b']} | 1",
        "{tags: {$all: ['a', 'b']}} | 1",
        "{tags: {$size: 0}} | 3",
        "{'at.city': 'Rome'} | 2",
        "{'scores.s': {$gt: 4}} | 3 4",
        "{scores: {$elemMatch: {s: {$gt: 1, $lt: 9}}}} | 4",
        "{n: {$mod: [10, 5]}} | 1 2 3",
        "{bits: {$bitsAllSet: 6}} | 5",
        "{$or: [{n: 5}, {name: 'bob'}]} | 1 2",
        "{$nor: [{n: 5}, {name: 'bob'}]} | 3 4 5",
        "{$and: [{n: {$gt: 1}}, {tags: 'b'}]} | 1 2",
        "{$jsonSchema: {required: ['scores']}} | 3 4",
        "{_id: {$gt: 2, $lte: 4}} | 3 4",
        "{_id: 2, n: 5} | ''"
      })
  void findsWhatFiltersMatchWithAndWithoutAnIndex(String filter, String expected) {
    List<Integer> ids = new ArrayList<>();
    for (String id : expected.split(" ", -1)) {
      if (!id.isEmpty()) {
        ids.add(Integer.valueOf(id));
      }
    }
    Bson query = json(filter);
    assertThat(ids(things.find(query))).isEqualTo(ids);
    assertThat(things.countDocuments(query)).isEqualTo(ids.size());
    for (String path : List.of("n", "name", "tags", "at.city", "scores.s")) {
      things.createIndex(new Document(path, path.equals("n") ? -1 : 1));
    }
    assertThat(ids(things.find(query))).containsExactlyInAnyOrderElementsOf(ids);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{$set: {'at.zip': 3, n: 6}} | {_id: 1, name: 'Ada', n: 6, tags: ['a', 'b'], at: {city:"
            + " 'Bern', zip: 3}}",
        "{$unset: {tags: 1, at: 1}} | {_id: 1, name: 'Ada', n: 5}",
        "{$inc: {n: 2}, $unset: {tags: 1, at: 1}} | {_id: 1, name: 'Ada', n: 7}",
        "{$mul: {n: 2}, $unset: {tags: 1, at: 1}} | {_id: 1, name: 'Ada', n: 10}",
        "{$min: {n: 2}, $unset: {tags: 1, at: 1}} | {_id: 1, name: 'Ada', n: 2}",
        "{$max: {n: 9}, $unset: {tags: 1, at: 1}} | {_id: 1, name: 'Ada', n: 9}",
        "{$bit: {n: {or: 2}}, $unset: {tags: 1, at: 1}} | {_id: 1, name: 'Ada', n: 7}",
        "{$rename: {name: 'called'}, $unset: {tags: 1, at: 1}} | {_id: 1, n: 5, called: 'Ada'}",
        "{$push: {tags: 'c'}, $unset: {at: 1}} | {_id: 1, name: 'Ada', n: 5, tags: ['a', 'b',"
            + " 'c']}",
        "{$addToSet: {tags: 'a'}, $unset: {at: 1}} | {_id: 1, name: 'Ada', n: 5, tags: ['a', 'b']}",
        "{$pop: {tags: -1}, $unset: {at: 1}} | {_id: 1, name: 'Ada', n: 5, tags: ['b']}",
        "{$pull: {tags: {$in: ['a']}}, $unset: {at: 1}} | {_id: 1, name: 'Ada', n: 5, tags: ['b']}",
        "{$pullAll: {tags: ['a', 'b']}, $unset: {at: 1}} | {_id: 1, name: 'Ada', n: 5, tags: []}",
        "{$set: {'tags.$[]': 'x'}, $unset: {at: 1}} | {_id: 1, name: 'Ada', n: 5, tags: ['x', 'x']}"
      })
  void changesDocumentsAsUpdatesSay(String update, String expected) {
    var result = things.updateOne(json("{_id: 1}"), json(update));
    assertThat(result.getMatchedCount()).isOne();
    assertThat(one(1)).isEqualTo(json(expected));
  }

  @Test
  void updatesTheElementThatTheFilterMatchedAndThoseOfArrayFilters() {
    things.updateOne(json("{'scores.s': 9}"), json("{$set: {'scores.$.s': 10}}"));
    assertThat(one(3).get("scores")).isEqualTo(json("{s: [{s: 1}, {s: 10}]}").get("s"));
    things.updateMany(
        json("{scores: {$exists: true}}"),
        json("{$inc: {'scores.$[high].s': 100}}"),
        new UpdateOptions().arrayFilters(List.of(json("{'high.s': {$gte: 5}}"))));
    assertThat(one(3).get("scores")).isEqualTo(json("{s: [{s: 1}, {s: 110}]}").get("s"));
    assertThat(one(4).get("scores")).isEqualTo(json("{s: [{s: 105}]}").get("s"));
    things.updateOne(json("{_id: 1}"), json("{$currentDate: {changed: true}}"));
    assertThat(one(1).getDate("changed")).isNotNull();
  }

  @Test
  void updatesManyAndTellsHowManyItChanged() {
    var result = things.updateMany(json("{tags: 'b'}"), json("{$set: {n: 5}}"));
    assertThat(result.getMatchedCount()).isEqualTo(2);
    assertThat(result.getModifiedCount()).isOne();
    assertThat(things.deleteMany(json("{n: 5}")).getDeletedCount()).isEqualTo(2);
    assertThat(things.countDocuments()).isEqualTo(3);
  }

  @Test
  void insertsTheDocumentOfAnUpsert() {
    var upsert = new UpdateOptions().upsert(true);
    var result =
        things.updateOne(
            json("{_id: 9, 'at.city': 'Oslo', n: {$gt: 3}}"),
            json("{$set: {name: 'eve'}, $setOnInsert: {fresh: true}}"),
            upsert);
    assertThat(Objects.requireNonNull(result.getUpsertedId()).asInt32().getValue()).isEqualTo(9);
    assertThat(one(9)).isEqualTo(json("{_id: 9, at: {city: 'Oslo'}, fresh: true, name: 'eve'}"));
    var named = things.updateOne(json("{name: 'new'}"), json("{$inc: {n: 1}}"), upsert);
    assertThat(Objects.requireNonNull(named.getUpsertedId()).isObjectId()).isTrue();
    assertThat(things.updateOne(json("{name: 'new'}"), json("{$inc: {n: 1}}"), upsert))
        .satisfies(again -> assertThat(again.getUpsertedId()).isNull());
    assertThat(Objects.requireNonNull(things.find(json("{name: 'new'}")).first()))
        .containsEntry("n", 2);
  }

  @Test
  void findsAndModifiesTheFirstInOrder() {
    var byNumber = json("{n: -1}");
    assertThat(
            things.findOneAndUpdate(
                json("{n: {$type: 'number'}}"),
                json("{$inc: {n: 1}}"),
                new FindOneAndUpdateOptions().sort(byNumber).projection(json("{n: 1}"))))
        .isEqualTo(json("{_id: 3, n: 25.5}"));
    assertThat(
            things.findOneAndUpdate(
                json("{n: {$type: 'number'}}"),
                json("{$inc: {n: 1}}"),
                new FindOneAndUpdateOptions()
                    .sort(byNumber)
                    .returnDocument(ReturnDocument.AFTER)
                    .projection(json("{_id: 0, n: 1}"))))
        .isEqualTo(json("{n: 27.5}"));
    assertThat(
            things.findOneAndDelete(
                json("{tags: 'b'}"), new FindOneAndDeleteOptions().sort(byNumber)))
        .containsEntry("_id", 2);
    assertThat(things.findOneAndDelete(json("{name: 'nobody'}"))).isNull();
    assertThat(
            things.findOneAndUpdate(
                json("{_id: 7}"),
                json("{$set: {n: 1}}"),
                new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER)))
        .isEqualTo(json("{_id: 7, n: 1}"));
  }

  @Test
  void sortsByTheOrderOfTypesWithSkipAndLimit() {
    assertThat(ids(things.find().sort(json("{n: 1}")))).containsExactly(4, 1, 2, 3, 5);
    assertThat(ids(things.find().sort(json("{n: -1}")).skip(1).limit(2))).containsExactly(3, 2);
    assertThat(ids(things.find().sort(json("{tags: 1, _id: -1}")))).containsExactly(3, 5, 4, 1, 2);
    assertThat(ids(things.find().sort(json("{_id: -1}")).batchSize(2)))
        .containsExactly(5, 4, 3, 2, 1);
  }

  @Test
  void projectsFieldsElementsAndSlices() {
    assertThat(things.find(json("{_id: 1}")).projection(json("{name: 1, 'at.city': 1}")).first())
        .isEqualTo(json("{_id: 1, name: 'Ada', at: {city: 'Bern'}}"));
    assertThat(things.find(json("{_id: 1}")).projection(json("{tags: 0, at: 0}")).first())
        .isEqualTo(json("{_id: 1, name: 'Ada', n: 5}"));
    assertThat(things.find(json("{'scores.s': 9}")).projection(json("{'scores.$': 1}")).first())
        .isEqualTo(json("{_id: 3, scores: [{s: 9}]}"));
    assertThat(
            things
                .find(json("{_id: 3}"))
                .projection(json("{_id: 0, scores: {$elemMatch: {s: {$gt: 1}}}}"))
                .first())
        .isEqualTo(json("{scores: [{s: 9}]}"));
    assertThat(
            things.find(json("{_id: 1}")).projection(json("{_id: 1, tags: {$slice: -1}}")).first())
        .isEqualTo(json("{_id: 1, tags: ['b']}"));
  }

  @Test
  void givesDistinctValuesAndCounts() {
    assertThat(things.distinct("tags", String.class)).containsExactlyInAnyOrder("a", "b");
    assertThat(things.distinct("scores.s", json("{_id: 3}"), Integer.class))
        .containsExactlyInAnyOrder(1, 9);
    Document counted =
        database.runCommand(json("{count: 'things', query: {n: {$gt: 1}}, skip: 1, limit: 5}"));
    assertThat(counted).containsEntry("n", 2);
    assertThat(things.countDocuments(json("{tags: 'b'}"), new CountOptions().skip(1))).isOne();
    assertThat(things.countDocuments(json("{}"), new CountOptions().limit(2))).isEqualTo(2);
    assertThat(things.countDocuments(json("{n: 99}"))).isZero();
    assertThat(database.getCollection("nothing").countDocuments()).isZero();
  }

  @Test
  void aggregatesWhatAFindCanSay() {
    assertThat(
            things
                .aggregate(
                    List.of(
                        json("{$match: {n: {$type: 'number'}}}"),
                        json("{$sort: {n: -1}}"),
                        json("{$skip: 1}"),
                        json("{$limit: 1}")))
                .map(each -> each.getInteger("_id"))
                .into(new ArrayList<>()))
        .containsExactly(2);
    assertThat(things.aggregate(List.of(json("{$match: {tags: 'b'}}"), json("{$count: 'all'}"))))
        .containsExactly(json("{all: 2}"));
  }

  @Test
  void comparesStringsByTheCollationOfTheCommand() {
    Collation insensitive =
        Collation.builder().locale("en").collationStrength(CollationStrength.SECONDARY).build();
    things.createIndex(json("{name: 1}"));
    assertThat(ids(things.find(json("{name: 'ADA'}")))).isEmpty();
    assertThat(ids(things.find(json("{name: 'ADA'}")).collation(insensitive)))
        .containsExactly(1, 4);
    assertThat(ids(things.find(json("{name: {$gte: 'ADA'}}")).collation(insensitive)))
        .containsExactly(1, 2, 3, 4);
    assertThat(
            ids(
                things
                    .find(json("{name: {$type: 'string'}}"))
                    .sort(json("{name: -1, _id: 1}"))
                    .collation(insensitive)))
        .containsExactly(3, 2, 1, 4);
    things.insertOne(json("{_id: 'Key'}"));
    assertThat(things.find(json("{_id: 'KEY'}")).collation(insensitive).first()).isNotNull();
    assertThat(things.distinct("name", String.class).collation(insensitive)).hasSize(3);
  }

  @Test
  void explainsTheIndexThatAFilterUses() {
    things.createIndex(json("{n: 1}"));
    assertThat(stages("{n: {$gt: 5}}")).isEqualTo("FETCH IXSCAN");
    assertThat(stages("{n: {$ne: 5}}")).isEqualTo("COLLSCAN");
    assertThat(stages("{_id: 5}")).isEqualTo("IDHACK");
    assertThat(stages("{$or: [{n: 5}]}")).isEqualTo("COLLSCAN");
    Document statistics =
        Objects.requireNonNull(
            things.find(json("{n: {$gt: 5}}")).explain().get("executionStats", Document.class));
    assertThat(statistics).containsEntry("nReturned", 2).containsEntry("totalDocsExamined", 2);
  }

  private String stages(String filter) {
    Document plan =
        things
            .find(json(filter))
            .explain()
            .getEmbedded(List.of("queryPlanner", "winningPlan"), Document.class);
    Document input = plan.get("inputStage", Document.class);
    return plan.getString("stage") + (input == null ? "" : " " + input.getString("stage"));
  }

  @Test
  void evaluatesExpressions() {
    assertThat(ids(things.find(json("{$expr: {$gt: [{$size: {$ifNull: ['$tags', []]}}, 1]}}"))))
        .containsExactly(1);
    assertThat(
            ids(
                things
                    .find(json("{$expr: {$eq: ['$n', '$$wanted.n']}}"))
                    .let(json("{wanted: {n: {$add: [10, 5]}}}"))))
        .containsExactly(2);
    Document computed =
        Objects.requireNonNull(
            things
                .find(json("{_id: 1}"))
                .projection(
                    json("{_id: 0, upper: {$toUpper: '$name'}, twice: {$multiply: ['$n', 2]}}"))
                .first());
    assertThat(computed).isEqualTo(json("{upper: 'ADA', twice: 10}"));
    assertThat(things.countDocuments(json("{$expr: {$lt: ['$at', '$$NOW']}}"))).isEqualTo(5);
  }

  @Test
  void refusesWithTheCodesOfMongoDb() {
    assertCode(2, () -> things.find(json("{n: {$foo: 1}}")).first());
    assertCode(2, () -> things.find(json("{$foo: 1}")).first());
    assertCode(2, () -> things.find(json("{n: {$in: 1}}")).first());
    assertCode(168, () -> things.find(json("{$expr: {$nope: 1}}")).first());
    assertCode(17_276, () -> things.find(json("{$expr: '$$nope'}")).first());
    assertCode(15_975, () -> things.find().sort(json("{n: 2}")).first());
    assertCode(31_254, () -> things.find().projection(json("{a: 1, b: 0}")).first());
    assertCode(2, () -> database.runCommand(json("{find: 'things', collation: {locale: 'xx_'}}")));
    assertWriteError(9, () -> things.updateOne(json("{}"), json("{$foo: {n: 1}}")));
    assertWriteError(14, () -> things.updateOne(json("{_id: 5}"), json("{$inc: {n: 1}}")));
    assertWriteError(28, () -> things.updateOne(json("{_id: 1}"), json("{$set: {'n.x': 1}}")));
    assertWriteError(40, () -> things.updateOne(json("{}"), json("{$set: {n: 1}, $inc: {n: 1}}")));
    assertWriteError(66, () -> things.updateOne(json("{_id: 1}"), json("{$set: {_id: 7}}")));
    assertWriteError(66, () -> things.replaceOne(json("{_id: 1}"), json("{_id: 7}")));
    assertWriteError(2, () -> things.updateOne(json("{n: 5}"), json("{$set: {'tags.$': 1}}")));
    Document refused =
        database.runCommand(json("{update: 'things', updates: [{q: {}, u: {n: 1}, multi: true}]}"));
    assertThat(refused.getList("writeErrors", Document.class).getFirst()).containsEntry("code", 9);
    assertThat(things.countDocuments()).isEqualTo(5);
  }

  @Test
  void aUniqueIndexAndTheShardKeyHoldForUpdates() {
    things.createIndex(json("{name: 1}"), new IndexOptions().unique(true).sparse(true));
    assertWriteError(
        11_000, () -> things.updateOne(json("{_id: 1}"), json("{$set: {name: 'bob'}}")));
    assertThat(one(1)).containsEntry("name", "Ada");
    database.runCommand(json("{shardCollection: 'language.sharded', key: {k: 'hashed'}}"));
    MongoCollection<Document> sharded = database.getCollection("sharded");
    sharded.insertMany(List.of(json("{_id: 1, k: 'x', n: 1}"), json("{_id: 2, k: 'y', n: 2}")));
    assertWriteError(66, () -> sharded.updateOne(json("{_id: 1}"), json("{$set: {k: 'z'}}")));
    assertWriteError(66, () -> sharded.replaceOne(json("{_id: 1}"), json("{n: 5}")));
    assertThat(sharded.updateMany(json("{n: {$gt: 0}}"), json("{$inc: {n: 1}}")).getModifiedCount())
        .isEqualTo(2);
    assertThat(ids(sharded.find(json("{k: 'y'}")))).containsExactly(2);
  }
}
