package dev.partita.telemetry;

import dev.partita.advice.LoggedRequest;
import dev.partita.advice.ValueHash;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The last of the requests that were chosen: of all requests one in so many, and each that failed.
 * Safe for any number of threads.
 */
public final class RequestLog {

  /** How many are kept. */
  public static final int KEPT = 1_000;

  private final int sampledEvery;
  private final @Nullable RequestStore store;
  private final ValueHash hash;
  private final DetailJson details;

  // Under its lock; the newest first.
  private final ArrayDeque<RequestEntry> entries = new ArrayDeque<>();

  /**
   * @param sampledEvery one in how many is chosen at random; 0 for none, not even failures
   * @param store where they are kept in addition, or null
   * @param hash for what is not to be read in it
   * @param hidden whether that includes keys and the values of filters
   */
  public RequestLog(
      int sampledEvery, @Nullable RequestStore store, ValueHash hash, boolean hidden) {
    this.sampledEvery = sampledEvery;
    this.store = store;
    this.hash = hash;
    this.details = new DetailJson(hash, hidden);
  }

  /** One in memory alone, which shows the keys. */
  public RequestLog(int sampledEvery) {
    this(sampledEvery, null, ValueHash.open(), false);
  }

  /**
   * How many requests one with this outcome stands for if it is added; 0 if it is not. All failures
   * are, so each of them stands for itself alone.
   */
  int weight(int status) {
    if (sampledEvery <= 1 || isFailure(status)) {
      return Math.min(sampledEvery, 1);
    }
    return ThreadLocalRandom.current().nextInt(sampledEvery) == 0 ? sampledEvery : 0;
  }

  /** By which ids and, maybe, other values are named in entries. */
  public ValueHash hash() {
    return hash;
  }

  DetailJson details() {
    return details;
  }

  /**
   * Reads the entries about a container that are kept, the oldest first, as they are replayed for
   * advice.
   */
  public void replay(String database, String container, Consumer<LoggedRequest> each) {
    EntryReader reader = new EntryReader(hash, database, container);
    Consumer<JsonObject> taken = entry -> reader.read(entry).ifPresent(each);
    String name = JsonString.of(container).toString();
    if (store == null || !store.read(line -> line.contains(name), taken)) {
      List<RequestEntry> kept;
      synchronized (entries) {
        kept = new ArrayList<>(entries);
      }
      kept.reversed().forEach(entry -> taken.accept(entry.toJson(details)));
    }
  }

  /** That something is not there, or there already, or has changed, is an answer like others. */
  private static boolean isFailure(int status) {
    return status >= 400 && status != 404 && status != 409 && status != 412;
  }

  void add(RequestEntry entry) {
    synchronized (entries) {
      if (entries.size() == KEPT) {
        entries.removeLast();
      }
      entries.addFirst(entry);
    }
    if (store != null) {
      store.add(entry.toJson(details));
    }
  }

  /** The newest, newest first. */
  public JsonObject list(int limit) {
    List<RequestEntry> newest = new ArrayList<>();
    synchronized (entries) {
      Iterator<RequestEntry> each = entries.iterator();
      while (each.hasNext() && newest.size() < limit) {
        newest.add(each.next());
      }
    }
    return JsonObject.builder()
        .put("sampledEvery", sampledEvery)
        .put("requests", JsonArray.of(newest.stream().map(entry -> entry.toJson(details)).toList()))
        .build();
  }
}
