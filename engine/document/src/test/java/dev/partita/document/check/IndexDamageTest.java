package dev.partita.document.check;

import static dev.partita.testkit.Expect.json;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.check.StorageProblem;
import dev.partita.document.Items;
import dev.partita.index.IndexingPolicy;
import dev.partita.partition.KeySpace;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.testkit.TestEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage to the entries that lead to items. */
class IndexDamageTest {

  private final Sample sample = new Sample();
  private final Items items = sample.items(Sample.rich("c"));
  private final KeySpace keys = new KeySpace(items.container().number());

  @BeforeEach
  void fill() {
    items.create(null, json("{'id':'1','pk':'a','email':'x','ttl':50}"));
    items.create(null, json("{'id':'2','pk':'a','email':'y','ttl':100}"));
    sample.requireSound();
  }

  @AfterEach
  void close() {
    sample.close();
  }

  @Test
  void aLostEntryOfAValue() {
    Items indexed = indexed();
    sample.damage(
        new Batch().delete(Family.INDEX, entries(indexed, 'I').getFirst()),
        ItemProblem.VALUE_ENTRY_MISSING);
  }

  @Test
  void aLostEntryOfACompositeIndex() {
    Items indexed = indexed();
    sample.damage(
        new Batch().delete(Family.INDEX, entries(indexed, 'C').getFirst()),
        ItemProblem.VALUE_ENTRY_MISSING);
  }

  @Test
  void anEntryOfAValueThatNoItemHas() {
    byte[] entry = entries(indexed(), 'I').getFirst().clone();
    entry[entry.length - 1] = '7';
    sample.damage(new Batch().put(Family.INDEX, entry, new byte[0]), ItemProblem.INDEX_ENTRY_STRAY);
  }

  @Test
  void anEntryOfAnotherValue() {
    byte[] entry = entries(indexed(), 'I').getFirst().clone();
    entry[5]++;
    sample.damage(new Batch().put(Family.INDEX, entry, new byte[0]), ItemProblem.INDEX_ENTRY_STRAY);
  }

  @Test
  void anEntryThatIsNone() {
    byte[] entry = entries(indexed(), 'I').getFirst().clone();
    entry[13] = 0x11;
    sample.damage(
        new Batch().put(Family.INDEX, entry, new byte[0]), ItemProblem.INDEX_ENTRY_UNREADABLE);
  }

  private Items indexed() {
    Items indexed =
        sample.items(
            TestEngine.definition("indexed")
                .withIndexing(
                    IndexingPolicy.fromJson(
                        json("{'compositeIndexes':[[{'path':'/a'},{'path':'/b'}]]}"))));
    indexed.create(null, json("{'id':'1','pk':'a','a':1,'b':[1]}"));
    indexed.create(null, json("{'id':'2','pk':'a','a':1}"));
    sample.requireSound();
    return indexed;
  }

  @Test
  void aLostEntryOfAUniqueKey() {
    sample.damage(
        new Batch().delete(Family.INDEX, entries('U').getFirst()),
        ItemProblem.UNIQUE_ENTRY_MISSING);
  }

  @Test
  void anEntryOfAUniqueKeyForAnotherItem() {
    sample.damage(
        new Batch().put(Family.INDEX, entries('U').getFirst(), new byte[] {'2'}),
        ItemProblem.UNIQUE_ENTRY_OTHER,
        ItemProblem.INDEX_ENTRY_STRAY);
  }

  @Test
  void anEntryOfAUniqueKeyForNobody() {
    byte[] entry = entries('U').getFirst().clone();
    entry[entry.length - 3] = 'q';
    sample.damage(
        new Batch().put(Family.INDEX, entry, new byte[] {'3'}), ItemProblem.INDEX_ENTRY_STRAY);
  }

  @Test
  void aLostExpiryTime() {
    sample.damage(
        new Batch().delete(Family.INDEX, entries('E').getFirst()),
        ItemProblem.EXPIRY_ENTRY_MISSING);
  }

  @Test
  void anotherExpiryTime() {
    byte[] entry = entries('E').getFirst();
    byte[] earlier = entry.clone();
    earlier[12]--;
    sample.damage(
        new Batch().delete(Family.INDEX, entry).put(Family.INDEX, earlier, new byte[0]),
        ItemProblem.EXPIRY_ENTRY_MISSING,
        ItemProblem.INDEX_ENTRY_STRAY);
  }

  @Test
  void anExpiryTimeWithAValue() {
    sample.damage(
        new Batch().put(Family.INDEX, entries('E').getFirst(), new byte[1]),
        ItemProblem.INDEX_ENTRY_UNREADABLE);
  }

  @Test
  void anEntryThatIsCutShort() {
    sample.damage(
        new Batch().put(Family.INDEX, keys.index(new byte[] {'U', 5}), new byte[1]),
        ItemProblem.INDEX_ENTRY_UNREADABLE);
  }

  @Test
  void anEntryOfAnUnknownKind() {
    sample.damage(
        new Batch()
            .put(Family.INDEX, keys.index(new byte[] {'?', 5}), new byte[1])
            .put(Family.INDEX, new KeySpace(0).index(new byte[] {'U', 5}), new byte[1]),
        StorageProblem.INDEX_UNKNOWN_KIND,
        StorageProblem.INDEX_UNKNOWN_KIND);
  }

  private List<byte[]> entries(char kind) {
    return entries(items, kind);
  }

  private List<byte[]> entries(Items of, char kind) {
    List<byte[]> entries = new ArrayList<>();
    byte[] prefix = new KeySpace(of.container().number()).index(new byte[] {(byte) kind});
    try (Cursor cursor = sample.store.scan(Family.INDEX, KeyRange.prefix(prefix))) {
      while (cursor.next()) {
        entries.add(cursor.key());
      }
    }
    return entries;
  }
}
