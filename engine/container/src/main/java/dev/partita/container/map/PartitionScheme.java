package dev.partita.container.map;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.EffectivePartitionKey;
import dev.partita.container.key.EffectivePartitionKeyRange;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.partition.LogicalKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How partition keys are laid out on the axis that a map cuts into partitions. All schemes share
 * the rest: the map, routing, splits, change logs.
 */
public sealed interface PartitionScheme {

  /** Where the key's logical partition lies. */
  LogicalKey logicalKey(PartitionKey key);

  /** The key that {@link #logicalKey} was given. */
  default PartitionKey partitionKey(LogicalKey logical) {
    return PartitionKey.decode(logical.value());
  }

  /**
   * The positions of the logical partitions of a key or, where the scheme has them, a prefix. Other
   * keys may share them: {@link #isWithin} tells.
   */
  KeyRange positions(PartitionKey keyOrPrefix);

  /** Whether a logical partition is that of a key, or one of those whose keys begin with it. */
  default boolean isWithin(PartitionKey keyOrPrefix, LogicalKey logical) {
    return keyOrPrefix.isPrefixOf(partitionKey(logical));
  }

  /**
   * The ranges with which a container begins, as near to the wanted number as the scheme allows.
   */
  List<KeyRange> initialRanges(int wanted);

  /** Where to cut a range that holds no data; empty if there is no such place. */
  Optional<byte[]> midpoint(KeyRange positions);

  /**
   * Which part of the keys, from 0 to 1, a range has if there are many of them; empty if that
   * cannot be told from the range.
   */
  default OptionalDouble width(KeyRange positions) {
    return OptionalDouble.empty();
  }

  JsonObject toJson();

  /** By a hash of the key: neighbours are scattered, load is even. */
  record Hashed(PartitionKeyDefinition definition) implements PartitionScheme {

    @Override
    public LogicalKey logicalKey(PartitionKey key) {
      return new LogicalKey(EffectivePartitionKey.of(definition, key).bytes(), key.encoded());
    }

    @Override
    public KeyRange positions(PartitionKey keyOrPrefix) {
      return EffectivePartitionKeyRange.of(definition, keyOrPrefix).bytes();
    }

    @Override
    public List<KeyRange> initialRanges(int wanted) {
      return EffectivePartitionKeyRange.slices(definition, wanted).stream()
          .map(EffectivePartitionKeyRange::bytes)
          .toList();
    }

    @Override
    public Optional<byte[]> midpoint(KeyRange positions) {
      return range(positions).midpoint(definition).map(EffectivePartitionKey::bytes);
    }

    @Override
    public OptionalDouble width(KeyRange positions) {
      return range(positions).width(definition);
    }

    private static EffectivePartitionKeyRange range(KeyRange positions) {
      byte[] end = positions.end();
      return new EffectivePartitionKeyRange(
          EffectivePartitionKey.of(positions.start()),
          end == null ? EffectivePartitionKey.MAX : EffectivePartitionKey.of(end));
    }

    @Override
    public JsonObject toJson() {
      return JsonObject.builder()
          .put("kind", "hashed")
          .put("partitionKey", definition.toJson())
          .build();
    }
  }

  /**
   * By the key itself: neighbouring keys stay together and are read in order, that of strings being
   * the order of their UTF-16 units.
   */
  record Ranged() implements PartitionScheme {

    @Override
    public LogicalKey logicalKey(PartitionKey key) {
      return new LogicalKey(key.ordinal(), Bytes.EMPTY);
    }

    @Override
    public PartitionKey partitionKey(LogicalKey logical) {
      return PartitionKey.decode(logical.position());
    }

    @Override
    public KeyRange positions(PartitionKey keyOrPrefix) {
      return KeyRange.prefix(keyOrPrefix.ordinal());
    }

    @Override
    public List<KeyRange> initialRanges(int wanted) {
      return List.of(KeyRange.ALL);
    }

    @Override
    public Optional<byte[]> midpoint(KeyRange positions) {
      return Optional.empty();
    }

    @Override
    public JsonObject toJson() {
      return JsonObject.builder().put("kind", "ranged").build();
    }
  }

  /** One partition for each of a list of names; the key is a name. */
  record Listed(List<String> names) implements PartitionScheme {

    public Listed {
      names = List.copyOf(names);
      if (names.isEmpty() || names.stream().distinct().count() != names.size()) {
        throw new DatabaseException(
                ErrorCode.BAD_REQUEST, "A list of partitions names each of them once.")
            .with("names", names);
      }
    }

