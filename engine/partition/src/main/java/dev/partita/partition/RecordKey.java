package dev.partita.partition;

import java.nio.charset.StandardCharsets;

/** The full name of a record: its logical partition and its id within it. */
public record RecordKey(LogicalKey logical, byte[] id) {

  public String idText() {
    return new String(id, StandardCharsets.UTF_8);
  }
}
