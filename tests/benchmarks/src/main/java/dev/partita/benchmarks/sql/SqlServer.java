package dev.partita.benchmarks.sql;

import java.io.IOException;

/**
 * Database with documents, in processes of its own. Not for use by several threads, except for its
 * clients.
 */
public interface SqlServer extends AutoCloseable {

  /** Connection, for one query at a time. */
  interface Client extends AutoCloseable {

    /**
     * Runs a query and reads its last row.
     *
     * @param number selects the parameters; the same for both databases
     * @return the number of rows
     */
    long run(SqlQuery query, long number) throws IOException;

    @Override
    void close() throws IOException;
  }

  String name();

  Client connect() throws IOException;

  /** Stores the documents of a range of numbers, and waits for the indexes. */
  void store(long from, long to) throws IOException;

  /** Processor time of all processes of the database so far. */
  long cpuNanos() throws IOException;

  @Override
  void close() throws IOException;
}
