package dev.partita.execution.access;

import dev.partita.document.StoredItem;
import dev.partita.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cursor that has the documents of the next items made on other threads, which is most of the
 * work of a long scan. Items are read by the thread that asks for them, in their order, and are
 * given in it, so nothing else depends on the threads. Not for use by several threads.
 */
public final class DocumentReadAhead implements ItemCursor {

  /** As many are read as they come: a short scan is over before others could help. */
  private static final int ITEMS_BEFORE = 256;

  private static final int ITEMS_PER_TASK = 128;
  private static final int TASKS = Math.min(8, Runtime.getRuntime().availableProcessors());

  private record Entry(byte[] key, StoredItem item) {}

  /** Items with their documents, which are on their way. */
  private record Task(List<Entry> entries, CompletableFuture<List<JsonObject>> documents) {}

  private final ItemCursor source;
  private final Function<StoredItem, JsonObject> reader;
  private final BooleanSupplier pays;
  private final Deque<Task> tasks = new ArrayDeque<>();
  private int read;

  /** The items at hand; null if the source stands on the current one. */
  private @Nullable Task current;

  private List<JsonObject> documents = List.of();
  private int at;

  /**
   * @param reader makes a document, on any thread
   * @param pays whether more items will be wanted, as far as one can tell by now
   */
  DocumentReadAhead(
      ItemCursor source, Function<StoredItem, JsonObject> reader, BooleanSupplier pays) {
    this.source = source;
    this.reader = reader;
    this.pays = pays;
  }

  @Override
  public boolean next() {
    if (current != null && ++at < current.entries.size()) {
      return true;
    }
    current = null;
    if (read >= ITEMS_BEFORE && pays.getAsBoolean()) {
      while (tasks.size() < TASKS && start()) {}
    }
    Task next = tasks.poll();
    if (next == null) {
      read++;
      return source.next();
    }
    documents = await(next.documents);
    current = next;
    at = 0;
    return true;
  }

  /** Reads some items and has their documents made; false if there are no more. */
  private boolean start() {
    List<Entry> entries = new ArrayList<>(ITEMS_PER_TASK);
    while (entries.size() < ITEMS_PER_TASK && source.next()) {
      entries.add(new Entry(source.key(), source.item()));
    }
    if (entries.isEmpty()) {
      return false;
    }
    CompletableFuture<List<JsonObject>> made = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () ->
                made.completeAsync(
                    () -> entries.stream().map(entry -> reader.apply(entry.item)).toList(),
                    Runnable::run));
    tasks.add(new Task(entries, made));
    return true;
  }

  private static List<JsonObject> await(CompletableFuture<List<JsonObject>> made) {
    try {
      return made.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  @Override
  public byte[] key() {
    return current == null ? source.key() : current.entries.get(at).key;
  }

  @Override
  public StoredItem item() {
    return current == null ? source.item() : current.entries.get(at).item;
  }

  @Override
  public @Nullable JsonObject document() {
    return current == null ? source.document() : documents.get(at);
  }

  /** Tasks that are under way read nothing any more and come to their end by themselves. */
  @Override
  public void close() {
    tasks.clear();
    source.close();
  }
}
