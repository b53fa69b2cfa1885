package dev.partita.testkit.queue;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.Container;
import dev.partita.container.ModelWork;
import dev.partita.container.TimerHandler;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.check.CheckedContainer;
import dev.partita.container.check.Layer;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.container.model.Model;
import dev.partita.container.repair.RepairLayer;
import dev.partita.partition.IndexKind;
import dev.partita.partition.KeySpace;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Timer;
import dev.partita.partition.TimerKind;
import dev.partita.partition.Transaction;
import dev.partita.storage.Family;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What queues declare, and what is done for them in an engine. */
final class QueueModel {

  /** When messages are seen again, by their ids. */
  static final TimerKind VISIBILITY = new TimerKind('T', 1);

  static final ContainerModel STORED = new ContainerModel("queue", false, "");

  static final Model MODEL =
      new Model(
          STORED,
          List.of(IndexKind.derived(VISIBILITY.letter(), "ends of visibility")),
          (_, container) -> new Check(container),
          QueueModel::repair);

  static final ModelWork WORK =
      new ModelWork() {
        @Override
        public Map<TimerKind, TimerHandler> timers() {
          return Map.of(VISIBILITY, QueueModel::showAgain);
        }
      };

  private QueueModel() {}

  static ContainerDefinition definition(String name) {
    return ContainerDefinition.of(
            name, new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/queue")))
        .withModel(STORED);
  }

  private static boolean showAgain(Container container, Timer timer, Transaction transaction) {
    StoredRecord record = transaction.get(timer.name());
    if (record != null) {
      Message message = Message.read(timer.name(), record);
      if (message.hiddenUntilMillis() == timer.ticks()) {
        transaction.put(timer.name(), record, message.shownAgain().record());
      }
    }
    return true;
  }

  private static RepairLayer.Part repair(ContainerRecord container, KeySpace keys) {
    byte[] prefix = keys.index(Bytes.EMPTY);
    return (key, record) -> {
      Message message = Message.read(key.id(), record);
      Map<byte[], byte[]> entries = new TreeMap<>(Bytes.ORDER);
      if (message.isHidden()) {
        byte[] timer = VISIBILITY.key(key.logical(), message.hiddenUntilMillis(), key.id());
        entries.put(Bytes.concat(prefix, timer), Bytes.EMPTY);
      }
      return new RepairLayer.Facts(entries, 0, 0, 0);
    };
  }

  /** Hidden messages and timers belong together one to one. */
  private record Check(CheckedContainer container) implements Layer.Part {

    @Override
    public void record(RecordKey key, StoredRecord record) {
      Message message = Message.read(key.id(), record);
      if (message.isHidden()
          && container
                  .store()
                  .get(
                      Family.INDEX,
                      container
                          .keys()
                          .index(
                              VISIBILITY.key(key.logical(), message.hiddenUntilMillis(), key.id())))
              == null) {
        container.report(container.finding(QueueProblem.TIMER_MISSING, key));
      }
    }

    @Override
    public void version(RecordKey key, StoredRecord version) {
      throw new AssertionError("There is no change log.");
    }

    @Override
    public boolean indexEntry(byte[] suffix, byte[] value) {
      Timer timer = VISIBILITY.parse(suffix, value);
      RecordKey key = new RecordKey(timer.logical(), timer.name());
      StoredRecord record =
          StoredRecord.read(
              container
                  .store()
                  .get(Family.ITEMS, container.keys().record(key.logical(), key.id())));
      if (record == null || Message.read(key.id(), record).hiddenUntilMillis() != timer.ticks()) {
        container.report(container.finding(QueueProblem.TIMER_STRAY, key));
      }
      return true;
    }

    @Override
    public void finish() {}
  }
}
