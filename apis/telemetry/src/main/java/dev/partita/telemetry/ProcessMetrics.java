package dev.partita.telemetry;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.List;

/** The process and its Java, under the names that dashboards look for. */
final class ProcessMetrics {

  private ProcessMetrics() {}

  static List<Family> collect() {
    List<Family> families = new ArrayList<>();
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    families.add(
        Family.gauge("process_start_time_seconds", "When the process began, since 1970.")
            .add(runtime.getStartTime() / 1e3));
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      families.add(
          Family.counter("process_cpu_seconds_total", "Processor time of the process.")
              .add(system.getProcessCpuTime() / 1e9));
      families.add(
          Family.gauge("process_open_fds", "Open file descriptors.")
              .add(system.getOpenFileDescriptorCount()));
      families.add(
          Family.gauge("process_max_fds", "The most file descriptors.")
              .add(system.getMaxFileDescriptorCount()));
      families.add(
          Family.gauge("process_virtual_memory_bytes", "Memory that is reserved.")
              .add(system.getCommittedVirtualMemorySize()));
    }
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    families.add(
        Family.gauge("jvm_memory_used_bytes", "Memory that Java uses.")
            .add(Family.labels("area", "heap"), memory.getHeapMemoryUsage().getUsed())
            .add(Family.labels("area", "nonheap"), memory.getNonHeapMemoryUsage().getUsed()));
    families.add(
        Family.gauge("jvm_memory_max_bytes", "The most memory for objects.")
            .add(Family.labels("area", "heap"), memory.getHeapMemoryUsage().getMax()));
    families.add(
        Family.gauge("jvm_threads_current", "Platform threads.")
            .add(ManagementFactory.getThreadMXBean().getThreadCount()));
    Family collections = Family.counter("jvm_gc_collections_total", "Garbage collections.");
    Family seconds =
        Family.counter("jvm_gc_collection_seconds_total", "Time spent in garbage collection.");
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      List<Family.Label> labels = Family.labels("gc", collector.getName());
      collections.add(labels, collector.getCollectionCount());
      seconds.add(labels, collector.getCollectionTime() / 1e3);
    }
    families.add(collections);
    families.add(seconds);
    return families;
  }
}
