package dev.partita.mongo.command;

import dev.partita.bson.BsonBuilder;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import java.util.ArrayList;
import java.util.List;

/** The statements of a command that failed, each with its index. Confined to one thread. */
final class WriteErrors {

  private static final String OVERLOADED = "SystemOverloadedError";
  private static final String RETRYABLE = "RetryableError";
  private static final String RETRYABLE_WRITE = "RetryableWriteError";

  private record Entry(int index, CommandFailure failure) {}

  private final String namespace;
  private final List<Entry> entries = new ArrayList<>();

  WriteErrors(String namespace) {
    this.namespace = namespace;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  void add(int index, RuntimeException cause) {
    entries.add(new Entry(index, Failures.of(cause, namespace)));
  }

  /**
   * Writes them into a reply.
   *
   * @param changed how much the command did in spite of them
   * @throws CommandFailure if it did nothing and drivers may send it again by themselves
   */
  void write(Invocation call, long changed, BsonBuilder reply) {
    if (entries.isEmpty()) {
      return;
    }
    CommandFailure first = entries.getFirst().failure();
    boolean retryable =
        first.code() == MongoError.REQUEST_RATE_TOO_LARGE.code()
            || first.code() == MongoError.SHUTDOWN_IN_PROGRESS.code();
    if (changed == 0 && retryable) {
      throw first;
    }
    reply.startArray("writeErrors");
    for (Entry entry : entries) {
      reply
          .startDocument()
          .put("index", entry.index())
          .put("code", entry.failure().code())
          .put("errmsg", entry.failure().getMessage())
          .putAll(entry.failure().details())
          .end();
    }
    reply.end();
  }

  /** With the labels by which drivers back off and try again, if nothing has happened. */
  static CommandFailure labelled(CommandFailure failure, boolean numbered) {
    if (failure.code() != MongoError.REQUEST_RATE_TOO_LARGE.code()) {
      return failure;
    }
    return numbered
        ? failure.withLabels(OVERLOADED, RETRYABLE, RETRYABLE_WRITE)
        : failure.withLabels(OVERLOADED, RETRYABLE);
  }
}
