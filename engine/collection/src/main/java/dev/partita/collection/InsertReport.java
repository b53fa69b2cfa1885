package dev.partita.collection;

import dev.partita.throughput.RequestCharge;
import java.util.List;

/**
 * What became of documents that were to be inserted. Immutable.
 *
 * @param errors in the order of the documents
 */
public record InsertReport(int inserted, List<Failed> errors, RequestCharge charge) {

  /** A document that was not inserted. */
  public record Failed(int index, RuntimeException cause) {}

  public InsertReport {
    errors = List.copyOf(errors);
  }
}
