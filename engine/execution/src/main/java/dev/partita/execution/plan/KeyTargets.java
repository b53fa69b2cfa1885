package dev.partita.execution.plan;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.key.PartitionKind;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.query.key.KeyConstraint;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.key.KeyFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The logical partitions that the filter of a query leaves of what it is asked of. Pure functions.
 */
public final class KeyTargets {

  private static final JsonNumber MINUS_ZERO = JsonNumber.of(-0.0);

  private KeyTargets() {}

  /** The fragments in which the query can find items, cut down to the partition keys it names. */
  public static List<ScanFragment> narrow(
      Container container,
      List<ScanFragment> fragments,
      PreparedQuery query,
      QueryRequest request) {
    if (!query.itemByItem()
        || !(container.definition().scheme() instanceof PartitionScheme.Hashed(var definition))) {
      return fragments;
    }
    KeyDefinition key =
        new KeyDefinition(definition.paths(), definition.kind() == PartitionKind.MULTI_HASH);
    return switch (KeyFilter.of(query.query(), request.parameters(), request.traits(), key)) {
      case KeyConstraint.Everything _ -> fragments;
      case KeyConstraint.Keys(List<List<JsonValue>> prefixes) ->
          narrow(container, fragments, definition, prefixes);
    };
  }

  private static List<ScanFragment> narrow(
      Container container,
      List<ScanFragment> fragments,
      PartitionKeyDefinition definition,
      List<List<JsonValue>> prefixes) {
    List<ScanFragment> narrowed = new ArrayList<>();
    for (List<JsonValue> prefix : prefixes) {
      for (PartitionKey key : keys(prefix)) {
        for (ScanFragment fragment : fragments) {
          if (key.size() == definition.paths().size()) {
            addKey(narrowed, container, fragment, key);
          } else {
            addRange(narrowed, fragment, container.definition().scheme().positions(key));
          }
        }
      }
    }
    narrowed.sort(Comparator.comparing(fragment -> fragment.records().start(), Bytes.ORDER));
    return narrowed;
  }

  /** The keys that have these values. Zero and minus zero are equal, but keys of their own. */
  private static List<PartitionKey> keys(List<JsonValue> values) {
    List<List<JsonValue>> all = new ArrayList<>();
    all.add(List.of());
    for (JsonValue value : values) {
      List<List<JsonValue>> longer = new ArrayList<>();
      for (List<JsonValue> start : all) {
        longer.add(with(start, value.equals(MINUS_ZERO) ? JsonNumber.ZERO : value));
        if (value.equals(MINUS_ZERO)) {
          longer.add(with(start, MINUS_ZERO));
        }
      }
      all = longer;
    }
    List<PartitionKey> keys = new ArrayList<>(all.size());
    for (List<JsonValue> each : all) {
      keys.add(PartitionKey.of(each));
    }
    return keys;
  }

  private static List<JsonValue> with(List<JsonValue> start, JsonValue next) {
    List<JsonValue> longer = new ArrayList<>(start);
    longer.add(next);
    return longer;
  }

  private static void addKey(
      List<ScanFragment> narrowed, Container container, ScanFragment fragment, PartitionKey key) {
    LogicalKey logical = container.definition().scheme().logicalKey(key);
    boolean within =
        fragment.logical() == null
            ? fragment.positions().contains(logical.position())
            : fragment.logical().equals(logical);
    if (within) {
      narrowed.add(
          new ScanFragment(
              fragment.owner(),
              fragment.lsn(),
              container.definition().scheme().positions(key),
              RecordKey.range(logical),
              key,
              logical));
    }
  }

  private static void addRange(
      List<ScanFragment> narrowed, ScanFragment fragment, KeyRange positions) {
    LogicalKey logical = fragment.logical();
    if (logical != null) {
      if (positions.contains(logical.position())) {
        narrowed.add(fragment);
      }
      return;
    }
    KeyRange part = fragment.positions().intersect(positions);
    if (!part.isEmpty()) {
      narrowed.add(
          new ScanFragment(
              fragment.owner(), fragment.lsn(), part, RecordKey.range(part), null, null));
    }
  }
}
