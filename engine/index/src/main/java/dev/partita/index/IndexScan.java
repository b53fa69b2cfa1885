package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.json.JsonValue;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import java.util.List;
import java.util.Objects;

/**
 * Which entries are wanted: of a path or a composite index, within an interval of terms, of which
 * items, in which direction. Immutable.
 */
public final class IndexScan {

  private final byte[] head;
  private final boolean[] descending;
  private final int cellBytes;
  private final KeyRange terms;
  private final boolean oneTerm;
  private final boolean precise;
  private final KeyRange items;
  private final boolean backwards;

  private IndexScan(
      byte[] head,
      boolean[] descending,
      int cellBytes,
      KeyRange terms,
      boolean oneTerm,
      boolean precise,
      KeyRange items,
      boolean backwards) {
    this.head = head;
    this.descending = descending;
    this.cellBytes = cellBytes;
    this.terms = terms;
    this.oneTerm = oneTerm;
    this.precise = precise;
    this.items = items;
    this.backwards = backwards;
  }

  /** The entries of a path with a value in the interval, from the least value to the greatest. */
  public static IndexScan of(IndexPath path, TermRange values) {
    return new IndexScan(
        EntryKeys.head(EntryKeys.RANGE, path.hash()),
        new boolean[1],
        0,
        values.terms(),
        values.isOneTerm(),
        values.isPrecise(),
        KeyRange.ALL,
        false);
  }

  /** All entries of a composite index in its order. */
  public static IndexScan of(CompositeIndex index) {
    return of(index, List.of(), TermRange.ALL);
  }

  /**
   * The entries of a composite index whose first columns have the given values, and whose next one
   * has a value in the interval; in the order of the index.
   *
   * @param next must be {@link TermRange#ALL} if all columns have values
   */
  public static IndexScan of(CompositeIndex index, List<JsonValue> equal, TermRange next) {
    List<CompositeIndex.Column> columns = index.columns();
    boolean[] descending = new boolean[columns.size()];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = columns.get(i).descending();
    }
    TermBuffer prefix = new TermBuffer(64);
    boolean precise = next.isPrecise();
    for (int i = 0; i < equal.size(); i++) {
      int start = prefix.length();
      prefix.term(equal.get(i));
      precise &= TermRange.equalTo(equal.get(i)).isPrecise();
      if (descending[i]) {
        prefix.complementFrom(start);
      }
    }
    boolean all = equal.size() == descending.length;
    byte[] fixed = prefix.toBytes();
    KeyRange terms =
        all
            ? KeyRange.prefix(fixed)
            : (descending[equal.size()] ? complement(next.terms()) : next.terms()).behind(fixed);
    return new IndexScan(
        EntryKeys.head(EntryKeys.COMPOSITE, index.hash()),
        descending,
        0,
        terms,
        all,
        precise,
        KeyRange.ALL,
        false);
  }

  /** The entries of shapes at a path in an interval of cells. */
  static IndexScan ofCells(IndexPath path, KeyRange cells, boolean one) {
    return new IndexScan(
        EntryKeys.head(EntryKeys.SPATIAL, path.hash()),
        new boolean[0],
        Long.BYTES,
        cells,
        one,
        false,
        KeyRange.ALL,
        false);
  }

  /** Only of items with a position in the range. */
  public IndexScan within(KeyRange positions) {
    return with(RecordKey.range(positions), backwards);
  }

  /** Only of items of one logical partition. */
  public IndexScan within(LogicalKey logical) {
    return with(RecordKey.range(logical), backwards);
  }

  /** The same entries from the end to the start; items with equal terms turn around as well. */
  public IndexScan reversed() {
    return with(items, !backwards);
  }

  /**
   * Whether every entry is one of those that were asked for. If not, those whose terms do not say
   * the whole value have to be looked at.
   */
  public boolean isPrecise() {
    return precise;
  }

  /** Whether all entries have the same terms, so that they come in the order of item keys. */
  public boolean isOneTerm() {
    return oneTerm;
  }

  boolean isBackwards() {
    return backwards;
  }

  byte[] head() {
    return head;
  }

  boolean[] descending() {
    return descending;
  }

  /** How long the cell is that stands in the place of terms; 0 if there are terms. */
  int cellBytes() {
    return cellBytes;
  }

  KeyRange items() {
    return items;
  }

  /** The keys to walk over; with one term no others are among them. */
  KeyRange keys() {
    return oneTerm ? items.behind(beginning()) : terms.behind(head);
  }

  /** What the keys of all entries of the only term begin with. */
  byte[] beginning() {
    return Bytes.concat(head, terms.start());
  }

  private IndexScan with(KeyRange changedItems, boolean changedBackwards) {
    return new IndexScan(
        head, descending, cellBytes, terms, oneTerm, precise, changedItems, changedBackwards);
  }

  /**
   * The interval of the complements of terms. Its bounds are never the beginning of a term that
   * lies outside, so turning their bytes around turns the order around.
   */
  private static KeyRange complement(KeyRange terms) {
    byte[] end = Objects.requireNonNull(terms.end());
    return new KeyRange(
        Objects.requireNonNull(Bytes.afterPrefix(complement(end))),
        Bytes.afterPrefix(complement(terms.start())));
  }

  private static byte[] complement(byte[] bytes) {
    byte[] turned = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      turned[i] = (byte) ~bytes[i];
    }
    return turned;
  }
}
