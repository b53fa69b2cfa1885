package dev.partita.simulation;

import dev.partita.container.Container;
import dev.partita.document.ChangeFeed;
import dev.partita.document.FeedChange;
import dev.partita.document.FeedMode;
import dev.partita.document.FeedPage;
import dev.partita.document.FeedStart;
import dev.partita.document.FeedToken;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One that follows the changes of a container from the beginning, and remembers tokens on the way:
 * from each of them the rest must be there, whatever has happened since.
 */
final class FeedFollower {

  /**
   * A change as it was shown.
   *
   * @param version 0 for a delete
   */
  record Shown(String key, String id, long lsn, long version) {
    String item() {
      return key + "/" + id;
    }
  }

  /** A token, and how much was shown before it. */
  private record Checkpoint(String token, int shown) {}

  private static final int CHECKPOINTS_MAX = 6;

  private final int container;
  private final FeedMode mode;
  private final List<Shown> shown = new ArrayList<>();
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private @Nullable String token;

  FeedFollower(int container, FeedMode mode) {
    this.container = container;
    this.mode = mode;
  }

  int container() {
    return container;
  }

  /** Reads a page; the token is kept as text, as clients keep it. */
  boolean follow(ServingEngine engine, Random random) {
    String from = token;
    Read read = read(engine, from, 1 + random.nextInt(5));
    // Another thread may have gone on from the same token while this one waited.
    if (!Objects.equals(from, token)) {
      return false;
    }
    shown.addAll(read.shown());
    token = read.next();
    if (checkpoints.size() < CHECKPOINTS_MAX && random.nextInt(4) == 0) {
      checkpoints.add(new Checkpoint(read.next(), shown.size()));
    }
    return read.caughtUp();
  }

  private record Read(List<Shown> shown, String next, boolean caughtUp) {}

  private Read read(ServingEngine engine, @Nullable String from, int most) {
    Container opened = engine.container(container);
    ChangeFeed feed = engine.documents().changeFeed(opened);
    FeedToken start =
        from == null
            ? feed.start(opened.map().axis(), new FeedStart.Beginning())
            : FeedToken.decode(from);
    FeedPage page = feed.read(start, mode, most);
    return new Read(
        page.changes().stream().map(FeedFollower::shown).toList(),
        page.next().encode(),
        page.caughtUp());
  }

  private static Shown shown(FeedChange change) {
    Optional<StoredItem> current = change.current();
    String key =
        change.partitionKey().components().getFirst() instanceof JsonString(String value)
            ? value
            : "";
    return new Shown(
        key,
        change.id(),
        change.lsn(),
        current.map(item -> Clients.version(item.document())).orElse(0L));
  }

  private List<Shown> readAll(ServingEngine engine, @Nullable String from) {
    List<Shown> all = new ArrayList<>();
    String next = from;
    while (true) {
      Read read = read(engine, next, 7);
      all.addAll(read.shown());
      next = read.next();
      if (read.caughtUp()) {
        return all;
      }
    }
  }

  /**
   * Requires that the feed is complete and in order from every token, while nothing is written.
   *
   * @param live the versions of all items, by partition key and id
   */
  void requireComplete(ServingEngine engine, Map<String, Long> live, History history) {
    List<Shown> whole = readAll(engine, null);
    requireOrder(whole);
    if (mode == FeedMode.ALL_VERSIONS) {
      requireAcknowledged(whole, history);
    }
    List<Checkpoint> from = new ArrayList<>(checkpoints);
    if (token != null) {
      from.add(new Checkpoint(token, shown.size()));
    }
    for (Checkpoint checkpoint : from) {
      List<Shown> path = new ArrayList<>(shown.subList(0, checkpoint.shown()));
      path.addAll(readAll(engine, checkpoint.token()));
      requireOrder(path);
      Map<String, Shown> last = new HashMap<>();
      path.forEach(change -> last.put(change.item(), change));
      live.forEach(
          (item, version) -> {
            Shown change = last.get(item);
            if (change == null || change.version() != version) {
              throw new SimulationFailure(
                  "The feed of %d from %s ends for %s with %s, not with version %d: %s of the whole %s"
                      .formatted(
                          container,
                          checkpoint,
                          item,
                          String.valueOf(change),
                          version,
                          path,
                          whole));
            }
          });
      if (mode == FeedMode.ALL_VERSIONS) {
        SimulationFailure.require(
            byItem(path).equals(byItem(whole)),
            "The feed of %d from %s and what came before it are not the whole feed:%n%s%n%s",
            container,
            checkpoint,
            byItem(path),
            byItem(whole));
      }
    }
  }

  private static Map<String, List<Shown>> byItem(List<Shown> changes) {
    Map<String, List<Shown>> byItem = new TreeMap<>();
    changes.forEach(
        change -> byItem.computeIfAbsent(change.item(), _ -> new ArrayList<>()).add(change));
    return byItem;
  }

  private void requireOrder(List<Shown> changes) {
    Map<String, Long> last = new HashMap<>();
    for (Shown change : changes) {
      // Within one transaction an item may change several times.
      Long before = last.put(change.key(), change.lsn());
      SimulationFailure.require(
          before == null || before <= change.lsn(),
          "The feed of %d shows %s after LSN %d: %s",
          container,
          change,
          before,
          changes);
    }
  }

  private void requireAcknowledged(List<Shown> whole, History history) {
    Set<Long> versions = new HashSet<>();
    for (Shown change : whole) {
      if (change.version() == 0) {
        continue;
      }
      SimulationFailure.require(
          versions.add(change.version()), "The feed of %d shows twice: %s", container, change);
      SimulationFailure.require(
          !history.isWithdrawn(change.version()),
          "The feed of %d shows what certainly was not written: %s",
          container,
          change);
      Long lsn = history.acknowledged().get(change.version());
      if (lsn != null && lsn != change.lsn()) {
        throw new SimulationFailure(
            "The feed of %d shows %s, which was acknowledged with LSN %d"
                .formatted(container, change, lsn));
      }
    }
    history
        .versionsOf(container)
        .forEach(
            version ->
                SimulationFailure.require(
                    versions.contains(version),
                    "The feed of %d lacks version %d, which was acknowledged",
                    container,
                    version));
  }
}
