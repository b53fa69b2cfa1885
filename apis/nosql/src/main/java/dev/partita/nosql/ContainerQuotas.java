package dev.partita.nosql;

import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.Catalogue;
import java.util.List;

/**
 * What answers say of how full containers are. Safe for use by any number of threads.
 *
 * @param partitionBytes how much a partition can hold
 */
record ContainerQuotas(Catalogue catalogue, long partitionBytes) {

  private static final String ASKED = "x-ms-documentdb-populatequotainfo";

  ContainerQuota of(Container container) {
    return of(container, container.partitions());
  }

  private ContainerQuota of(Container container, List<OwnedPartition> partitions) {
    return new ContainerQuota(catalogue, container.number(), partitions, partitionBytes);
  }

  /**
   * Says it in the answer to a request that asks for it, of the partitions that the request is
   * about.
   */
  Reply say(Reply reply, Call call, Container container, List<OwnedPartition> partitions) {
    if (!call.flag(ASKED)) {
      return reply;
    }
    ContainerQuota quota = of(container, partitions);
    return reply
        .header("x-ms-resource-usage", quota.usage())
        .header("x-ms-resource-quota", quota.limits());
  }
}
