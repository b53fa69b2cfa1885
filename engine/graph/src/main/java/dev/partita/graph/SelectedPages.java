package dev.partita.graph;

import dev.partita.base.bytes.KeyRange;
import dev.partita.document.ItemScan;
import dev.partita.index.IndexCursor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;

/**
 * The elements that an access leads to, page by page: small at first, since who asks may want few.
 * Holds no cursor between pages. Used by the thread that uses its graph.
 */
final class SelectedPages<E extends Element> implements Iterator<E> {

  private static final int FIRST_PAGE = 32;
  private static final int LARGEST_PAGE = 1_024;

  private final PartitaGraph graph;
  private final GraphStore store;
  private final Access access;
  private final Function<Access.Entry, @Nullable E> element;
  // An item may have several entries, and be met by several scans.
  private final @Nullable Set<ElementKey> met;
  private Iterator<E> page = Collections.emptyIterator();
  private int size = FIRST_PAGE;
  private int scan;
  private byte @Nullable [] place;
  private boolean ended;

  SelectedPages(PartitaGraph graph, Access access, Function<Access.Entry, @Nullable E> element) {
    this.graph = graph;
    this.store = graph.store();
    this.access = access;
    this.element = element;
    boolean once =
        access.isExact()
            || access.isScanOfItems()
            || (access.scans().size() == 1 && access.scans().getFirst().isOneTerm());
    this.met = once ? null : new HashSet<>();
  }

  @Override
  public boolean hasNext() {
    while (!page.hasNext() && !ended) {
      page = turn();
    }
    return page.hasNext();
  }

  @Override
  public E next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return page.next();
  }

  private Iterator<E> turn() {
    List<Access.Entry> entries = access.isScanOfItems() ? readItems() : readEntries();
    size = Math.min(LARGEST_PAGE, 2 * size);
    List<E> found = new ArrayList<>(entries.size());
    for (Access.Entry entry : entries) {
      if (met == null || met.add(entry.key())) {
        E made = element.apply(entry);
        if (made != null) {
          found.add(made);
        }
      }
    }
    // An entry of a property may be of an edge or of a vertex: the item tells.
    if (access.kind() == Access.Kind.ITEMS || store.mayExpire()) {
      graph.prefetch(found);
      graph.reads().pause(true);
      try {
        found.removeIf(
            made -> made instanceof PartitaVertex vertex && graph.data(vertex.node()) == null);
      } finally {
        graph.reads().pause(false);
      }
    } else if (!access.conditions().isEmpty()) {
      graph.prefetch(found);
    }
    return found.iterator();
  }

  private List<Access.Entry> readEntries() {
    List<Access.Entry> entries = new ArrayList<>();
    if (scan == access.scans().size()) {
      ended = true;
      return entries;
    }
    try (IndexCursor cursor = store.index().open(access.scans().get(scan), place)) {
      boolean more = true;
      while (entries.size() < size && (more = cursor.next())) {
        entries.add(access.entry(cursor));
        place = cursor.place();
      }
      if (!more) {
        scan++;
        place = null;
      }
    }
    access.charge(graph.traffic(), entries.size());
    return entries;
  }

  private List<Access.Entry> readItems() {
    List<Access.Entry> entries = new ArrayList<>();
    try (ItemScan items = store.items().reader().scan(store.reader(), KeyRange.ALL, place)) {
      boolean more = true;
      while (entries.size() < size && (more = items.next())) {
        ElementKey key = Selector.key(items.name());
        graph.traffic().item(key.partition(), items.item().jsonBytes());
        entries.add(new Access.Entry(key, null, null, null));
        place = items.key();
      }
      ended = !more;
    }
    return entries;
  }
}
