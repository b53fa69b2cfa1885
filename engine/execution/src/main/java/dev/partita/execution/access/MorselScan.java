package dev.partita.execution.access;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.document.ItemScan;
import dev.partita.document.StoredItem;
import dev.partita.execution.page.ReadSummary;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All items of a fragment, of which other threads read ahead: they make the documents and see which
 * of them the filter passes over. Not for use by several threads.
 */
public final class MorselScan implements ItemCursor {

  /** As many are read as they come: a short scan is over before others could help. */
  private static final int ITEMS_BEFORE = 256;

  private static final int LOOKS_PER_ITEM = 4;

  /** An item, or some that are passed over. */
  private record Entry(
      byte[] key,
      @Nullable StoredItem item,
      @Nullable JsonObject document,
      @Nullable ReadSummary passedOver) {}

  private final ItemLoader loader;
  private final ScanFragment fragment;
  private final Supplier<RowFilter> filters;
  private final BooleanSupplier pays;
  private final ItemScan first;
  private int read;
  private @Nullable Morsels<List<Entry>> morsels;
  private List<Entry> entries = List.of();
  private int at;

  /**
   * @param filters makes a filter for one thread, which lets through at least what the query does
   * @param pays whether more items will be wanted, as far as one can tell by now
   */
  MorselScan(
      ItemLoader loader,
      ScanFragment fragment,
      byte @Nullable [] after,
      Supplier<RowFilter> filters,
      BooleanSupplier pays) {
    this.loader = loader;
    this.fragment = fragment;
    this.filters = filters;
    this.pays = pays;
    this.first = loader.scan(fragment.positions(), after);
  }

  @Override
  public boolean next() {
    if (morsels == null) {
      if (read < ITEMS_BEFORE || !pays.getAsBoolean()) {
        read++;
        return first.next();
      }
      morsels = new Morsels<>(loader, fragment, first.key(), Filtering::new);
      first.close();
    } else {
      at++;
    }
    while (at >= entries.size()) {
      List<Entry> next = morsels.next();
      if (next == null) {
        return false;
      }
      entries = next;
      at = 0;
    }
    return true;
  }

  /** Makes entries of items. */
  private final class Filtering implements Morsels.Worker<List<Entry>> {

    private final RowFilter filter = filters.get();
    private final Function<ItemScan, JsonObject> documents = loader.documents();
    private final @Nullable Function<ItemScan, JsonObject> looks = loader.filterDocuments();
    private int looked;
    private int wanted;
    private final ReadSummary.Counter passedOver = new ReadSummary.Counter();
    private List<Entry> found = new ArrayList<>();
    private KeyRange records = KeyRange.ALL;

    @Override
    public void start(KeyRange keys) {
      records = keys;
    }

    @Override
    public boolean add(ItemScan scan) {
      // What few items need is read of those alone.
      boolean fewAreWanted = wanted <= ITEMS_BEFORE + looked++ / LOOKS_PER_ITEM;
      Function<ItemScan, JsonObject> look = fewAreWanted ? looks : null;
      JsonObject document = (look == null ? documents : look).apply(scan);
      long before = filter.watch().work();
      if (isWanted(document)) {
        wanted++;
        byte[] key = scan.key();
        endPassingOver(key);
        JsonObject whole = look == null ? document : documents.apply(scan);
        found.add(new Entry(key, scan.item(), whole, null));
      } else {
        passedOver.add(scan.jsonBytes(), filter.watch().work() - before);
      }
      return true;
    }

    @Override
    public List<Entry> finish(byte @Nullable [] before) {
      endPassingOver(before);
      List<Entry> all = found;
      found = new ArrayList<>();
      return all;
    }

    private void endPassingOver(byte @Nullable [] before) {
      if (!passedOver.isEmpty()) {
        KeyRange within = new KeyRange(records.start(), before);
        found.add(new Entry(records.start(), null, null, passedOver.take(within)));
      }
    }

    /** If the filter fails, the error belongs to the page that reaches the item. */
    private boolean isWanted(JsonObject document) {
      try {
        return filter.test().test(document);
      } catch (DatabaseException _) {
        return true;
      }
    }
  }

  @Override
  public byte[] key() {
    return morsels == null ? first.key() : entries.get(at).key;
  }

  @Override
  public StoredItem item() {
    return morsels == null ? first.item() : Objects.requireNonNull(entries.get(at).item);
  }

  @Override
  public @Nullable JsonObject document() {
    return morsels == null ? null : entries.get(at).document;
  }

  @Override
  public @Nullable ReadSummary passedOver() {
    return morsels == null ? null : entries.get(at).passedOver;
  }

  @Override
  public void close() {
    if (morsels == null) {
      first.close();
    } else {
      morsels.close();
    }
  }
}
