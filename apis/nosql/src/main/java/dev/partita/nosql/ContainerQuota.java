package dev.partita.nosql;

import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.script.ScriptHost;
import java.util.List;

/** How full a container or some of its partitions are, and how full they can be. */
record ContainerQuota(
    Catalogue catalogue, int container, List<OwnedPartition> partitions, long partitionBytes)
    implements ScriptHost.Quota {

  private static final int KILOBYTE = 1 << 10;
  private static final int MEGABYTE = 1 << 20;

  @Override
  public String usage() {
    long records =
        partitions.stream().mapToLong(owned -> owned.partition().state().recordCount()).sum();
    long kilobytes = sizeBytes() / KILOBYTE;
    return "functions=%d;storedProcedures=%d;triggers=%d;documentSize=0;documentsSize=%d;documentsCount=%d;collectionSize=%d;"
        .formatted(
            scripts("udfs"), scripts("sprocs"), scripts("triggers"), kilobytes, records, kilobytes);
  }

  @Override
  public String limits() {
    long kilobytes = limitBytes() / KILOBYTE;
    return "functions=50;storedProcedures=100;triggers=25;documentSize=2048;documentsSize=%d;documentsCount=-1;collectionSize=%d;"
        .formatted(kilobytes, kilobytes);
  }

  @Override
  public long sizeMegabytes() {
    return sizeBytes() / MEGABYTE;
  }

  @Override
  public long limitMegabytes() {
    return limitBytes() / MEGABYTE;
  }

  private long sizeBytes() {
    return partitions.stream().mapToLong(owned -> owned.partition().state().sizeBytes()).sum();
  }

  private int scripts(String kind) {
    return catalogue.resources(kind, container).size();
  }

  private long limitBytes() {
    return partitionBytes * partitions.size();
  }
}
