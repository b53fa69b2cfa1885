package dev.partita.testkit.queue;

import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.partition.StoredRecord;
import java.nio.charset.StandardCharsets;

/**
 * A message as it is stored.
 *
 * @param hiddenUntilMillis when it is to be seen again; 0 if it can be received
 * @param receipt what the last one who received it can delete it with; 0 before
 */
record Message(byte[] id, long hiddenUntilMillis, long receipt, int deliveries, String body) {

  boolean isHidden() {
    return hiddenUntilMillis != 0;
  }

  Message received(long untilMillis, long by) {
    return new Message(id, untilMillis, by, deliveries + 1, body);
  }

  Message shownAgain() {
    return new Message(id, 0, receipt, deliveries, body);
  }

  byte[] record() {
    return new KeyWriter()
        .raw(new byte[StoredRecord.PAYLOAD_OFFSET])
        .u64(hiddenUntilMillis)
        .u64(receipt)
        .u32(deliveries)
        .raw(body.getBytes(StandardCharsets.UTF_8))
        .toBytes();
  }

  static Message read(byte[] id, StoredRecord record) {
    KeyReader reader = new KeyReader(record.payload());
    return new Message(
        id,
        reader.u64(),
        reader.u64(),
        reader.u32(),
        new String(reader.rest(), StandardCharsets.UTF_8));
  }
}
