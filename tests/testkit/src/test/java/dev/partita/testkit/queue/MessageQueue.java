package dev.partita.testkit.queue;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.time.Deadline;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.partition.CommitSignal;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Transaction;
import dev.partita.partition.TransactionCursor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One queue, which is a logical partition. Safe for use by any number of threads. */
final class MessageQueue {

  private final Container container;
  private final LogicalKey key;

  MessageQueue(Container container, String name) {
    this.container = container;
    this.key = container.definition().scheme().logicalKey(PartitionKey.of(name));
  }

  void send(String body) {
    container.execute(
        key,
        transaction -> {
          // Of one position LSNs only grow, so ids are in the order of sending.
          byte[] id = new KeyWriter().u64(transaction.lsn()).toBytes();
          transaction.put(id, transaction.get(id), new Message(id, 0, 0, 0, body).record());
          return true;
        });
  }

  /** The first message that can be seen, hidden from others from now on; null if there is none. */
  @Nullable Message receive(long visibilityMillis) {
    return container
        .execute(key, transaction -> Optional.ofNullable(first(transaction, visibilityMillis)))
        .result()
        .orElse(null);
  }

  private static @Nullable Message first(Transaction transaction, long visibilityMillis) {
    try (TransactionCursor messages = transaction.scan(KeyRange.ALL)) {
      while (messages.next()) {
        Message message = Message.read(messages.id(), messages.record());
        if (!message.isHidden()) {
          long until = transaction.timeMillis() + visibilityMillis;
          Message received = message.received(until, transaction.lsn());
          transaction.put(message.id(), messages.record(), received.record());
          transaction.setTimer(QueueModel.VISIBILITY, until, message.id(), new byte[0]);
          return received;
        }
      }
      return null;
    }
  }

  /** The same, and waits for a message; null when the deadline is over. */
  @Nullable Message receive(long visibilityMillis, Deadline deadline) throws InterruptedException {
    while (true) {
      try (CommitSignal signal = container.signal(key)) {
        Message message = receive(visibilityMillis);
        if (message != null || !signal.await(deadline)) {
          return message;
        }
      }
    }
  }

  /** Tells whether the message was still that of the receiver. */
  boolean delete(Message received) {
    return container
        .execute(
            key,
            transaction -> {
              StoredRecord record = transaction.get(received.id());
              if (record == null) {
                return false;
              }
              Message now = Message.read(received.id(), record);
              if (!now.isHidden() || now.receipt() != received.receipt()) {
                return false;
              }
              transaction.cancelTimer(QueueModel.VISIBILITY, now.hiddenUntilMillis(), now.id());
              transaction.delete(now.id(), record, false);
              return true;
            })
        .result();
  }
}
