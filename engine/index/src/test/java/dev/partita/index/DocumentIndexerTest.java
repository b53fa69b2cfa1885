package dev.partita.index;

import static dev.partita.index.Values.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.partition.LogicalKey;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The entries of documents are those that asking the policy about every value gives. */
class DocumentIndexerTest {

  private static final EntryChange.Item ITEM =
      EntryChange.Item.of(
          new byte[] {0, 0, 0, 1}, new LogicalKey(new byte[] {5}, new byte[] {6}), new byte[] {7});

  private static final List<IndexingPolicy> POLICIES =
      List.of(
          IndexingPolicy.NONE,
          IndexingPolicy.DEFAULT,
          policy(
              "{'includedPaths':[{'path':'/a/?'},{'path':'/b/a/?'}],'excludedPaths':[{'path':'/*'}]}"),
          policy(
              "{'excludedPaths':[{'path':'/a/*'},{'path':'/b/[]/?'}],"
                  + "'includedPaths':[{'path':'/*'},{'path':'/a/b/*'},{'path':'/a/[]/a/?'}]}"),
          policy(
              "{'excludedPaths':[{'path':'/*'}],'includedPaths':[{'path':'/a/*'}],"
                  + "'compositeIndexes':[[{'path':'/a'},{'path':'/b/a','order':'descending'}],"
                  + "[{'path':'/_ts'},{'path':'/id'}]]}"));

  @Provide
  Arbitrary<JsonValue> values() {
    return nested(3);
  }

  @Property(tries = 1000)
  void isWhatThePolicySays(
      @ForAll("values") JsonValue a,
      @ForAll("values") JsonValue b,
      @ForAll("values") JsonValue system) {
    JsonObject document =
        JsonObject.builder()
            .put("id", "x")
            .put("a", a)
            .put("b", b)
            .put("_etag", system)
            .put("_ts", 17)
            .build();
    for (IndexingPolicy policy : POLICIES) {
      Set<byte[]> expected = new TreeSet<>(Bytes.ORDER);
      if (policy.isOn()) {
        collect(policy, IndexPath.ROOT, document, expected);
        for (IndexPath path : policy.explicit()) {
          if (valueAt(document, path).isUndefined()) {
            add(path, JsonUndefined.UNDEFINED, expected);
          }
        }
        policy.composites().forEach(index -> add(index, document, expected));
      }
      Entries found = new DocumentIndexer(policy).allEntries(document, 17);
      assertThat(found.keys(ITEM)).containsExactlyElementsOf(expected);
    }
  }

  @Property(tries = 300)
  void aChangeTakesOneVersionToAnother(
      @ForAll("values") JsonValue before, @ForAll("values") JsonValue after) {
    DocumentIndexer indexer = new DocumentIndexer(IndexingPolicy.DEFAULT);
    Entries then = indexer.entries(JsonObject.of("a", before));
    Entries now = indexer.entries(JsonObject.of("a", after));
    Set<byte[]> stored = new TreeSet<>(Bytes.ORDER);
    stored.addAll(then.keys(ITEM));
    EntryChange change = EntryChange.between(ITEM, then, now);
    int kept = stored.size() - change.removed();
    change.writes().forEach(new Applied(stored));
    assertThat(stored).containsExactlyElementsOf(now.keys(ITEM));
    assertThat(kept + change.written()).isEqualTo(now.size());
    assertThat(change.writes().count()).isEqualTo(change.removed() + change.written());

    Set<byte[]> partial = new TreeSet<>(Bytes.ORDER);
    EntryChange.completing(ITEM, then, now).writes().forEach(new Applied(partial));
    assertThat(partial).containsExactlyElementsOf(now.keys(ITEM));
  }

  @Example
  void entriesOfTheTimeAreThoseOfTheSecondThatWasAskedFor() {
    JsonObject document = JsonObject.of("id", JsonString.of("x"));
    for (IndexingPolicy policy : POLICIES) {
      DocumentIndexer indexer = new DocumentIndexer(policy);
      for (long seconds : new long[] {17, 17, 18, 17}) {
        assertThat(indexer.timedEntries(document, seconds).keys(ITEM))
            .containsExactlyElementsOf(
                new DocumentIndexer(policy).timedEntries(document, seconds).keys(ITEM));
      }
    }
  }

  @Example
  void manyPathsAreHashedAlike() {
    JsonObject.Builder many = JsonObject.builder();
    for (int i = 0; i < 20_000; i++) {
      many.put("p" + i, i);
    }
    DocumentIndexer indexer = new DocumentIndexer(IndexingPolicy.DEFAULT);
    Entries first = indexer.entries(many.build());
    assertThat(first.size()).isEqualTo(20_000);
    assertThat(EntryChange.between(ITEM, first, indexer.entries(many.build())).writes().count())
        .isZero();
  }

  private static void collect(
      IndexingPolicy policy, IndexPath path, JsonValue value, Set<byte[]> found) {
    if (policy.includes(path)) {
      add(path, value, found);
    }
    switch (value) {
      case JsonObject object ->
          object.forEach(
              member -> collect(policy, path.property(member.name()), member.value(), found));
      case JsonArray array ->
          array.forEach(element -> collect(policy, path.elements(), element, found));
      default -> {}
    }
  }

  private static void add(IndexPath path, JsonValue value, Set<byte[]> found) {
    Entries.Collector one = new Entries.Collector(16);
    one.begin('I', path.hash()).term(value);
    found.addAll(one.finish().keys(ITEM));
  }

  private static void add(CompositeIndex index, JsonObject document, Set<byte[]> found) {
    Entries.Collector one = new Entries.Collector(16);
    TermBuffer terms = one.begin('C', index.hash());
    for (CompositeIndex.Column column : index.columns()) {
      int start = terms.length();
      terms.term(valueAt(document, column.path()));
      if (column.descending()) {
        terms.complementFrom(start);
      }
    }
    found.addAll(one.finish().keys(ITEM));
  }

  private static JsonValue valueAt(JsonObject document, IndexPath path) {
    JsonValue value = document;
    for (IndexPath.Step step : path.steps()) {
      value =
          value instanceof JsonObject object
              ? object.at(((IndexPath.Property) step).name())
              : JsonUndefined.UNDEFINED;
    }
    return value;
  }

  private static Arbitrary<JsonValue> nested(int depth) {
    Arbitrary<JsonValue> leaves =
        Arbitraries.of(JsonNumber.ZERO, JsonNumber.of(1), JsonString.of("s"), JsonArray.EMPTY);
    if (depth == 0) {
      return leaves;
    }
    Arbitrary<JsonValue> below = nested(depth - 1);
    return Arbitraries.frequencyOf(
        Tuple.of(2, leaves),
        Tuple.of(1, below.list().ofMaxSize(3).map(JsonArray::of)),
        Tuple.of(
            2,
            Combinators.combine(below, below)
                .as((a, b) -> JsonObject.builder().put("a", a).put("b", b).build())));
  }

  private static IndexingPolicy policy(String text) {
    return IndexingPolicy.fromJson(json(text));
  }
}
