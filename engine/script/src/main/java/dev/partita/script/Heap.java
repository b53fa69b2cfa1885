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
 * Heap use after the latest garbage collections, that is memory that is retained and not only
 * allocated. One for the process, whose heap and collectors it listens to: engines share it. Safe
 * for use by any number of threads.
 */
final class Heap {

  static final Heap OF_PROCESS = new Heap();

  /**
   * Name of the pool in which objects are allocated, and which a collection empties almost
   * completely.
   */
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
    // Until the first collection all used memory counts as retained.
    usedBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener((notification, _) -> collected(notification), null, null);
      }
    }
  }

  /** Used bytes after the latest collection, including garbage that it may have left. */
  long usedBytes() {
    return usedBytes;
  }

  /** Used bytes after the latest full collection. */
  long keptBytes() {
    return keptBytes;
  }

  /** Number of full collections since the first call. */
  long fullCollections() {
    return fullCollections;
  }

  /** Requests a full collection. */
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
