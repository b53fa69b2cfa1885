package dev.partita.server.cluster;

import com.sun.management.OperatingSystemMXBean;
import dev.partita.base.time.Clock;
import dev.partita.cluster.NodeFigures;
import dev.partita.cluster.ReplicaFigures;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.OwnedPartition;
import dev.partita.container.group.ClusterGroups;
import dev.partita.replication.group.ReplicationGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What this node says of itself. Safe for use by any number of threads. */
final class OwnFigures implements Supplier<NodeFigures> {

  private final Engine engine;
  private final ClusterGroups groups;
  private final FileStore disk;
  private final String version;
  private final Clock clock;
  private final long startedMillis;
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private volatile String endpoint = "";

  OwnFigures(Engine engine, ClusterGroups groups, Path data, String version, Clock clock) {
    this.engine = engine;
    this.groups = groups;
    this.version = version;
    this.clock = clock;
    this.startedMillis = clock.millis();
    try {
      this.disk = Files.getFileStore(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says where clients reach it. */
  void endpoint(String uri) {
    endpoint = uri;
  }

  @Override
  public NodeFigures get() {
    Map<Integer, Long> bytes = new HashMap<>();
    Map<Integer, Double> units = new HashMap<>();
    for (Container container : engine.containers().openContainers()) {
      for (OwnedPartition owned : container.ledPartitions()) {
        int group = container.group(owned.partition().descriptor().positions().start());
        bytes.merge(group, owned.partition().state().sizeBytes(), Long::sum);
        units.merge(group, owned.admission().load().minuteRuPerSecond(), Double::sum);
      }
    }
    List<ReplicaFigures> replicas = new ArrayList<>();
    for (ReplicationGroup group : groups.open()) {
      int number = group.number();
      replicas.add(
          new ReplicaFigures(
              number,
              group.status(),
              bytes.getOrDefault(number, 0L),
              units.getOrDefault(number, 0.0),
              group.isReadable()));
    }
    return new NodeFigures(
        groups.self(),
        version,
        endpoint,
        startedMillis,
        clock.millis(),
        bytesOf(disk::getTotalSpace),
        bytesOf(disk::getUsableSpace),
        groups.logBytes(),
        system.getProcessCpuLoad(),
        replicas);
  }

  @FunctionalInterface
  private interface Space {
    long bytes() throws IOException;
  }

  /** 0 where the disk does not say. */
  private static long bytesOf(Space space) {
    try {
      return space.bytes();
    } catch (IOException e) {
      return 0;
    }
  }
}
