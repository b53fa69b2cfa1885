package dev.partita.cli.transfer;

import dev.partita.client.PartitionKeyValues;
import dev.partita.json.JsonObject;

/** An entry that is an item, and where it goes. */
record Parcel(Entry entry, JsonObject item, PartitionKeyValues key) {

  /** What is the same for entries that must not overtake each other. */
  String address() {
    return key + " " + item.at("id");
  }

  /** About how much it adds to a request. */
  int sizeBytes() {
    return entry.text().length();
  }
}
