package dev.partita.container.catalogue;

import dev.partita.container.map.SegmentMap;
import java.util.List;

/** A segment of a container that is gone, and the replication group that may have its data. */
public record DroppedSegment(int number, int group) {

  static List<DroppedSegment> of(SegmentMap segments) {
    return segments.numbers().stream()
        .map(number -> new DroppedSegment(number, segments.groupOf(number)))
        .toList();
  }
}
