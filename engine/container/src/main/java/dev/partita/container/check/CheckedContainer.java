package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.PartitionScheme;
import dev.partita.partition.KeySpace;
import dev.partita.partition.Lineage;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import dev.partita.partition.RecordKey;
import dev.partita.storage.Reader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A container under check: what its record in the catalogue says, and what is known of its
 * partitions. Not for use by several threads.
 */
public final class CheckedContainer {

  private final Reader store;
  private final Report report;
  private final Place place;
  private final KeySpace keys;
  private final PartitionMap map;
  private final @Nullable ContainerRecord record;
  private final Map<Integer, PartitionState> states;
  private final Map<Integer, Lineage> lineages;

  private CheckedContainer(
      Reader store,
      Report report,
      Place place,
      int number,
      PartitionMap map,
      @Nullable ContainerRecord record) {
    this.store = store;
    this.report = report;
    this.place = place;
    this.keys = new KeySpace(number);
    this.map = map;
    this.record = record;
    this.states = new HashMap<>();
    this.lineages = new HashMap<>();
    map.current().forEach(descriptor -> states.put(descriptor.number(), descriptor.start()));
    map.retired()
        .forEach(ended -> states.put(ended.descriptor().number(), ended.descriptor().start()));
  }

  /** One of the segments of a container; what is learned of partitions is learned for all. */
  private CheckedContainer(CheckedContainer whole, int segment) {
    this.store = whole.store;
    this.report = whole.report;
    this.place = whole.place;
    this.keys = new KeySpace(segment);
    this.map = whole.map;
    this.record = whole.record;
    this.states = whole.states;
    this.lineages = whole.lineages;
  }

  static CheckedContainer of(
      Reader store, Report report, ContainerRecord record, @Nullable DatabaseRecord database) {
    String name =
        (database == null ? "?" : database.name())
            + "/"
            + record.name()
            + " (number "
            + record.number()
            + ")";
    return new CheckedContainer(
        store, report, Place.container(name), record.number(), record.map(), record);
  }

  /** The container that holds the catalogue. */
  static CheckedContainer catalogue(Reader store, Report report) {
    PartitionMap map = PartitionMap.initial(List.of(KeyRange.ALL));
    return new CheckedContainer(
        store, report, Place.container("catalogue"), Catalogue.CONTAINER, map, null);
  }

  /** Of the segment that is checked. */
  public KeySpace keys() {
    return keys;
  }

  /** The container, segment by segment. */
  List<CheckedContainer> segments() {
    return record == null
        ? List.of(this)
        : record.segments().numbers().stream()
            .map(segment -> new CheckedContainer(this, segment))
            .toList();
  }

  /** Whether a partition lies in the segment that is checked. */
  boolean holds(int partition) {
    return record == null || record.segmentOf(partition) == keys.segment();
  }

  /** Where the container's data is read. */
  public Reader store() {
    return store;
  }

  /** The state of a partition, in charge or not; empty if the container never had it. */
  public Optional<PartitionState> state(int partition) {
    return Optional.ofNullable(states.get(partition));
  }

  /** The partition that gave an LSN to a change at a position; empty if none of its owners did. */
  public OptionalInt writer(byte[] position, long lsn) {
    if (!map.axis().contains(position)) {
      return OptionalInt.empty();
    }
    PartitionDescriptor owner = map.owner(position);
    PartitionState state = states.get(owner.number());
    if (lsn < 1 || (state != null && lsn > state.lsn())) {
      return OptionalInt.empty();
    }
    try {
      Lineage lineage = lineages.computeIfAbsent(owner.number(), map::lineage);
      return OptionalInt.of(lineage.partitionOf(position, lsn));
    } catch (IllegalStateException e) {
      return OptionalInt.empty();
    }
  }

  /** A finding about a record, to be reported. */
  public Finding finding(Problem problem, RecordKey key) {
    return new Finding(problem, place(key));
  }

  /** A finding about the container as a whole, to be reported. */
  public Finding finding(Problem problem) {
    return new Finding(problem, place);
  }

  public void report(Finding finding) {
    report.add(finding);
  }

  Finding finding(Problem problem, int partition) {
    return new Finding(problem, place.partition(partition));
  }

  Finding finding(Problem problem, LogicalKey logical) {
    return new Finding(problem, place(logical, null));
  }

  Place place() {
    return place;
  }

  PartitionMap map() {
    return map;
  }

  /** Null for the catalogue. */
  @Nullable ContainerRecord record() {
    return record;
  }

  boolean keepsHistory() {
    return record != null && record.definition().historyMillis() > 0;
  }

  boolean keepsChangeLog() {
    return record == null || record.definition().changeLog().isOn();
  }

  /** When the definition last changed. */
  long changedMillis() {
    return record == null ? 0 : record.changedMillis();
  }

  void state(int partition, PartitionState state) {
    states.put(partition, state);
  }

  private Place place(RecordKey key) {
    return place(key.logical(), key.idText());
  }

  private Place place(LogicalKey logical, @Nullable String id) {
    Integer owner =
        map.axis().contains(logical.position()) ? map.owner(logical.position()).number() : null;
    return new Place(place.container(), owner, text(logical), id);
  }

  private String text(LogicalKey logical) {
    if (record == null) {
      return Bytes.hex(logical.value());
    }
    PartitionScheme scheme = record.definition().scheme();
    try {
      return scheme.partitionKey(logical).toJson();
    } catch (RuntimeException e) {
      return logical.toString();
    }
  }
}
