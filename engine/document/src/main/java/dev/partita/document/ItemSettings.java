package dev.partita.document;

import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.json.JsonExcerpt;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import java.util.OptionalInt;

/**
 * What a container's record means for its items, worked out once for every version of the record.
 * Immutable.
 *
 * @param head what matters of every document, whatever else it has
 */
record ItemSettings(
    long version,
    ItemNames names,
    SystemProperties properties,
    UniqueIndex uniqueIndex,
    ItemIndex index,
    OptionalInt defaultTtlSeconds,
    JsonExcerpt head,
    int itemBytesMax) {

  static ItemSettings of(ContainerRecord record, ItemEnvironment environment) {
    return new ItemSettings(
        record.version(),
        ItemNames.of(record.definition().scheme()),
        new SystemProperties(record, environment.opening()),
        new UniqueIndex(record.definition().uniqueKeys()),
        new ItemIndex(record),
        record.definition().defaultTtlSeconds(),
        new JsonExcerpt(ItemBody.HEAD, environment.scanFailures()::add),
        environment.itemBytesMax());
  }

  ItemBody body(JsonObject document) {
    return body(document, new JsonWriter());
  }

  /**
   * The same for one of many.
   *
   * @param writer may have written others before
   */
  ItemBody body(JsonObject document, JsonWriter writer) {
    return ItemBody.of(document, this, writer);
  }

  /** Whether a change of an item needs to know what it was before. */
  boolean needsDocumentBefore() {
    return !uniqueIndex.isEmpty() || !index.isOff();
  }
}
