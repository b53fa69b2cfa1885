package dev.partita.script;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * How much of the heap was in use after the last collections: what somebody keeps, and not what was
 * only asked for. One for the process, whose heap and collectors it listens to: engines share them.
 * Safe for use by any number of threads.
 */
final class Heap {

  static final Heap OF_PROCESS = new Heap();

  /** Where objects begin, and which is empty after a collection, or as good as. */
  private static final String BEGINNING = "Eden";

  private final Set<String> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .filter(name -> !name.contains(BEGINNING))
          .collect(Collectors.toUnmodifiableSet());

  private volatile long usedBytes;
  private volatile long keptBytes;
  private volatile long fullCollections;

  private Heap() {
    // Until the first collection everything counts as kept.
    usedBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener((notification, _) -> collected(notification), null, null);
      }
    }
  }

  /** After the last collection, with what it may have left of what nobody keeps. */
  long usedBytes() {
    return usedBytes;
  }

  /** After the last collection of the whole heap. */
  long keptBytes() {
    return keptBytes;
  }

  /** How many collections of the whole heap there were since the first look. */
  long fullCollections() {
    return fullCollections;
  }

  /** Has the whole heap collected. */
  void collect() {
    System.gc();
  }

  private void collected(Notification notification) {
    if (!GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(
        notification.getType())) {
      return;
    }
    GarbageCollectionNotificationInfo told =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
    long used = sum(told.getGcInfo());
    usedBytes = used;
    if (told.getGcAction().contains("major")) {
      keptBytes = used;
      increment();
    }
  }

  private synchronized void increment() {
    fullCollections++;
  }

  private long sum(GcInfo collection) {
    long sum = 0;
    for (Map.Entry<String, MemoryUsage> pool : collection.getMemoryUsageAfterGc().entrySet()) {
      sum += pools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
    }
    return sum;
  }
}
