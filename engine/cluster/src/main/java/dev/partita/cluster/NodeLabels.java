package dev.partita.cluster;

/**
 * Where a node stands, so that copies of the same do not stand together. Empty texts say nothing:
 * nodes without a zone do not share one. Immutable.
 *
 * @param region where latency is that of a long line
 * @param zone what fails together, such as a data centre
 * @param rack what fails together within a zone, such as a machine of virtual ones
 */
public record NodeLabels(String region, String zone, String rack) {

  public static final NodeLabels NONE = new NodeLabels("", "", "");

  private static final int SAME_ZONE = 1_000;
  private static final int SAME_RACK = 1;

  /** How bad it is to have two copies at both: 0 if they share nothing. */
  public int shared(NodeLabels other) {
    if (zone.isEmpty() || !region.equals(other.region) || !zone.equals(other.zone)) {
      return zone.isEmpty() && !rack.isEmpty() && rack.equals(other.rack) ? SAME_RACK : 0;
    }
    return SAME_ZONE + (!rack.isEmpty() && rack.equals(other.rack) ? SAME_RACK : 0);
  }
}
