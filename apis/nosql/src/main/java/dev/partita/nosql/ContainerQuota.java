package dev.partita.nosql;

import dev.partita.container.Container;
import dev.partita.script.ScriptHost;

/** How full a container is and how full it can be, as answers and scripts say it. */
record ContainerQuota(Container container) implements ScriptHost.Quota {

  private static final int KILOBYTE = 1 << 10;
  private static final int MEGABYTE = 1 << 20;

  @Override
  public String usage() {
    long records =
        container.partitions().stream()
            .mapToLong(owned -> owned.partition().state().recordCount())
            .sum();
    long kilobytes = container.sizeBytes() / KILOBYTE;
    return "functions=%d;storedProcedures=%d;triggers=%d;documentSize=0;documentsSize=%d;documentsCount=%d;collectionSize=%d;"
        .formatted(
            scripts("udfs"), scripts("sprocs"), scripts("triggers"), kilobytes, records, kilobytes);
  }

  @Override
  public String limits() {
    long kilobytes = limitBytes() / KILOBYTE;
    return "functions=50;storedProcedures=100;triggers=25;documentSize=2048;documentsSize=%d;collectionSize=%d;"
        .formatted(kilobytes, kilobytes);
  }

  @Override
  public long sizeMegabytes() {
    return container.sizeBytes() / MEGABYTE;
  }

  @Override
  public long limitMegabytes() {
    return limitBytes() / MEGABYTE;
  }

  private int scripts(String kind) {
    return container.engine().catalogue().resources(kind, container.number()).size();
  }

  private long limitBytes() {
    return container.engine().limits().physicalPartitionBytes() * container.map().current().size();
  }
}
