package dev.partita.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonWriter;
import dev.partita.storage.Family;
import dev.partita.storage.memory.MemoryStore;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Both forms of an item must be the same item. */
class ItemWorkloadTest {

  private static final int ITEMS = 200;

  private final ItemWorkload workload = new ItemWorkload();

  @Test
  void documentsHaveTheSizeTheyClaim() {
    for (long number = 0; number < ITEMS; number++) {
      assertThat(JsonWriter.bytes(workload.document(number))).hasSize(ItemWorkload.JSON_BYTES);
    }
  }

  @Test
  void idsAreDifferentAndKeysAreMany() {
    Set<String> ids = new HashSet<>();
    Set<Object> keys = new HashSet<>();
    for (long number = 0; number < ITEMS; number++) {
      ids.add(workload.id(number));
      keys.add(workload.partitionKey(number));
    }
    assertThat(ids).hasSize(ITEMS);
    assertThat(keys).hasSizeGreaterThan(ITEMS / 2);
  }

  @Test
  void storedFormIsWhatTheDatabaseStores() {
    try (Database database = Database.over(new MemoryStore(), 1)) {
      for (long number = 0; number < ITEMS; number++) {
        database.items().create(null, workload.document(number));
        byte[] stored = database.store().get(Family.ITEMS, workload.storedKey(number));
        assertThat(stored).hasSameSizeAs(workload.storedValue(number));
      }
    }
  }

  @Test
  void itemsAreFoundByTheirKeyAndId() {
    try (Database database = Database.over(new MemoryStore(), 4)) {
      database.items().create(null, workload.document(7));
      byte[] json =
          database.items().read(workload.partitionKey(7), workload.id(7)).requireItem().json();
      JsonObject found = JsonReader.DEFAULT.readObject(json);
      JsonObject given = workload.document(7);
      given.forEach(member -> assertThat(found.at(member.name())).isEqualTo(member.value()));
    }
  }
}
