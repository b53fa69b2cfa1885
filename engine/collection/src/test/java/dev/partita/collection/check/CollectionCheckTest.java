package dev.partita.collection.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.ExtendedJson;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.BsonCollections;
import dev.partita.collection.IndexKey;
import dev.partita.collection.IndexSpec;
import dev.partita.collection.StatementId;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.check.StoreCheck;
import dev.partita.container.model.Models;
import dev.partita.container.repair.StoreRepair;
import dev.partita.partition.KeySpace;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectionCheckTest {

  private static final Models MODELS = new Models(List.of(CollectionModel.MODEL));

  @TempDir Path folder;

  private MemoryStore store = new MemoryStore();
  private KeySpace keys = new KeySpace(0);

  @BeforeEach
  void fill() {
    fill(null);
  }

  private void fill(@Nullable String shardKey) {
    store = new KeptStore();
    TestEngine engine = new TestEngine(store, options -> options);
    BsonCollections collections = new BsonCollections(engine.engine, Workspace.in(folder));
    BsonCollection collection = collections.create(engine.database(), "c", shardKey, null);
    collections.indexes().create(collection, index("tags", false, "tags"));
    collections.indexes().create(collection, index("k_n", true, "k", "n"));
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      documents.add(
          ExtendedJson.parse(
              "{\"_id\": %d, \"k\": %d, \"n\": %d, \"tags\": [\"a\", \"b%d\"]}"
                  .formatted(i, i % 3, i, i % 4)));
    }
    var _ = collection.insert(documents, true, new StatementId(new byte[16], 1, 0));
    keys = new KeySpace(collection.container().number());
    engine.close();
  }

  /** A store that can be read when the engine is closed. */
  private static final class KeptStore extends MemoryStore {
    @Override
    public void close() {}
  }

  private static IndexSpec index(String name, boolean unique, String... paths) {
    List<IndexKey> found = new ArrayList<>();
    for (String path : paths) {
      found.add(new IndexKey(path, false));
    }
    return new IndexSpec(0, name, found, unique, false, OptionalLong.empty(), false);
  }

  private List<String> problems() {
    List<Finding> findings = new ArrayList<>();
    var _ = new StoreCheck(store, MODELS.checks()).run(findings::add, Progress.NONE);
    return findings.stream().map(each -> each.problem().toString()).distinct().toList();
  }

  /** The first entry whose key begins with a letter behind the segment. */
  private byte[] entry(char letter) {
    try (Cursor cursor = store.scan(Family.INDEX, keys.all())) {
      while (cursor.next()) {
        if (cursor.key()[Integer.BYTES] == letter) {
          return cursor.key();
        }
      }
    }
    throw new AssertionError("There is no entry of kind " + letter);
  }

  private void write(Batch batch) {
    store.write(batch);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "k"})
  void findsNothingInASoundCollection(String shardKey) {
    fill(shardKey.isEmpty() ? null : shardKey);
    assertThat(problems()).isEmpty();
  }

  @Test
  void findsEntriesThatAreMissing() {
    Batch batch = new Batch();
    batch.delete(Family.INDEX, entry('M'));
    write(batch);
    assertThat(problems()).containsExactly("INDEX_KEY_MISSING");
  }

  @Test
  void findsEntriesThatLeadToNothing() {
    byte[] stray = entry('M').clone();
    // Another letter of a value.
    for (int i = 0; i < stray.length; i++) {
      if (stray[i] == 'a') {
        stray[i] = 'z';
        break;
      }
    }
    Batch batch = new Batch();
    batch.put(Family.INDEX, stray, new byte[0]);
    write(batch);
    assertThat(problems()).containsExactly("INDEX_KEY_STRAY");
  }

  @Test
  void findsUniqueKeysOfAnotherDocument() {
    Batch batch = new Batch();
    batch.put(Family.INDEX, entry('N'), new byte[] {1});
    write(batch);
    assertThat(problems()).contains("UNIQUE_KEY_OTHER");
  }

  @Test
  void findsDocumentsThatAreNoBson() {
    byte[] key = record();
    byte[] damaged = Objects.requireNonNull(store.get(Family.ITEMS, key)).clone();
    damaged[damaged.length - 1] = 7;
    Batch batch = new Batch();
    batch.put(Family.ITEMS, key, damaged);
    write(batch);
    assertThat(problems()).contains("DOCUMENT_UNREADABLE");
  }

  private byte[] record() {
    try (Cursor cursor = store.scan(Family.ITEMS, keys.all())) {
      assertThat(cursor.next()).isTrue();
      return cursor.key();
    }
  }

  @Test
  void findsStatementsThatCannotBeRead() {
    Batch batch = new Batch();
    batch.put(Family.INDEX, entry('R'), new byte[3]);
    write(batch);
    assertThat(problems()).containsExactly("STATEMENT_UNREADABLE");
  }

  @Test
  void aRepairMakesEntriesAnewAndKeepsStatements() {
    byte[] scan = entry('M');
    byte[] unique = entry('N');
    byte[] statement = entry('R');
    Batch batch = new Batch();
    batch.delete(Family.INDEX, scan);
    batch.delete(Family.INDEX, unique);
    write(batch);
    var _ = new StoreRepair(store, MODELS.repairs()).run();
    assertThat(store.get(Family.INDEX, scan)).isEmpty();
    assertThat(store.get(Family.INDEX, unique)).isNotNull();
    assertThat(store.get(Family.INDEX, statement)).isNotNull();
    assertThat(problems()).isEmpty();
  }
}
