package dev.partita.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for an order of operations in which each would have had, one at a time, the result
 * that it had, and which agrees with the times at which they were asked for and answered: Wing's
 * and Gong's, with Lowe's memory of what was tried. On one thread.
 *
 * @param <S> states, which are values
 * @param <O> operations with their results
 */
public final class LinearizabilityChecker<S, O> {

  /** When an operation was answered of which nobody knows whether it happened. */
  public static final long NEVER = Long.MAX_VALUE;

  /** A search that takes more states than this is given up, and says so. */
  private static final int STATES_MAX = 2_000_000;

  /** What operations do, and which results are possible. */
  public interface Specification<S, O> {

    /** The state after an operation; null if it cannot have had its result in the state before. */
    @Nullable S apply(S before, O operation);
  }

  /**
   * @param called when it was asked for; no two moments are the same
   * @param answered when its result was known, or {@link #NEVER}: then it may have happened at any
   *     time since, or not at all
   */
  public record Event<O>(long called, long answered, O operation) {

    public boolean isAnswered() {
      return answered != NEVER;
    }
  }

  /** What an order begins with: which events are in it, and the state that they lead to. */
  private record Prefix<S>(Reached<S> reached, BitSet unanswered) {

    boolean has(int event) {
      return reached.answered.get(event) || unanswered.get(event);
    }

    int length() {
      return reached.answered.cardinality() + unanswered.cardinality();
    }
  }

  /**
   * What counts of a beginning, but for what it has needed of the events that were not answered.
   */
  private record Reached<S>(BitSet answered, S state) {}

  /**
   * The beginnings that were found. One that reaches the same as another, and needs for it what the
   * other needs and more, explains nothing that the other does not, and is passed over. To find
   * out, it is compared with the first that were found, which need the least as a rule.
   */
  private static final class Found<S> {

    private static final int COMPARED = 16;

    private final Map<Reached<S>, List<BitSet>> least = new HashMap<>();
    private final Set<Prefix<S>> all = new HashSet<>();

    boolean add(Prefix<S> prefix) {
      List<BitSet> others = least.computeIfAbsent(prefix.reached(), _ -> new ArrayList<>(1));
      for (BitSet other : others) {
        if (isWithin(other, prefix.unanswered())) {
          return false;
        }
      }
      if (others.size() < COMPARED) {
        others.add(prefix.unanswered());
      }
      return all.add(prefix);
    }

    int size() {
      return all.size();
    }

    private static boolean isWithin(BitSet part, BitSet whole) {
      BitSet beyond = (BitSet) part.clone();
      beyond.andNot(whole);
      return beyond.isEmpty();
    }
  }

  private final Specification<S, O> specification;
  private final S initial;
  private @Nullable Prefix<S> longest;

  public LinearizabilityChecker(Specification<S, O> specification, S initial) {
    this.specification = specification;
    this.initial = initial;
  }

  /** What is wrong with a history; null if it has an order. */
  public @Nullable String problem(List<Event<O>> history) {
    List<Event<O>> events = new ArrayList<>(history);
    events.sort(Comparator.comparingLong(Event::called));
    Deque<Prefix<S>> open = new ArrayDeque<>();
    Found<S> known = new Found<>();
    Prefix<S> empty = new Prefix<>(new Reached<>(new BitSet(), initial), new BitSet());
    longest = empty;
    open.push(empty);
    known.add(empty);
    while (!open.isEmpty()) {
      Prefix<S> prefix = open.pop();
      if (isWhole(prefix, events)) {
        return null;
      }
      if (known.size() > STATES_MAX) {
        return "The history is too long to be checked: " + events.size() + " events.";
      }
      if (prefix.length() > longest.length()) {
        longest = prefix;
      }
      // What was asked for first is tried first, and last what perhaps never happened: mostly it is
      // not needed to explain the others, and each such event doubles what there is to try.
      extend(prefix, events, false).reversed().stream().filter(known::add).forEach(open::push);
      extend(prefix, events, true).reversed().stream().filter(known::add).forEach(open::push);
    }
    return report(events);
  }

  private boolean isWhole(Prefix<S> prefix, List<Event<O>> events) {
    for (int i = prefix.reached().answered().nextClearBit(0);
        i < events.size();
        i = prefix.reached().answered().nextClearBit(i + 1)) {
      if (events.get(i).isAnswered()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The prefixes with one more event: any that was asked for before one left out was answered.
   *
   * @param answered whether that is one which was answered
   */
  private List<Prefix<S>> extend(Prefix<S> prefix, List<Event<O>> events, boolean answered) {
    List<Prefix<S>> longer = new ArrayList<>();
    S state = prefix.reached().state();
    long firstAnswer = NEVER;
    for (int i = 0; i < events.size(); i++) {
      if (prefix.has(i)) {
        continue;
      }
      Event<O> event = events.get(i);
      if (event.called() > firstAnswer) {
        break;
      }
      firstAnswer = Math.min(firstAnswer, event.answered());
      if (event.isAnswered() != answered) {
        continue;
      }
      S after = specification.apply(state, event.operation());
      if (after != null && answered) {
        longer.add(
            new Prefix<>(
                new Reached<>(with(prefix.reached().answered(), i), after), prefix.unanswered()));
      } else if (after != null && !after.equals(state)) {
        // What is not known to have happened, and would change nothing, need not be tried.
        longer.add(
            new Prefix<>(
                new Reached<>(prefix.reached().answered(), after), with(prefix.unanswered(), i)));
      }
    }
    return longer;
  }

  private static BitSet with(BitSet events, int event) {
    BitSet with = (BitSet) events.clone();
    with.set(event);
    return with;
  }

  private String report(List<Event<O>> events) {
    Prefix<S> reached = longest;
    if (reached == null) {
      throw new IllegalStateException("Nothing was searched.");
    }
    StringBuilder report = new StringBuilder("No order explains the history. One leads to ");
    report.append(reached.reached().state()).append(", where none of these can come next:");
    long firstAnswer = NEVER;
    for (int i = 0; i < events.size(); i++) {
      Event<O> event = events.get(i);
      if (!reached.has(i) && event.called() < firstAnswer) {
        firstAnswer = Math.min(firstAnswer, event.answered());
        report.append("\n  ").append(event);
      }
    }
    report.append("\nafter");
    for (int i = 0; i < events.size(); i++) {
      if (reached.has(i) && events.get(i).answered() > firstAnswer - 300) {
        report.append("\n  ").append(events.get(i));
      }
    }
    return report.toString();
  }
}
