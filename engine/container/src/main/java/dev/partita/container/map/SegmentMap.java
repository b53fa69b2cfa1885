package dev.partita.container.map;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.partition.PartitionDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Which segments a container has, and in which of them each of its partitions lies: where it was
 * put, else where the one lies that it took over from, else in the first segment. So splits and
 * merges change nothing here. Immutable.
 *
 * @param numbers of the segments, at least one; the first one that a container gets has its number
 * @param placed the segments of partitions that were put there, by the partition's number
 * @param groups the replication groups of segments that are not in the {@link #FIRST_GROUP first}
 */
public record SegmentMap(
    List<Integer> numbers, Map<Integer, Integer> placed, Map<Integer, Integer> groups) {

  /** The replication group of a segment that says nothing else. */
  public static final int FIRST_GROUP = 1;

  /**
   * @throws DatabaseException CORRUPT if there is no segment, one twice, or a partition in another
   */
  public SegmentMap {
    numbers = List.copyOf(numbers);
    placed = Map.copyOf(placed);
    groups = Map.copyOf(groups);
    if (numbers.isEmpty()
        || new LinkedHashSet<>(numbers).size() < numbers.size()
        || !numbers.containsAll(placed.values())
        || !numbers.containsAll(groups.keySet())
        || groups.values().stream().anyMatch(group -> group <= FIRST_GROUP)) {
      throw new DatabaseException(ErrorCode.CORRUPT, "The segments of a container are not sound.")
          .with("segments", numbers)
          .with("placed", placed)
          .with("groups", groups);
    }
  }

  public static SegmentMap of(int only) {
    return new SegmentMap(List.of(only), Map.of(), Map.of());
  }

  /**
   * Divides the partitions of a first map among segments, neighbours together.
   *
   * @param groups those of the segments, in their order
   */
  public static SegmentMap divided(List<Integer> segments, List<Integer> groups, PartitionMap map) {
    Map<Integer, Integer> elsewhere = new HashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      if (groups.get(i) != FIRST_GROUP) {
        elsewhere.put(segments.get(i), groups.get(i));
      }
    }
    List<PartitionDescriptor> partitions = map.current();
    Map<Integer, Integer> placed = new HashMap<>();
    for (int i = 0; i < partitions.size(); i++) {
      int segment = segments.get((int) ((long) i * segments.size() / partitions.size()));
      if (segment != segments.getFirst()) {
        placed.put(partitions.get(i).number(), segment);
      }
    }
    return new SegmentMap(segments, placed, elsewhere);
  }

  /** The replication group that a segment belongs to. */
  public int groupOf(int segment) {
    return groups.getOrDefault(segment, FIRST_GROUP);
  }

  /** The segment that a partition lies in, with its change log and those of its ancestors. */
  public int segmentOf(PartitionMap map, int partition) {
    if (placed.isEmpty()) {
      return numbers.getFirst();
    }
    Integer own = placed.get(partition);
    if (own != null) {
      return own;
    }
    // Numbers of ancestors are lower, so this ends even where a damaged map says otherwise.
    return map.parents(partition).stream()
        .filter(parent -> parent < partition)
        .findFirst()
        .map(parent -> segmentOf(map, parent))
        .orElse(numbers.getFirst());
  }

  /** The segments as they are stored. */
  public JsonArray toJson() {
    List<JsonValue> values = new ArrayList<>();
    for (int segment : numbers) {
      List<JsonValue> partitions = new ArrayList<>();
      placed.entrySet().stream()
          .filter(entry -> entry.getValue() == segment)
          .map(Map.Entry::getKey)
          .sorted()
          .forEach(partition -> partitions.add(JsonNumber.of(partition)));
      JsonObject.Builder json =
          JsonObject.builder().put("number", segment).put("partitions", JsonArray.of(partitions));
      if (groups.containsKey(segment)) {
        json.put("group", groupOf(segment));
      }
      values.add(json.build());
    }
    return JsonArray.of(values);
  }

  /**
   * @throws DatabaseException CORRUPT
   */
  public static SegmentMap fromJson(JsonValue json) {
    List<Integer> segments = new ArrayList<>();
    Map<Integer, Integer> placed = new HashMap<>();
    Map<Integer, Integer> groups = new HashMap<>();
    for (JsonValue value : array(json)) {
      if (!(value instanceof JsonObject segment)) {
        throw corrupt();
      }
      int number = number(segment.at("number"));
      segments.add(number);
      for (JsonValue partition : array(segment.at("partitions"))) {
        placed.put(number(partition), number);
      }
      if (segment.has("group")) {
        groups.put(number, number(segment.at("group")));
      }
    }
    return new SegmentMap(segments, placed, groups);
  }

  private static JsonArray array(JsonValue json) {
    if (json instanceof JsonArray array) {
      return array;
    }
    throw corrupt();
  }

  private static int number(JsonValue json) {
    if (json instanceof JsonNumber number) {
      return Math.toIntExact(number.longValue());
    }
    throw corrupt();
  }

  private static DatabaseException corrupt() {
    return new DatabaseException(
            ErrorCode.CORRUPT, "A record of the catalogue lacks a property or has it wrong.")
        .with("property", "segments");
  }
}
