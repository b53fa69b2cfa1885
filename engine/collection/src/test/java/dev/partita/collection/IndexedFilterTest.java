package dev.partita.collection;

import static dev.partita.collection.CollectionFixture.doc;
import static dev.partita.collection.CollectionFixture.ids;
import static dev.partita.collection.CollectionFixture.index;
import static dev.partita.collection.CollectionFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Collation;
import dev.partita.mql.ExpressionParser;
import dev.partita.mql.MqlContext;
import dev.partita.mql.query.DocumentFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans lead to every document that a filter matches, whatever indexes there are. */
class IndexedFilterTest {

  private static final int DOCUMENTS = 250;
  private static final int FILTERS = 400;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anIndexChangesNothingOfWhatAFilterFinds(long seed) {
    RandomGenerator random = new Random(seed);
    try (CollectionFixture engine = new CollectionFixture()) {
      BsonCollection collection = engine.create(null);
      List<BsonDocument> documents = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS; i++) {
        documents.add(document(i, random));
      }
      collection.insert(documents, true, null);
      List<IndexSpec> indexes =
          List.of(
              index(false, "a"),
              index(false, "-b"),
              index(false, "a.b"),
              index(false, "c", "-b"),
              new IndexSpec(
                  0,
                  "sparse",
                  List.of(new IndexKey("c.b", false)),
                  false,
                  true,
                  OptionalLong.empty(),
                  false));
      indexes.forEach(each -> engine.collections.indexes().create(collection, each));
      int used = 0;
      for (int i = 0; i < FILTERS; i++) {
        BsonDocument source = filter(random);
        Collation collation =
            random.nextInt(4) == 0
                ? Objects.requireNonNull(Collation.parse(doc("locale", "en", "strength", 2)))
                : null;
        DocumentFilter filter =
            DocumentFilter.parse(source, new MqlContext(collation, ExpressionParser.NONE));
        Selection selection = Selection.of(filter, collation, null);
        List<Integer> expected =
            documents.stream()
                .filter(filter::matches)
                .map(each -> each.first().value().asInt32())
                .toList();
        assertThat(ids(collection, selection))
            .as("%s by %s", source, collation)
            .containsExactlyInAnyOrderElementsOf(expected);
        try (FindExecution find = collection.find(FindRequest.of(selection))) {
          used += find.plan().kind() == AccessPlan.Kind.COLLSCAN ? 0 : 1;
        }
      }
      assertThat(used).isGreaterThan(FILTERS / 4);
    }
  }

  /** Only one field of each has arrays, since no index can have two. */
  private static BsonDocument document(int id, RandomGenerator random) {
    String several = List.of("a", "b", "c").get(random.nextInt(3));
    BsonBuilder document = BsonDocument.builder().put("_id", id);
    for (String name : List.of("a", "b", "c")) {
      if (random.nextInt(5) > 0) {
        document.put(name, any(random, name.equals(several), 2));
      }
    }
    return document.build();
  }

  private static BsonValue any(RandomGenerator random, boolean arrays, int depth) {
    int kind = random.nextInt(depth > 0 ? 10 : 6);
    if (kind < 6) {
      return scalar(random);
    }
    if (kind < 8 || !arrays) {
      return random.nextInt(6) == 0
          ? doc("x", scalar(random)).toValue()
          : doc("b", any(random, arrays, depth - 1)).toValue();
    }
    List<BsonValue> elements = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      elements.add(any(random, true, depth - 1));
    }
    return value(elements);
  }

  private static BsonValue scalar(RandomGenerator random) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> BsonValue.int32(random.nextInt(5));
      case 3 -> BsonValue.float64(random.nextInt(6) == 0 ? Double.NaN : random.nextInt(8) / 2.0);
      case 4, 5 -> BsonValue.string(List.of("", "a", "A", "ab", "b").get(random.nextInt(5)));
      case 6 -> BsonValue.NULL;
      default ->
          List.of(BsonValue.TRUE, BsonValue.date(5), BsonValue.MIN_KEY, BsonValue.MAX_KEY)
              .get(random.nextInt(4));
    };
  }

  private static BsonDocument filter(RandomGenerator random) {
    BsonBuilder filter = BsonDocument.builder();
    List<String> paths = new ArrayList<>(List.of("a", "b", "a.b", "c", "c.b", "_id"));
    int conditions = 1 + random.nextInt(3);
    for (int i = 0; i < conditions; i++) {
      String path = paths.remove(random.nextInt(paths.size()));
      filter.put(path, random.nextInt(4) == 0 ? any(random, true, 2) : operators(random));
    }
    BsonDocument and = filter.build();
    return switch (random.nextInt(6)) {
      case 0 -> doc("$and", List.of(and.toValue(), filterOnA(random).toValue()));
      case 1 -> doc("$or", List.of(and.toValue(), filterOnA(random).toValue()));
      default -> and;
    };
  }

  private static BsonDocument filterOnA(RandomGenerator random) {
    return doc("a", operators(random));
  }

  private static BsonValue operators(RandomGenerator random) {
    List<String> comparisons = List.of("$gt", "$gte", "$lt", "$lte", "$eq", "$ne");
    return switch (random.nextInt(10)) {
      case 0 -> doc("$in", List.of(any(random, true, 1), scalar(random))).toValue();
      case 1 -> doc("$nin", List.of(scalar(random))).toValue();
      case 2 -> doc("$type", random.nextBoolean() ? "number" : "string").toValue();
      case 3 -> doc("$regex", random.nextBoolean() ? "^a" : "b").toValue();
      case 4 -> doc("$elemMatch", doc("$gt", scalar(random), "$lte", scalar(random))).toValue();
      case 5 -> doc("$exists", random.nextInt(2)).toValue();
      case 6 -> doc("$gte", scalar(random), "$lt", scalar(random)).toValue();
      case 7 -> doc("$mod", List.of(2, 1)).toValue();
      default ->
          doc(comparisons.get(random.nextInt(comparisons.size())), any(random, true, 1)).toValue();
    };
  }
}
