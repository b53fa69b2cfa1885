package dev.partita.net.transport;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The answers that clients have not taken off the network yet, which the server holds in memory
 * until then. When there is no room for one more, those that have waited longest are cut off: who
 * reads at all has read before that. Safe for any number of threads.
 */
public final class UnreadOutput {

  /** One answer that waits to be read. */
  public static final class Entry {

    private final long bytes;
    private final Runnable cutOff;

    private Entry(long bytes, Runnable cutOff) {
      this.bytes = bytes;
      this.cutOff = cutOff;
    }
  }

  private final long maxBytes;
  // In the order in which they began to wait.
  private final Set<Entry> waiting = new LinkedHashSet<>();
  private long heldBytes;

  public UnreadOutput(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Takes note of an answer that was not sent at once.
   *
   * @param cutOff gives the answer up; run on any thread
   * @return to be given to {@link #remove} when the answer is gone
   */
  public Entry add(long bytes, Runnable cutOff) {
    var entry = new Entry(bytes, cutOff);
    List<Entry> tooMany = new ArrayList<>();
    synchronized (this) {
      waiting.add(entry);
      heldBytes += bytes;
      Iterator<Entry> longest = waiting.iterator();
      while (heldBytes > maxBytes && longest.hasNext()) {
        Entry next = longest.next();
        // One alone may be larger than all the room there is.
        if (next != entry) {
          longest.remove();
          heldBytes -= next.bytes;
          tooMany.add(next);
        }
      }
    }
    tooMany.forEach(each -> each.cutOff.run());
    return entry;
  }

  public synchronized void remove(Entry entry) {
    if (waiting.remove(entry)) {
      heldBytes -= entry.bytes;
    }
  }

  public synchronized long heldBytes() {
    return heldBytes;
  }
}
