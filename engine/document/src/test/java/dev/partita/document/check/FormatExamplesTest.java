package dev.partita.document.check;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.container.job.JobRequest;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.FeedToken;
import dev.partita.document.Items;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.partition.KeySpace;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Keeps the examples in docs/formats true: they are made again from the code. */
class FormatExamplesTest {

  private static final Path DOCUMENTS = Path.of("..", "..", "docs", "formats");

  @Test
  void recordsAreAsDescribed() throws IOException {
    try (Sample sample = new Sample()) {
      Items items = sample.items(Sample.rich("c"));
      items.create(null, json("{'id':'1','pk':'a','email':'x','ttl':60}"));
      List<String> lines = new ArrayList<>();
      for (Family family : Family.values()) {
        List<String> entries =
            entries(sample.store, family, new KeySpace(items.container().number()));
        if (!entries.isEmpty()) {
          lines.add(family.name());
          lines.addAll(entries);
        }
      }

      String example = blocks("records.md").getLast();

      assertThat(example.lines().filter(line -> !line.isEmpty()).map(FormatExamplesTest::compact))
          .containsExactlyElementsOf(lines);
    }
  }

  @Test
  void theCatalogueIsAsDescribed() throws IOException {
    try (Sample sample = new Sample(new MemoryStore(), "shop")) {
      Container orders =
          sample.create(
              ContainerDefinition.of(
                      "orders",
                      new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/customer")))
                  .withUniqueKeys(
                      List.of(
                          new UniqueKey(
                              List.of(JsonPath.parse("/email"), JsonPath.parse("/tenant")))))
                  .withDefaultTtlSeconds(-1));
      sample.engine.reshaper().split(orders, 0);
      sample.engine.catalogue().createResource("user", sample.database, "ann", JsonObject.EMPTY);
      Container passing = sample.create(TestEngine.definition("passing"));
      sample.engine.containers().deleteContainer(passing.number());
      var _ =
          sample
              .engine
              .jobs()
              .start(
                  new JobRequest(
                      "reindex", orders.number(), JsonObject.EMPTY, 25_000, 0, Map.of(1, 0L)));

      assertThat(blocks("catalogue.md"))
          .containsExactlyInAnyOrderElementsOf(payloads(sample.store));
      assertThat(sample.engine.catalogue().accounts()).containsExactly(Engine.DEFAULT_ACCOUNT);
    }
  }

  @Test
  void tokensAreAsDescribed() throws IOException {
    String example = blocks("tokens.md").getFirst();

    assertThat(FeedToken.decode(example).encode()).isEqualTo(example);
  }

  /** The blocks of code in a document. */
  private static List<String> blocks(String document) throws IOException {
    List<String> blocks = new ArrayList<>();
    String[] parts = Files.readString(DOCUMENTS.resolve(document)).split("(?m)^```\n?", -1);
    for (int i = 1; i < parts.length; i += 2) {
      blocks.add(parts[i].strip());
    }
    return blocks;
  }

  /** A line without the spaces that make it readable; JSON stays as it is. */
  private static String compact(String line) {
    int json = line.indexOf('{');
    String bytes = json < 0 ? line : line.substring(0, json);
    return bytes.replace(" ", "") + (json < 0 ? "" : line.substring(json));
  }

  private static List<String> entries(Store store, Family family, KeySpace keys) {
    List<String> lines = new ArrayList<>();
    try (Cursor cursor = store.scan(family, keys.all())) {
      while (cursor.next()) {
        byte[] value = cursor.value();
        lines.add("key" + Bytes.hex(cursor.key()));
        if (family == Family.ITEMS) {
          String text = new String(value, StandardCharsets.ISO_8859_1);
          int json = text.indexOf('{');
          lines.add("value" + Bytes.hex(value).substring(0, 2 * json) + text.substring(json));
        } else {
          lines.add("value" + Bytes.hex(value));
        }
      }
    }
    return lines;
  }

  private static List<String> payloads(Store store) {
    List<String> payloads = new ArrayList<>();
    try (Cursor cursor = store.scan(Family.ITEMS, new KeySpace(0).records(KeyRange.ALL))) {
      while (cursor.next()) {
        StoredRecord record = Objects.requireNonNull(StoredRecord.read(cursor.value()));
        payloads.add(new String(record.payload(), StandardCharsets.UTF_8));
      }
    }
    return payloads;
  }
}
