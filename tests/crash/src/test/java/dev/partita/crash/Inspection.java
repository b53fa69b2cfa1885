package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ChangeFeed;
import dev.partita.document.FeedChange;
import dev.partita.document.FeedMode;
import dev.partita.document.FeedPage;
import dev.partita.document.FeedStart;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.document.check.DataCheck;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.partition.LogicalKey;
import dev.partita.server.StoredModels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Comparison of the folder that a process left with the expected state. */
final class Inspection {

  private final World world;
  private final FastClock clock;
  private final Model model;

  private Inspection(World world, FastClock clock, Model model) {
    this.world = world;
    this.clock = clock;
    this.model = model;
  }

  /**
   * Checks the folder, opens it, and compares everything. Operations that were under way are
   * settled in the model by their outcome.
   *
   * @param then runs on the open engine at the end
   */
  static void run(Path folder, FastClock clock, Model model, Consumer<World> then) {
    requireSound(folder);
    try (World world = World.open(folder, clock, 0, _ -> {})) {
      Inspection inspection = new Inspection(world, clock, model);
      model.takeUnanswered().forEach(inspection::settle);
      World.CONTAINERS.forEach(inspection::compareItems);
      World.CONTAINERS.forEach(inspection::compareLatestVersions);
      inspection.compareAllVersions();
      inspection.compareContainers();
      then.accept(world);
    }
    requireSound(folder);
  }

  private static void requireSound(Path folder) {
    List<Finding> findings = new ArrayList<>();
    DataCheck.folder(folder, StoredModels.ALL, findings::add, Progress.NONE);
    assertThat(findings).isEmpty();
  }

  private void settle(WorkloadOperation operation) {
    switch (operation) {
      case WorkloadOperation.Write write -> settle(write);
      case WorkloadOperation.CreateContainer(String name) -> {
        if (world.has(name)) {
          model.containers().add(name);
        }
      }
      case WorkloadOperation.DeleteContainer(String name) -> {
        if (!world.has(name)) {
          model.containers().remove(name);
        }
      }
    }
  }

  /** Checks that it happened as a whole or not at all. */
  private void settle(WorkloadOperation.Write write) {
    boolean possible = !Model.isPredictable(write) || model.succeeds(write);
    List<WorkloadOperation.Step> done = new ArrayList<>();
    long seconds = 0;
    for (WorkloadOperation.Step step : write.steps()) {
      Model.ItemName name = Model.name(write, step);
      StoredItem item = read(name);
      if (isAfter(step, name, item)) {
        done.add(step);
      } else {
        requireAsKnown(name, item);
      }
      seconds = item == null ? seconds : item.seconds();
    }
    if (!Model.isPredictable(write)) {
      settleUnpredictable(write, done, seconds);
      return;
    }
    assertThat(done.size()).as("steps done of %s", write).isIn(0, write.steps().size());
    if (!done.isEmpty()) {
      assertThat(possible).as("possible: %s", write).isTrue();
      model.apply(write, seconds);
    }
  }

  /** Where items expire, a missing item may have been deleted or may have expired. */
  private void settleUnpredictable(
      WorkloadOperation.Write write, List<WorkloadOperation.Step> done, long seconds) {
    boolean put = done.stream().anyMatch(step -> step.verb().puts());
    boolean missing =
        write.steps().stream().anyMatch(step -> step.verb().puts() && !done.contains(step));
    if (write.steps().size() > 1) {
      assertThat(put && missing).as("half done: %s", write).isFalse();
    }
    for (WorkloadOperation.Step step : done) {
      model.set(Model.name(write, step), Model.after(step, seconds));
    }
  }

  /** Whether the item is in the state after the step, and could not be so before. */
  private boolean isAfter(
      WorkloadOperation.Step step, Model.ItemName name, @Nullable StoredItem item) {
    if (item != null) {
      return step.verb().puts() && step.version().equals(version(item));
    }
    Model.Version known = model.item(name);
    boolean wasThere = known != null && !known.isExpired(clock.millis());
    return wasThere && (!step.verb().puts() || step.ttlSeconds() > 0);
  }

  private void compareItems(String container) {
    model.items(container).keySet().forEach(name -> requireAsKnown(name, read(name)));
  }

