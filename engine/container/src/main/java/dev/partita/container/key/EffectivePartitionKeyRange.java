package dev.partita.container.key;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A half-open interval of effective keys: what a physical partition holds, or what a query needs.
 */
public record EffectivePartitionKeyRange(EffectivePartitionKey min, EffectivePartitionKey max) {

  public static final EffectivePartitionKeyRange ALL =
      new EffectivePartitionKeyRange(EffectivePartitionKey.MIN, EffectivePartitionKey.MAX);

  private static final byte[] LOWEST = {0};

  /** The range that holds one effective key and nothing else. */
  public static EffectivePartitionKeyRange point(EffectivePartitionKey key) {
    return new EffectivePartitionKeyRange(key, followedBy(key, LOWEST));
  }

  /**
   * The range of all keys that begin with the given one: a single point for a full key, all its
   * descendants for a prefix of a hierarchical one.
   */
  public static EffectivePartitionKeyRange of(PartitionKeyDefinition definition, PartitionKey key) {
    EffectivePartitionKey place = EffectivePartitionKey.of(definition, key);
    return key.size() == definition.paths().size()
        ? point(place)
        : new EffectivePartitionKeyRange(
            place, followedBy(place, EffectivePartitionKey.MAX.bytes()));
  }

  /**
   * The ranges that the partitions of a new container start with: as many slices of the hash space
   * as asked for, all of one size. A key of kind Range has no known distribution and starts with a
   * single one.
   */
  public static List<EffectivePartitionKeyRange> slices(
      PartitionKeyDefinition definition, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("There must be at least one slice: " + count);
    }
    List<EffectivePartitionKeyRange> slices = new ArrayList<>();
    EffectivePartitionKey min = EffectivePartitionKey.MIN;
    for (EffectivePartitionKey boundary : boundaries(definition, count)) {
      slices.add(new EffectivePartitionKeyRange(min, boundary));
      min = boundary;
    }
    slices.add(new EffectivePartitionKeyRange(min, EffectivePartitionKey.MAX));
    return slices;
  }

  /**
   * A place strictly inside this range that halves the hashes in it, to split a partition that has
   * no data to go by. None if the range is too narrow or keys are not hashed.
   */
  public Optional<EffectivePartitionKey> midpoint(PartitionKeyDefinition definition) {
    return HashSpace.of(definition).stream()
        .flatMap(space -> space.middles(this))
        .filter(this::isInside)
        .findFirst();
  }

  /** Which part of all hashes lies in this range, from 0 to 1; none if keys are not hashed. */
  public OptionalDouble width(PartitionKeyDefinition definition) {
    return HashSpace.of(definition).stream()
        .mapToDouble(
            space ->
                space.hash(max.bytes()).subtract(space.hash(min.bytes())).doubleValue()
                    / space.max.doubleValue())
        .findFirst();
  }

  public boolean isEmpty() {
    return min.compareTo(max) >= 0;
  }

  public boolean contains(EffectivePartitionKey key) {
    return key.compareTo(min) >= 0 && key.compareTo(max) < 0;
  }

  public boolean contains(EffectivePartitionKeyRange other) {
    return other.min.compareTo(min) >= 0 && other.max.compareTo(max) <= 0;
  }

  public boolean overlaps(EffectivePartitionKeyRange other) {
    return !intersect(other).isEmpty();
  }

  /** What both ranges hold; empty if they are apart. */
  public EffectivePartitionKeyRange intersect(EffectivePartitionKeyRange other) {
    return new EffectivePartitionKeyRange(
        min.compareTo(other.min) >= 0 ? min : other.min,
        max.compareTo(other.max) <= 0 ? max : other.max);
  }

  public KeyRange bytes() {
    return new KeyRange(min.bytes(), max.bytes());
  }

  @Override
  public String toString() {
    return "[" + min + ", " + max + ")";
  }

  private boolean isInside(EffectivePartitionKey key) {
    return key.compareTo(min) > 0 && key.compareTo(max) < 0;
  }

  private static List<EffectivePartitionKey> boundaries(
      PartitionKeyDefinition definition, int count) {
    return HashSpace.of(definition).map(space -> space.boundaries(count)).orElse(List.of());
  }

  private static EffectivePartitionKey followedBy(EffectivePartitionKey key, byte[] more) {
    return EffectivePartitionKey.of(Bytes.concat(key.bytes(), more));
  }
}
