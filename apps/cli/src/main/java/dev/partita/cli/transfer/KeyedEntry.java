package dev.partita.cli.transfer;

import dev.partita.client.PartitionKeyValues;
import dev.partita.json.JsonObject;

/** Entry that is an item, with its partition key. Immutable. */
record KeyedEntry(Entry entry, JsonObject item, PartitionKeyValues key) {

  /** Address of the item: entries that have it in common must arrive in order. */
  String address() {
    return key + " " + item.at("id");
  }

  /** Approximate number of bytes that it adds to a request. */
  int sizeBytes() {
    return entry.text().length();
  }
}
