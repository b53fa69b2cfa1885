package dev.partita.document;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.Reindexing;
import dev.partita.index.DocumentIndexer;
import dev.partita.index.Entries;
import dev.partita.index.EntryChange;
import dev.partita.index.EntryFormat;
import dev.partita.json.JsonObject;
import dev.partita.partition.LogicalKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The index of a container's items under one version of its record. While the index is changed to
 * another policy, an item may have the entries of any policy since; then all of them are removed,
 * and everything that the current one asks for is written, there or not. Safe for use by any number
 * of threads.
 */
final class ItemIndex {

  /** A version of an item, as far as the index goes. */
  record Version(JsonObject document, long seconds) {}

  private final DocumentIndexer current;
  private final List<DocumentIndexer> earlier;

  ItemIndex(ContainerRecord record) {
    Reindexing reindexing = record.reindexing();
    this.current = new DocumentIndexer(record.definition().indexing());
    this.earlier =
        reindexing == null
            ? List.of()
            : reindexing.earlier().stream().map(DocumentIndexer::new).toList();
  }

  /** Whether no item has any entry. */
  boolean isOff() {
    return !current.policy().isOn() && earlier.isEmpty();
  }

  /** The entries of a document that do not depend on when it is stored. */
  PreparedEntries prepare(JsonObject document) {
    return new PreparedEntries(current, current.entries(document));
  }

  /**
   * The change of an item's entries.
   *
   * @param segment what the keys of its entries begin with
   * @param prepared what was prepared for the later version, maybe under another record
   */
  EntryChange change(
      byte[] segment,
      LogicalKey logical,
      byte[] id,
      @Nullable Version before,
      @Nullable Version after,
      @Nullable PreparedEntries prepared) {
    EntryChange.Item item = EntryChange.Item.of(segment, logical, id);
    Entries then = before == null ? Entries.NONE : current.entries(before.document());
    Entries now =
        after == null
            ? Entries.NONE
            : prepared != null && prepared.by() == current
                ? prepared.entries()
                : current.entries(after.document());
    EntryChange change = EntryChange.between(item, then, now);
    if (!earlier.isEmpty()) {
      Entries all = after == null ? Entries.NONE : now.union(timed(current, after));
      return EntryChange.completing(item, everything(before), all).countedAs(change);
    }
    return change.with(item, timed(current, before), timed(current, after));
  }

  /** Gives an item exactly the entries of the current policy. */
  EntryChange complete(byte[] segment, LogicalKey logical, byte[] id, Version version) {
    EntryChange.Item item = EntryChange.Item.of(segment, logical, id);
    Entries now = current.allEntries(version.document(), version.seconds());
    return EntryChange.completing(item, everything(version), now);
  }

  /** The keys of all entries that an item may have, and whether it must. */
  Map<byte[], Boolean> expected(byte[] segment, LogicalKey logical, byte[] id, Version version) {
    EntryChange.Item item = EntryChange.Item.of(segment, logical, id);
    Map<byte[], Boolean> expected = new TreeMap<>(Bytes.ORDER);
    everything(version).keys(item).forEach(key -> expected.put(key, true));
    for (DocumentIndexer indexer : all()) {
      Set<byte[]> own = new TreeSet<>(Bytes.ORDER);
      own.addAll(indexer.allEntries(version.document(), version.seconds()).keys(item));
      expected.replaceAll((key, required) -> required && own.contains(key));
    }
    return expected;
  }

  private List<DocumentIndexer> all() {
    List<DocumentIndexer> all = new ArrayList<>(earlier);
    all.add(current);
    return all;
  }

  EntryFormat format() {
    return new EntryFormat(all().stream().map(DocumentIndexer::policy).toList());
  }

  /** All entries that the item may have, under any policy. */
  private Entries everything(@Nullable Version version) {
    if (version == null) {
      return Entries.NONE;
    }
    Entries found = Entries.NONE;
    for (DocumentIndexer indexer : all()) {
      found = found.union(indexer.allEntries(version.document(), version.seconds()));
    }
    return found;
  }

  private static Entries timed(DocumentIndexer indexer, @Nullable Version version) {
    return version == null
        ? Entries.NONE
        : indexer.timedEntries(version.document(), version.seconds());
  }

  /** Entries that were found before the writer's turn, and by what. */
  record PreparedEntries(DocumentIndexer by, Entries entries) {}
}
