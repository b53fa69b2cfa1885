package dev.partita.telemetry;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
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
  private final @Nullable Consumer<JsonObject> sink;

  // Under its lock; the newest first.
  private final ArrayDeque<RequestEntry> entries = new ArrayDeque<>();

  /**
   * @param sampledEvery one in how many is chosen at random; 0 for none, not even failures
   * @param sink where they are written in addition, or null; must return at once
   */
  public RequestLog(int sampledEvery, @Nullable Consumer<JsonObject> sink) {
    this.sampledEvery = sampledEvery;
    this.sink = sink;
  }

  /** Whether a request with this outcome is to be added. */
  boolean wants(int status) {
    return sampledEvery > 0
        && (isFailure(status)
            || sampledEvery == 1
            || ThreadLocalRandom.current().nextInt(sampledEvery) == 0);
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
    if (sink != null) {
      sink.accept(entry.toJson());
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
        .put("requests", JsonArray.of(newest.stream().map(RequestEntry::toJson).toList()))
        .build();
  }
}
