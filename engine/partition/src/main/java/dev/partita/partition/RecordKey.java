package dev.partita.partition;

import dev.partita.base.bytes.OrdinalText;

/** The full name of a record: its logical partition and its id within it. */
public record RecordKey(LogicalKey logical, byte[] id) {

  public String idText() {
    return OrdinalText.decode(id);
  }
}
