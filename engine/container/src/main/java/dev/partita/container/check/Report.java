package dev.partita.container.check;

import java.util.function.Consumer;

/** Where a check puts its findings and counts what it saw. Not for use by several threads. */
final class Report {

  private final Consumer<Finding> findings;
  private long containers;
  private long partitions;
  private long records;
  private long logEntries;
  private long indexEntries;
  private long errors;
  private long warnings;

  Report(Consumer<Finding> findings) {
    this.findings = findings;
  }

  void add(Finding finding) {
    switch (finding.severity()) {
      case ERROR -> errors++;
      case WARNING -> warnings++;
    }
    findings.accept(finding);
  }

  void sawContainer(int ofPartitions) {
    containers++;
    partitions += ofPartitions;
  }

  void sawRecord() {
    records++;
  }

  void sawLogEntry() {
    logEntries++;
  }

  void sawIndexEntry() {
    indexEntries++;
  }

  Summary summary() {
    return new Summary(containers, partitions, records, logEntries, indexEntries, errors, warnings);
  }
}
