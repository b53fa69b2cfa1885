package dev.partita.benchmarks.report;

import dev.partita.base.time.Clock;
import dev.partita.json.JsonObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Properties of the machine that figures depend on. Immutable.
 *
 * @param loadAverage over the last minute, before the measurements: load by other processes
 * @param syncMicrosMedian median time of a sync after an append of 4 KB
 */
public record Machine(
    String date,
    String processor,
    int cores,
    long memoryMegabytes,
    String system,
    String java,
    String fileSystem,
    double loadAverage,
    double syncMicrosMedian,
    double syncMicros99) {

  private static final int SYNCS = 300;
  private static final int BLOCK_BYTES = 4096;

  public static Machine describe(Path directory) throws IOException {
    double[] syncMicros = syncMicros(directory);
    Instant now = Instant.ofEpochMilli(Clock.system().millis());
    return new Machine(
        now.atOffset(ZoneOffset.UTC).toLocalDate().toString(),
        processorModel(),
        Runtime.getRuntime().availableProcessors(),
        memoryBytes() >> 20,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"),
        Files.getFileStore(directory).type(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        syncMicros[SYNCS / 2],
        syncMicros[SYNCS * 99 / 100]);
  }

  JsonObject toJson() {
    return JsonObject.builder()
        .put("date", date)
        .put("processor", processor)
        .put("cores", cores)
        .put("memoryMegabytes", memoryMegabytes)
        .put("system", system)
        .put("java", java)
        .put("fileSystem", fileSystem)
        .put("loadAverage", Double.toString(loadAverage))
        .put("syncMicrosMedian", Math.round(syncMicrosMedian))
        .put("syncMicros99", Math.round(syncMicros99))
        .build();
  }

  String toText() {
    return String.format(
        Locale.ROOT,
        """
        %s: %d cores of %s, %,d MB of memory, load average %.1f before the run
        %s; Java %s
        Disk: %s, sync of an appended block: median %.0f µs, 99th percentile %.0f µs
        """,
        date,
        cores,
        processor,
        memoryMegabytes,
        loadAverage,
        system,
        java,
        fileSystem,
        syncMicrosMedian,
        syncMicros99);
  }

  private static String processorModel() throws IOException {
    Path description = Path.of("/proc/cpuinfo");
    if (!Files.exists(description)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(description)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    }
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }

  /** Sync times, sorted. */
  private static double[] syncMicros(Path directory) throws IOException {
    Clock clock = Clock.system();
    Path file = Files.createTempFile(directory, "sync-", ".bin");
    double[] micros = new double[SYNCS];
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; i < SYNCS; i++) {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        while (block.hasRemaining()) {
          channel.write(block);
        }
        long start = clock.nanos();
        channel.force(false);
        micros[i] = (clock.nanos() - start) / 1e3;
      }
    } finally {
      Files.delete(file);
    }
    Arrays.sort(micros);
    return micros;
  }
}
