package dev.partita.benchmarks.nodes;

import java.util.concurrent.CompletableFuture;

/** What sends back what it is sent, over a connection. Safe for any number of threads. */
public interface Echo extends AutoCloseable {

  CompletableFuture<byte[]> ask(byte[] request);

  @Override
  void close();
}
