package dev.partita.benchmarks.sql;

import java.io.IOException;

/** A database with documents in it, in processes of its own. For one thread; clients are not. */
public interface SqlServer extends AutoCloseable {

  /** A connection, on which one query runs at a time. */
  interface Client extends AutoCloseable {

    /**
     * Runs a query to its last row.
     *
     * @param number which values it asks for; the same for both databases
     * @return how many rows there were
     */
    long run(SqlQuery query, long number) throws IOException;

    @Override
    void close() throws IOException;
  }

  String name();

  Client connect() throws IOException;

  /** Stores the documents from one number to another, and has all indexes complete. */
  void store(long from, long to) throws IOException;

  /** The processor time of all processes of the database so far. */
  long cpuNanos() throws IOException;

  @Override
  void close() throws IOException;
}
