package dev.partita.execution.page;

import java.util.Locale;

/**
 * What a page took. Counts are exact and depend on the data alone; times are measured.
 *
 * @param planNanos finding out how the items are to be found
 * @param retrievedCount items read, whether or not they passed the filter
 * @param matchedCount items that gave at least one row
 */
public record QueryMetrics(
    long totalNanos,
    long compileNanos,
    long planNanos,
    long indexLookupNanos,
    long loadNanos,
    long writeNanos,
    long indexEntries,
    long retrievedCount,
    long retrievedBytes,
    long matchedCount,
    long outputCount,
    long outputBytes) {

  private static final long NANOS_PER_HUNDREDTH = 10_000;

  /** The part of what was read that was of use, from 0 to 1. */
  public double indexUtilizationRatio() {
    return retrievedCount == 0 ? 1 : (double) matchedCount / retrievedCount;
  }

  /**
   * The text of the header x-ms-documentdb-query-metrics. The time of execution has that of looking
   * up, loading and writing in it.
   */
  public String headerText() {
    // Hundredths of a millisecond, so that what clients add and subtract is consistent.
    long compiling = atLeastOne(compileNanos);
    long planning = atLeastOne(planNanos);
    long looking = hundredths(indexLookupNanos);
    long loading = hundredths(loadNanos);
    long writing = hundredths(writeNanos);
    long running =
        Math.max(atLeastOne(totalNanos - compileNanos - planNanos), looking + loading + writing);
    return "totalExecutionTimeInMs="
        + millis(compiling + planning + running)
        + ";queryCompileTimeInMs="
        + millis(compiling)
        + ";queryLogicalPlanBuildTimeInMs="
        + millis(planning)
        + ";queryPhysicalPlanBuildTimeInMs=0.00"
        + ";queryOptimizationTimeInMs=0.00;VMExecutionTimeInMs="
        + millis(running)
        + ";indexLookupTimeInMs="
        + millis(looking)
        + ";instructionCount="
        + (retrievedCount + indexEntries)
        + ";documentLoadTimeInMs="
        + millis(loading)
        + ";systemFunctionExecuteTimeInMs=0.00;userFunctionExecuteTimeInMs=0.00"
        + ";retrievedDocumentCount="
        + retrievedCount
        + ";retrievedDocumentSize="
        + retrievedBytes
        + ";outputDocumentCount="
        + outputCount
        + ";outputDocumentSize="
        + outputBytes
        + ";writeOutputTimeInMs="
        + millis(writing)
        + ";indexUtilizationRatio="
        + String.format(Locale.ROOT, "%.2f", indexUtilizationRatio());
  }

  private static long hundredths(long nanos) {
    return nanos / NANOS_PER_HUNDREDTH;
  }

  /** What took place took some time. */
  private static long atLeastOne(long nanos) {
    return Math.max(1, hundredths(nanos));
  }

  private static String millis(long hundredths) {
    return "%d.%02d".formatted(hundredths / 100, hundredths % 100);
  }
}
