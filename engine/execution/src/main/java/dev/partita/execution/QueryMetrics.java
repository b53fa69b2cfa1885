package dev.partita.execution;

import java.util.Locale;

/**
 * What a page took. Counts are exact and depend on the data alone; times are measured.
 *
 * @param retrievedCount items read, whether or not they passed the filter
 * @param matchedCount items that gave at least one row
 */
public record QueryMetrics(
    long totalNanos,
    long compileNanos,
    long indexLookupNanos,
    long loadNanos,
    long writeNanos,
    long indexEntries,
    long retrievedCount,
    long retrievedBytes,
    long matchedCount,
    long outputCount,
    long outputBytes) {

  /** The part of what was read that was of use, from 0 to 1. */
  public double indexUtilizationRatio() {
    return retrievedCount == 0 ? 1 : (double) matchedCount / retrievedCount;
  }

  /** The text of the header x-ms-documentdb-query-metrics. */
  public String headerText() {
    long runNanos =
        Math.max(0, totalNanos - compileNanos - indexLookupNanos - loadNanos - writeNanos);
    return "totalExecutionTimeInMs="
        + millis(totalNanos)
        + ";queryCompileTimeInMs="
        + millis(compileNanos)
        + ";queryLogicalPlanBuildTimeInMs=0.00;queryPhysicalPlanBuildTimeInMs=0.00"
        + ";queryOptimizationTimeInMs=0.00;VMExecutionTimeInMs="
        + millis(runNanos)
        + ";indexLookupTimeInMs="
        + millis(indexLookupNanos)
        + ";instructionCount="
        + (retrievedCount + indexEntries)
        + ";documentLoadTimeInMs="
        + millis(loadNanos)
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
        + millis(writeNanos)
        + ";indexUtilizationRatio="
        + String.format(Locale.ROOT, "%.2f", indexUtilizationRatio());
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
  }
}
