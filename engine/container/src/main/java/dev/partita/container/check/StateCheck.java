package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.map.PartitionMap;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import dev.partita.replication.Fence;
import dev.partita.storage.Family;

/** The check of the states of partitions; leaves them with the container for the other checks. */
final class StateCheck {

  private final CheckedContainer container;
  private final Walk walk;

  StateCheck(CheckedContainer container, Walk walk) {
    this.container = container;
    this.walk = walk;
  }

  void run() {
    KeyRange all = container.keys().all();
    KeyRange partitions = kind(KeySpace.PARTITION_STATE);
    KeyRange logical = kind(KeySpace.LOGICAL_STATE);
    walk.each(Family.STATE, partitions, container.place(), this::readState);
    KeyRange fences = kind(Fence.KIND);
    walk.each(
        Family.STATE, new KeyRange(all.start(), fences.start()), container.place(), this::unknown);
    walk.each(Family.STATE, fences, container.place(), this::checkFence);
    walk.each(
        Family.STATE,
        new KeyRange(keyAfter(fences), logical.start()),
        container.place(),
        this::unknown);
    walk.each(
        Family.STATE,
        new KeyRange(keyAfter(logical), partitions.start()),
        container.place(),
        this::unknown);
    walk.each(
        Family.STATE,
        new KeyRange(keyAfter(partitions), all.end()),
        container.place(),
        this::unknown);
    container.map().current().stream()
        .filter(descriptor -> container.holds(descriptor.number()))
        .forEach(this::checkInCharge);
    container.map().retired().stream()
        .filter(ended -> container.holds(ended.descriptor().number()))
        .forEach(this::checkRetired);
  }

  private void readState(byte[] key, byte[] value) {
    KeyReader reader = new KeyReader(key);
    reader.u32();
    reader.u8();
    int partition = key.length == 9 ? reader.u32() : -1;
    if (partition < 0) {
      unknown(key, value);
      return;
    }
    if (container.state(partition).isEmpty() || !container.holds(partition)) {
      container.report(container.finding(StorageProblem.PARTITION_STATE_UNKNOWN, partition));
      return;
    }
    try {
      container.state(partition, PartitionState.decode(value));
    } catch (DatabaseException e) {
      container.report(
          container
              .finding(StorageProblem.PARTITION_STATE_UNREADABLE, partition)
              .with("value", Bytes.hex(value)));
    }
  }

  /** A fence is for the version that is to come, as long as it does; one that is not known is. */
  private void checkFence(byte[] key, byte[] value) {
    KeyReader reader = new KeyReader(key);
    reader.u32();
    reader.u8();
    int partition = key.length == 9 ? reader.u32() : -1;
    if (partition < 0 || container.state(partition).isEmpty() || !container.holds(partition)) {
      unknown(key, value);
      return;
    }
    try {
      int epoch = Fence.decode(value);
      if (epoch > container.map().version() + 1) {
        container.report(
            container
                .finding(StorageProblem.PARTITION_FENCE, partition)
                .with("epoch", epoch)
                .with("version", container.map().version()));
      }
    } catch (DatabaseException e) {
      container.report(
          container
              .finding(StorageProblem.PARTITION_FENCE, partition)
              .with("value", Bytes.hex(value)));
    }
  }

  private void checkInCharge(PartitionDescriptor descriptor) {
    PartitionState state = container.state(descriptor.number()).orElseThrow();
    if (state.lsn() < descriptor.start().lsn()
        || state.timeMillis() < descriptor.start().timeMillis()) {
      container.report(
          container
              .finding(StorageProblem.PARTITION_LSN, descriptor.number())
              .with("start", descriptor.start())
              .with("state", state));
    }
  }

  private void checkRetired(PartitionMap.Retired ended) {
    int number = ended.descriptor().number();
    PartitionState state = container.state(number).orElseThrow();
    if (state.lsn() != ended.lastLsn()) {
      container.report(
          container
              .finding(StorageProblem.PARTITION_LSN, number)
              .with("lsn", state.lsn())
              .with("lastLsn", ended.lastLsn()));
    }
  }

  private void unknown(byte[] key, byte[] value) {
    container.report(
        container
            .finding(StorageProblem.KEY_UNREADABLE)
            .with("family", Family.STATE)
            .with("key", Bytes.hex(key))
            .with("value", Bytes.hex(value)));
  }

  private KeyRange kind(int kind) {
    return KeyRange.prefix(new KeyWriter().raw(container.keys().all().start()).u8(kind).toBytes());
  }

  /** The kinds are not the greatest byte there is, so there is always a key after them. */
  private static byte[] keyAfter(KeyRange kind) {
    byte[] end = kind.end();
    if (end == null) {
      throw new IllegalStateException("The range has no end: " + kind);
    }
    return end;
  }
}
