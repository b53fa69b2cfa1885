package dev.partita.container.catalogue;

import dev.partita.container.map.SegmentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which replication groups a new container gets segments in: those with the fewest partitions. */
final class GroupChoice {

  private GroupChoice() {}

  /**
   * One group for each partition, as far as there are groups; on a node that is alone the first.
   */
  static List<Integer> of(CatalogueContents contents, int partitions) {
    List<Integer> groups =
        contents.groups().keySet().stream()
            .filter(group -> group >= SegmentMap.FIRST_GROUP)
            .toList();
    if (groups.isEmpty()) {
      return List.of(SegmentMap.FIRST_GROUP);
    }
    Map<Integer, Integer> load = new HashMap<>();
    contents
        .containers()
        .values()
        .forEach(
            container ->
                container
                    .map()
                    .current()
                    .forEach(
                        each -> load.merge(container.groupOf(each.number()), 1, Integer::sum)));
    Stream<Integer> byLoad =
        groups.stream()
            .sorted(
                Comparator.comparingInt((Integer group) -> load.getOrDefault(group, 0))
                    .thenComparing(Comparator.naturalOrder()));
    return new ArrayList<>(byLoad.limit(partitions).toList());
  }
}
