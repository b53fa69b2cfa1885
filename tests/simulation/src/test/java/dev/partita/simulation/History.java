package dev.partita.simulation;

import dev.partita.base.error.ErrorCode;
import dev.partita.testkit.LinearizabilityChecker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What clients asked for and what they were told, by the partition keys of containers. */
final class History {

  /** A partition key of a container. */
  record Target(int container, String key) implements Comparable<Target> {
    @Override
    public int compareTo(Target other) {
      int byContainer = Integer.compare(container, other.container);
      return byContainer != 0 ? byContainer : key.compareTo(other.key);
    }
  }

  /** One request, from when it was sent. */
  final class Request {

    private final Target target;
    private final Action action;
    private final long called;
    private final long lsnSeen;

    private Request(Target target, Action action) {
      this.target = target;
      this.action = action;
      this.called = now++;
      this.lsnSeen = lsns.getOrDefault(target, 0L);
      trace.add("ask " + target + " " + action);
    }

    Target target() {
      return target;
    }

    /**
     * Notes the answer.
     *
     * @param lsn that the client was told with it
     */
    void answered(Operation.Result result, long lsn) {
      boolean writes = result instanceof Operation.Written;
      SimulationFailure.require(
          lsn > lsnSeen || (lsn == lsnSeen && !writes),
          "The LSN of %s has gone from %d to %d: %s",
          target,
          lsnSeen,
          lsn,
          action);
      lsns.merge(target, lsn, Math::max);
      if (action instanceof Action.Write write && writes) {
        noteVersions(write, lsn);
      }
      add(result, now++);
    }

    /** Notes what a read found that was told no LSN. */
    void found(Operation.Found result) {
      add(result, now++);
    }

    /** Notes that it did not happen, because of a step. */
    void refused(int step, ErrorCode reason) {
      add(new Operation.Refused(step, reason), now++);
    }

    /** Notes that it did not happen, and that its answer says nothing about the items. */
    void withdrawn(String why) {
      trace.add("not done " + target + " " + action + ": " + why);
      if (action instanceof Action.Write write) {
        write.steps().forEach(step -> withdrawn.add(number(step)));
      }
    }

    /** Notes that nobody knows whether it happened. */
    void lost(String why) {
      trace.add("unknown " + target + " " + action + ": " + why);
      if (action instanceof Action.Write) {
        add(new Operation.Unknown(), LinearizabilityChecker.NEVER);
      }
    }

    /** What a batch writes over itself need not be seen by anybody. */
    private void noteVersions(Action.Write write, long lsn) {
      Map<String, Long> last = new TreeMap<>();
      write.steps().forEach(step -> last.put(step.id(), number(step)));
      last.values().stream()
          .filter(version -> version != Action.ANY)
          .forEach(
              version -> {
                acknowledged.put(version, lsn);
                versions.computeIfAbsent(target.container(), _ -> new ArrayList<>()).add(version);
              });
    }

    private void add(Operation.Result result, long answered) {
      trace.add("told " + target + " " + action + " " + result);
      events
          .computeIfAbsent(target, _ -> new ArrayList<>())
          .add(new LinearizabilityChecker.Event<>(called, answered, new Operation(action, result)));
    }
  }

  private final Trace trace;
  private final Map<Target, List<LinearizabilityChecker.Event<Operation>>> events = new TreeMap<>();
  private final Map<Target, Long> lsns = new HashMap<>();
  private final Map<Long, Long> acknowledged = new TreeMap<>();
  private final Map<Integer, List<Long>> versions = new TreeMap<>();
  private final Set<Long> withdrawn = new HashSet<>();
  private final Map<String, String> etags = new HashMap<>();
  private long now;

  History(Trace trace) {
    this.trace = trace;
  }

  Request ask(Target target, Action action) {
    return new Request(target, action);
  }

  /** Notes that a version of an item was seen with its tag, which no other ever has. */
  void saw(Target target, String id, long version, String etag) {
    String seen = target + "/" + id + " " + version;
    String before = etags.putIfAbsent(etag, seen);
    SimulationFailure.require(
        before == null || before.equals(seen),
        "The ETag %s of %s is that of %s",
        etag,
        before,
        seen);
  }

  /** The LSNs of the versions that were acknowledged. */
  Map<Long, Long> acknowledged() {
    return acknowledged;
  }

  /** The versions of items of a container that were acknowledged. */
  List<Long> versionsOf(int container) {
    return versions.getOrDefault(container, List.of());
  }

  /** Whether it is certain that a version was never written. */
  boolean isWithdrawn(long version) {
    return withdrawn.contains(version);
  }

  /** Requires that every partition key has an order that explains all results. */
  void requireLinearizable() {
    events.forEach(
        (target, history) -> {
          String problem =
              new LinearizabilityChecker<>(new LogicalPartitionModel(), LogicalPartitionModel.EMPTY)
                  .problem(history);
          if (problem != null) {
            throw new SimulationFailure(target + ": " + problem);
          }
        });
  }

  private static long number(Action.Step step) {
    return switch (step) {
      case Action.Create create -> create.version();
      case Action.Upsert upsert -> upsert.version();
      case Action.Replace replace -> replace.version();
      case Action.Patch patch -> patch.version();
      case Action.Delete _ -> Action.ANY;
    };
  }
}