  /** Checks that the item has the version that was acknowledged last. */
  private void requireAsKnown(Model.ItemName name, @Nullable StoredItem item) {
    Model.Version known = model.item(name);
    // Read the clock after the item: what has not expired now had not expired then.
    boolean mayBeGone = known == null || known.isExpired(clock.millis());
    if (item == null) {
      assertThat(mayBeGone).as("gone: %s, known as %s", name, known).isTrue();
    } else {
      assertThat(known).as("came from nowhere: %s as %s", name, version(item)).isNotNull();
      assertThat(version(item)).as("%s", name).isEqualTo(Objects.requireNonNull(known).version());
    }
    requireOneOwner(name);
  }

  private void requireOneOwner(Model.ItemName name) {
    Container container = world.container(name.container());
    LogicalKey key = container.definition().scheme().logicalKey(PartitionKey.of(name.pk()));
    assertThat(
            container.partitions().stream()
                .map(OwnedPartition::partition)
                .filter(owner -> owner.descriptor().positions().contains(key.position())))
        .as("owners of %s", name)
        .hasSize(1);
  }

  /** The change feed must have every existing item once. */
  private void compareLatestVersions(String container) {
    Map<Model.ItemName, String> found = new HashMap<>();
    for (FeedChange change : feed(container, FeedMode.LATEST_VERSION)) {
      String before = found.put(name(container, change), version(change.current().orElseThrow()));
      assertThat(before).as("twice in the feed: %s", change).isNull();
    }
    Map<Model.ItemName, String> expected = new HashMap<>();
    long nowMillis = clock.millis();
    model
        .items(container)
        .forEach(
            (name, known) -> {
              if (found.containsKey(name) || !known.isExpired(nowMillis)) {
                expected.put(name, known.version());
              }
            });
    assertThat(found).isEqualTo(expected);
  }

  /** The change feed must have every acknowledged change, once and in order. */
  private void compareAllVersions() {
    Map<Model.ItemName, List<String>> found = new HashMap<>();
    Map<Model.ItemName, Long> lsns = new HashMap<>();
    for (FeedChange change : feed(World.HISTORY, FeedMode.ALL_VERSIONS)) {
      Model.ItemName name = name(World.HISTORY, change);
      String text = change.kind() + change.current().map(item -> " " + version(item)).orElse("");
      found.computeIfAbsent(name, _ -> new ArrayList<>()).add(text);
      Long before = lsns.put(name, change.current().isPresent() ? change.lsn() : 0);
      assertThat(change.previousLsn())
          .as("before %s", change)
          .isEqualTo(before == null ? 0 : before.longValue());
    }
    assertThat(found).isEqualTo(model.changes(World.HISTORY));
  }

  private void compareContainers() {
    for (String name : model.containers()) {
      assertThat(world.has(name)).as("container %s", name).isTrue();
    }
    assertThat(
            world.engine().catalogue().containers().stream()
                .map(record -> record.name())
                .filter(name -> !World.CONTAINERS.contains(name)))
        .containsExactlyInAnyOrderElementsOf(model.containers());
  }

  private List<FeedChange> feed(String container, FeedMode mode) {
    ChangeFeed feed = world.documents().changeFeed(world.container(container));
    List<FeedChange> changes = new ArrayList<>();
    FeedPage page = feed.read(feed.start(KeyRange.ALL, new FeedStart.Beginning()), mode, 100);
    while (!page.caughtUp()) {
      changes.addAll(page.changes());
      page = feed.read(page.next(), mode, 100);
    }
    return changes;
  }

  private @Nullable StoredItem read(Model.ItemName name) {
    Items items = world.items(name.container());
    try {
      return items.read(PartitionKey.of(name.pk()), name.id()).requireItem();
    } catch (DatabaseException e) {
      assertThat(e.code()).as("%s", name).isEqualTo(ErrorCode.NOT_FOUND);
      return null;
    }
  }

  private static Model.ItemName name(String container, FeedChange change) {
    JsonString pk = (JsonString) change.partitionKey().components().getFirst();
    return new Model.ItemName(container, pk.value(), change.id());
  }

  private static String version(StoredItem item) {
    JsonObject document = item.document();
    return document.at("v") instanceof JsonString(String version) ? version : "none";
  }
}