    @Override
    public LogicalKey logicalKey(PartitionKey key) {
      if (key.size() == 1
          && key.components().getFirst() instanceof JsonString(String name)
          && names.contains(name)) {
        return numbered(names.indexOf(name), key);
      }
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "The partition key is none of the container's named partitions.")
          .with("partitionKey", key)
          .with("names", names);
    }

    @Override
    public KeyRange positions(PartitionKey keyOrPrefix) {
      return point(logicalKey(keyOrPrefix));
    }

    @Override
    public List<KeyRange> initialRanges(int wanted) {
      return numberedRanges(names.size());
    }

    @Override
    public Optional<byte[]> midpoint(KeyRange positions) {
      return Optional.empty();
    }

    @Override
    public JsonObject toJson() {
      return JsonObject.builder()
          .put("kind", "listed")
          .put("names", JsonArray.of(names.stream().map(JsonString::new).toList()))
          .build();
    }
  }

  /** A number of partitions that never changes; the key is a partition's number from 0. */
  record Fixed(int count) implements PartitionScheme {

    public Fixed {
      if (count < 1) {
        throw new DatabaseException(ErrorCode.BAD_REQUEST, "There is at least one partition.")
            .with("count", count);
      }
    }

    @Override
    public LogicalKey logicalKey(PartitionKey key) {
      if (key.size() == 1
          && key.components().getFirst() instanceof JsonNumber number
          && number.isIntegral()
          && number.longValue() >= 0
          && number.longValue() < count) {
        return numbered((int) number.longValue(), key);
      }
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST, "The partition key is not the number of a partition.")
          .with("partitionKey", key)
          .with("partitions", count);
    }

    @Override
    public KeyRange positions(PartitionKey keyOrPrefix) {
      return point(logicalKey(keyOrPrefix));
    }

    @Override
    public List<KeyRange> initialRanges(int wanted) {
      return numberedRanges(count);
    }

    @Override
    public Optional<byte[]> midpoint(KeyRange positions) {
      return Optional.empty();
    }

    @Override
    public JsonObject toJson() {
      return JsonObject.builder().put("kind", "fixed").put("count", count).build();
    }
  }

  /** Everything in one partition. */
  record Single() implements PartitionScheme {

    @Override
    public LogicalKey logicalKey(PartitionKey key) {
      return new LogicalKey(Bytes.EMPTY, key.encoded());
    }

    @Override
    public KeyRange positions(PartitionKey keyOrPrefix) {
      return KeyRange.ALL;
    }

    @Override
    public List<KeyRange> initialRanges(int wanted) {
      return List.of(KeyRange.ALL);
    }

    @Override
    public Optional<byte[]> midpoint(KeyRange positions) {
      return Optional.empty();
    }

    @Override
    public JsonObject toJson() {
      return JsonObject.builder().put("kind", "single").build();
    }
  }

  static PartitionScheme fromJson(JsonObject json) {
    return switch (json.at("kind")) {
      case JsonString(String kind) when kind.equals("hashed") ->
          new Hashed(PartitionKeyDefinition.fromJson(json.at("partitionKey")));
      case JsonString(String kind) when kind.equals("ranged") -> new Ranged();
      case JsonString(String kind) when kind.equals("listed") -> new Listed(names(json));
      case JsonString(String kind)
          when kind.equals("fixed") && json.at("count") instanceof JsonNumber count ->
          new Fixed(Math.toIntExact(count.longValue()));
      case JsonString(String kind) when kind.equals("single") -> new Single();
      case JsonValue other ->
          throw new DatabaseException(
                  ErrorCode.CORRUPT, "A stored container has an unknown partition scheme.")
              .with("kind", other);
    };
  }

  private static List<String> names(JsonObject json) {
    List<String> names = new ArrayList<>();
    if (json.at("names") instanceof JsonArray array) {
      for (JsonValue value : array) {
        if (value instanceof JsonString(String name)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  private static LogicalKey numbered(int number, PartitionKey key) {
    return new LogicalKey(position(number), key.encoded());
  }

  private static KeyRange point(LogicalKey key) {
    return new KeyRange(key.position(), Bytes.concat(key.position(), new byte[1]));
  }

  private static List<KeyRange> numberedRanges(int count) {
    List<KeyRange> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ranges.add(
          new KeyRange(
              i == 0 ? Bytes.EMPTY : position(i), i == count - 1 ? null : position(i + 1)));
    }
    return ranges;
  }

  private static byte[] position(int number) {
    return new KeyWriter(Integer.BYTES).u32(number).toBytes();
  }
}
