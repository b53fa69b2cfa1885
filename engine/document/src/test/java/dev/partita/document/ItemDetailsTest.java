package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.failure;
import static dev.partita.testkit.Expect.json;
import static dev.partita.testkit.TestEngine.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.container.Container;
import dev.partita.container.EngineLimits;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.partition.LogicalKey;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import dev.partita.throughput.RequestCharge;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ItemDetailsTest {

  private static final String ETAG = "\"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\"";

  @Test
  void givesEveryVersionATagOfItsOwn() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items(definition("c"));
      Set<String> tags = new HashSet<>();
      Set<Object> resources = new HashSet<>();
      for (int i = 0; i < 30; i++) {
        ItemResult created = items.create(null, json("{'id':'1','pk':'k%d'}".formatted(i)));
        assertThat(created.etag()).matches(ETAG);
        tags.add(created.etag());
        resources.add(created.requireItem().document().at("_rid"));
      }
      fixture.engine.reshaper().split(items.container(), 0);
      for (int i = 0; i < 30; i++) {
        BatchResult batch =
            items.batch(
                pk("k" + i),
                List.of(
                    new ItemOperation.Upsert(
                        json("{'id':'1','pk':'k%d'}".formatted(i)), Precondition.NONE),
                    new ItemOperation.Upsert(
                        json("{'id':'1','pk':'k%d'}".formatted(i)), Precondition.NONE),
                    new ItemOperation.Create(json("{'id':'2','pk':'k%d'}".formatted(i)))));
        batch.results().forEach(result -> tags.add(result.etag()));
        resources.add(batch.results().get(2).requireItem().document().at("_rid"));
        assertThat(items.read(pk("k" + i), "1").etag()).isEqualTo(batch.results().get(1).etag());
      }

      assertThat(tags).hasSize(120);
      assertThat(resources).hasSize(60);
    }
  }

  @Test
  void tagsHaveTheOriginTheChangeAndTheTransaction() {
    try (Fixture fixture = new Fixture()) {
      Container container = fixture.container(definition("c"));
      SystemProperties properties =
          new SystemProperties(container.record(), 0x0123_4567_89AB_CDEFL);
      byte[] bytes = new byte[properties.length()];
      properties.lay(bytes);

      properties.fill(bytes, 1, 0xFFFF_0000, 0x000F_4567_89AB_CDEFL, 0xFEDC, 17);

      assertThat(container.number()).isEqualTo(2);
      assertThat(properties.etag(bytes)).isEqualTo("\"01234565-fedc-7654-cde0-456789abcdef\"");
    }
  }

  @Property(tries = 200)
  void findsItemsWhateverTheirIdLooksLike(@ForAll String text) {
    String id = text.isEmpty() ? "x" : text.replaceAll("[/\\\\\\p{Cs}]", "_");
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items(definition("c"));
      JsonObject document = JsonObject.builder().put("id", id).put("pk", "a").put("n", 1).build();
      if (id.getBytes(StandardCharsets.UTF_8).length > 1023) {
        assertFails(ErrorCode.BAD_REQUEST, () -> items.create(null, document));
        return;
      }

      items.create(null, document);
      items.create(null, document.with("id", JsonString.of(id.equals("other") ? "o" : "other")));

      assertThat(items.read(pk("a"), id).requireItem().document().at("id"))
          .isEqualTo(JsonString.of(id));
      items.delete(pk("a"), id, Precondition.NONE);
      assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), id));
    }
  }

  @Test
  void boundsTheLengthOfAnId() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items(definition("c"));
      String longest = "é".repeat(511) + "x";

      items.create(null, json("{'id':'%s','pk':'a'}".formatted(longest)));

      items.read(pk("a"), longest);
      assertFails(
          ErrorCode.BAD_REQUEST,
          () -> items.create(null, json("{'id':'%sx','pk':'a'}".formatted(longest))));
      for (String id : List.of("", "a\\b", longest + "x")) {
        assertFails(ErrorCode.BAD_REQUEST, () -> items.read(pk("a"), id));
      }
    }
  }

  @Test
  void boundsTheSizeOfAnItem() {
    try (Fixture fixture = new Fixture(EngineLimits.defaults().withItemBytes(2_000))) {
      Items items = fixture.items(definition("c"));
      ItemResult small = items.create(null, json("{'id':'1','pk':'a','f':''}"));
      int room = 2_000 - small.requireItem().jsonBytes();

      ItemResult full =
          items.upsert(
              null,
              json("{'id':'1','pk':'a','f':'%s'}".formatted("x".repeat(room))),
              Precondition.NONE);

      assertThat(full.requireItem().jsonBytes()).isEqualTo(2_000);
      assertFails(
          ErrorCode.TOO_LARGE,
          () ->
              items.upsert(
                  null,
                  json("{'id':'1','pk':'a','f':'%s'}".formatted("x".repeat(room + 1))),
                  Precondition.NONE));
      JsonPatch growing =
          JsonPatch.fromJson(json("{'operations':[{'op':'set','path':'/g','value':1}]}"));
      assertFails(ErrorCode.TOO_LARGE, () -> items.patch(pk("a"), "1", growing, Precondition.NONE));
      assertThat(items.read(pk("a"), "1").etag()).isEqualTo(full.etag());
    }
  }

  @Test
  void boundsTheSizeOfABatch() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items(definition("c"));
      List<ItemOperation> operations = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        operations.add(
            new ItemOperation.Create(
                json("{'id':'%d','pk':'a','f':'%s'}".formatted(i, "x".repeat(900_000)))));
      }

      assertFails(ErrorCode.TOO_LARGE, () -> items.batch(pk("a"), operations));
      assertThat(items.batch(pk("a"), operations.subList(0, 2)).succeeded()).isTrue();
    }
  }

  @Test
  void showsAPatchsConditionTheWholeItem() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items(definition("c"));
      items.create(null, json("{'id':'1','pk':'a','n':1}"));
      JsonPatch patch =
          JsonPatch.fromJson(json("{'operations':[{'op':'incr','path':'/n','value':1}]}"));

      JsonValue time = JsonNumber.of(TestEngine.START_MILLIS / 1000);
      ItemCondition condition =
          new ItemCondition("{\"n\":1,\"_ts\":\"@time\"}", Map.of("@time", time));
      ItemOperation conditional = new ItemOperation.Patch("1", patch, condition, Precondition.NONE);
      items.carryOut(pk("a"), conditional);
      DatabaseException refusal = failure(() -> items.carryOut(pk("a"), conditional));

      assertThat(refusal.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED);
      assertThat(refusal.context().get("requestCharge")).hasToString("1");
      assertThat(items.read(pk("a"), "1").requireItem().document().at("n"))
          .isEqualTo(JsonNumber.of(2));
    }
  }

  @Test
  void patchesNeitherTheIdNorTheKey() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items(definition("c"));
      items.create(null, json("{'id':'1','pk':'a','n':1}"));
      for (String path : List.of("/id", "/pk", "/_ts", "/_rid", "/pk/x")) {
        JsonPatch patch =
            JsonPatch.fromJson(
                json("{'operations':[{'op':'set','path':'%s','value':'b'}]}".formatted(path)));
        assertFails(
            ErrorCode.BAD_REQUEST, () -> items.patch(pk("a"), "1", patch, Precondition.NONE));
      }
    }
  }

  @Test
  void findsTheDescendantsOfAPrefix() {
    try (Fixture fixture = new Fixture()) {
      PartitionScheme scheme =
          new PartitionScheme.Hashed(PartitionKeyDefinition.multiHash("/t", "/u", "/s"));
      Items items = fixture.items(ContainerDefinition.of("c", scheme));
      for (int i = 0; i < 60; i++) {
        items.create(
            null,
            json("{'id':'%d','t':'t%d','u':'u%d','s':'s%d'}".formatted(i, i % 3, i % 5, i % 4)));
      }
      PartitionKey full = PartitionKey.of(text("t1"), text("u1"), text("s1"));
      PartitionKey prefix = full.prefix(1);

      fixture.engine.reshaper().split(items.container(), 0);
      ChangeFeed feed = fixture.documents.changeFeed(items.container());
      FeedToken token = feed.start(scheme.positions(prefix), new FeedStart.Beginning());
      List<String> found = new ArrayList<>();
      FeedPage page = feed.read(token, FeedMode.LATEST_VERSION, 7);
      while (!page.caughtUp()) {
        page.changes().forEach(change -> found.add(change.id()));
        page = feed.read(page.next(), FeedMode.LATEST_VERSION, 7);
      }

      assertThat(found).hasSize(20).allMatch(id -> Integer.parseInt(id) % 3 == 1);
      assertThat(items.read(full, "1").requireItem().document().at("s")).isEqualTo(text("s1"));
      assertFails(
          ErrorCode.PARTITION_KEY_MISMATCH,
          () -> items.create(prefix, json("{'id':'x','t':'t1','u':'u1','s':'s1'}")));
      assertFails(ErrorCode.NOT_FOUND, () -> items.read(prefix, "1"));
      LogicalKey one = scheme.logicalKey(full);
      assertThat(scheme.positions(prefix).contains(one.position())).isTrue();
    }
  }

  @Test
  void servesContainersWhoseKeyIsNotInTheDocument() {
    try (Fixture fixture = new Fixture()) {
      Items items =
          fixture.items(
              ContainerDefinition.of("c", new PartitionScheme.Listed(List.of("north", "south"))));

      items.create(pk("north"), json("{'id':'1'}"));

      items.read(pk("north"), "1");
      assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("south"), "1"));
      assertFails(ErrorCode.BAD_REQUEST, () -> items.create(null, json("{'id':'2'}")));
      assertFails(ErrorCode.BAD_REQUEST, () -> items.create(pk("east"), json("{'id':'2'}")));
    }
  }

  @Test
  void deletesAllItemsOfAKeyAndNothingElse() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
      Container container = items.container();
      items.create(null, json("{'id':'expired','pk':'a'}"));
      fixture.clock.advanceMillis(10_000);
      for (int i = 0; i < 250; i++) {
        items.create(null, json("{'id':'%d','pk':'a'}".formatted(i)));
        items.create(null, json("{'id':'%d','pk':'ab'}".formatted(i)));
      }

      assertThat(items.deleteAll(pk("a"))).isEqualTo(250);
      assertThat(items.deleteAll(pk("a"))).isZero();
      assertThat(items.deleteAll(pk("none"))).isZero();

      assertThat(container.partitions().getFirst().partition().state().recordCount())
          .isEqualTo(250);
      items.read(pk("ab"), "7");
    }
  }

  @Test
  void chargesTheSameForTheSame() {
    List<List<RequestCharge>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      try (Fixture fixture = new Fixture()) {
        Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
        List<RequestCharge> charges = new ArrayList<>();
        charges.add(items.create(null, json("{'id':'1','pk':'a','n':1}")).charge());
        charges.add(items.read(pk("a"), "1").charge());
        charges.add(
            items.upsert(null, json("{'id':'1','pk':'a','n':2}"), Precondition.NONE).charge());
        charges.add(items.delete(pk("a"), "1", Precondition.NONE).charge());
        items.create(null, json("{'id':'1','pk':'a','n':1}"));
        fixture.clock.advanceMillis(10_000);
        if (run == 1) {
          fixture.engine.housekeeping().round();
        }
        charges.add(items.create(null, json("{'id':'1','pk':'a','n':1}")).charge());
        BatchResult batch =
            items.batch(
                pk("a"),
                List.of(
                    new ItemOperation.Create(json("{'id':'2','pk':'a','n':1}")),
                    new ItemOperation.Read("2", Precondition.NONE)));
        assertThat(batch.charge())
            .isEqualTo(batch.results().get(0).charge().plus(batch.results().get(1).charge()));
        charges.add(batch.charge());
        charges.add(
            items
                .batch(
                    pk("a"),
                    List.of(
                        new ItemOperation.Read("2", Precondition.NONE),
                        new ItemOperation.Create(json("{'id':'2','pk':'a'}"))))
                .charge());
        runs.add(charges);
      }
    }

    assertThat(runs.get(0)).isEqualTo(runs.get(1));
    assertThat(runs.get(0).get(0)).isEqualTo(runs.get(0).get(4));
    assertThat(runs.get(0)).allMatch(charge -> charge.hundredths() >= 100);
  }

  @Test
  void refusesRequestsBeyondTheThroughput() {
    try (Fixture fixture =
        new Fixture(new MemoryStore(), options -> options.withThrottling(true))) {
      Items items = fixture.items(definition("c"));
      DatabaseException refusal =
          failure(
              () -> {
                for (int i = 0; i < 100; i++) {
                  items.upsert(null, json("{'id':'1','pk':'hot'}"), Precondition.NONE);
                }
              });

      assertThat(refusal.code()).isEqualTo(ErrorCode.THROTTLED);
      assertThat(refusal.context())
          .containsEntry("key", "[\"hot\"]")
          .containsEntry("keySharePercent", 100.0)
          .containsEntry("partition", "0");
      assertFails(ErrorCode.THROTTLED, () -> items.read(pk("cold"), "1"));
      assertFails(ErrorCode.THROTTLED, () -> items.deleteAll(pk("hot")));
      fixture.clock.advanceMillis(
          ((Number) Objects.requireNonNull(refusal.context().get("retryAfterMillis"))).longValue());
      items.read(pk("hot"), "1");
    }
  }

  /** A machine may start without knowing the time. */
  @Test
  void writesValidJsonWhenTheClockIsWrong() {
    ManualClock early = new ManualClock(7_000);
    try (Fixture fixture = new Fixture(new MemoryStore(), options -> options.withClock(early))) {
      Items items = fixture.items(definition("c"));

      items.create(null, json("{'id':'1','pk':'a'}"));

      assertThat(items.read(pk("a"), "1").requireItem().document().at("_ts"))
          .isEqualTo(JsonNumber.of(7));
    }
  }

  private static JsonString text(String value) {
    return JsonString.of(value);
  }
}
