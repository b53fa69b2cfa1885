package dev.partita.execution.run;

import static java.util.Objects.requireNonNull;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.document.StoredItem;
import dev.partita.execution.access.ItemCursor;
import dev.partita.execution.access.Morsels;
import dev.partita.execution.access.RecordCount;
import dev.partita.execution.access.TermCounts;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.CarriedState;
import dev.partita.execution.page.Digest;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.page.ReadSummary;
import dev.partita.execution.plan.Covering;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.index.IndexPath;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ExpressionCompiler.AggregateCall;
import dev.partita.query.evaluate.Row;
import dev.partita.query.function.Aggregate.Accumulator;
import dev.partita.query.reference.Clauses;
import dev.partita.query.reference.RowCursor;
import dev.partita.query.reference.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A page of the groups of all rows, or the one result of aggregates without groups. It reads all
 * rows, and the first page is charged for them. What it has no room for is left for the next. If
 * its time is up before it has seen all items, it gives nothing and leaves the groups so far.
 *
 * <p>If all groups fit on the first page, they are in the order of their first rows. Otherwise they
 * are in the order of their sort keys and of the digests of their keys: an order in which the next
 * page finds its place whatever was written meanwhile, and also if it is asked of a part of the
 * positions only, because a partition was split.
 */
public final class GroupedRun implements Run {

  /** The rows so far of one group. */
  record Group(
      GroupKey key,
      Hash128 digest,
      JsonValue[] sources,
      JsonValue[] sortKeys,
      Accumulator[] state) {}

  /** A group that gives a result. */
  private record Given(Group group, QueryResult result) {
    Bookmark.AfterGroup place() {
      return new Bookmark.AfterGroup(Arrays.asList(group.sortKeys), group.digest);
    }
  }

  private static final int[] DONE = {};
  private static final JsonNumber MINUS_ZERO = JsonNumber.of(-0.0);

  private final PageContext context;
  private final Clauses clauses;
  private final Row row;
  private final Bookmark.@Nullable AfterGroup from;
  private final Comparator<JsonValue[]> keyOrder;
  private final @Nullable Covering covering;

  /** Whether the groups are those of equal results, because of DISTINCT and nothing else. */
  private final boolean ofResults;

  private static final int MOVES_BETWEEN_CHECKS = 32;

  private boolean byIndex;
  private Map<GroupKey, Group> groups = new LinkedHashMap<>();

  /** What the page has no room for, or no time. */
  private @Nullable CarriedState rest;

  /** How far the rows have been put into groups, if the time was up before the end. */
  private Bookmark.@Nullable AtItem reached;

  /** How many groups are to be passed over, if the page before could not say which. */
  private long past;

  /**
   * @param from where the page before ended; null on the first page, and if that page had no room
   *     to say it
   * @param covering the path whose values are all that the query looks at, and indexed; null if
   *     there is none
   */
  GroupedRun(PageContext context, Bookmark.@Nullable AfterGroup from, @Nullable Covering covering) {
    this.context = context;
    context.watch.canStop();
    this.clauses = context.query.clauses();
    this.covering = covering;
    this.ofResults = !clauses.grouped();
    this.past =
        context.from instanceof Bookmark.AfterResults
            ? clauses.window().offset() + context.givenBefore
            : 0;
    this.row = context.query.compiled().newRow(context.loader.current(), context.execution);
    this.from = from;
    this.keyOrder = SortKey.order(clauses.order());
  }

  @Override
  public @Nullable JsonObject source() {
    return byIndex && covering != null ? Operators.indexScan(List.of(covering.path())) : null;
  }

  @Override
  public List<JsonObject> operators() {
    JsonObject group = Operators.named(ofResults ? "Distinct" : "Group");
    return List.of(
        byIndex && covering != null
            ? group.with("values", JsonString.of(covering.path().toString()))
            : group);
  }

  @Override
  public @Nullable Bookmark fill() {
    context.openAll();
    if (context.left() == 0) {
      return null;
    }
    if (context.from instanceof Bookmark.Unfinished) {
      PartialGroups found = unfinished();
      groups = found.take();
      context.watch.onKeptBytes(found.bytes());
      return visitItems(found.place()) ? give() : pause();
    }
    startGroups();
    if (covering != null && visitValues(covering)) {
      byIndex = true;
      return give();
    }
    groups.clear();
    startGroups();
    return visitItems(null) ? give() : pause();
  }

  private PartialGroups unfinished() {
    if (context.carried instanceof PartialGroups found) {
      return found;
    }
    throw DatabaseException.badRequest(
        "What the pages of this query have found so far is not kept any more. Start the query"
            + " again, and ask for each page within a minute.");
  }

  private Bookmark pause() {
    rest = new PartialGroups(groups, requireNonNull(reached), context.watch.keptBytes());
    return new Bookmark.Unfinished(ThreadLocalRandom.current().nextLong());
  }

  private void startGroups() {
    if (clauses.groupBy().isEmpty() && !ofResults) {
      groups.put(GroupKey.NONE, group(GroupKey.NONE, 0));
    }
  }

  /** Makes rows of what the index says; false if it does not say enough. */
  private boolean visitValues(Covering values) {
    Optional<List<Object>> zero = outcome(document(values.path(), JsonNumber.ZERO));
    if (zero.isEmpty() || !zero.equals(outcome(document(values.path(), MINUS_ZERO)))) {
      // The index has the two as one value.
      return false;
    }
    boolean othersMatter =
        values.mayMissOthers() && !outcome(JsonObject.EMPTY).equals(Optional.of(List.of()));
    List<TermCounts.Counted> found =
        new TermCounts(context.loader, context.fragments, context.watch, values)
            .all(othersMatter || !ofResults)
            .orElse(null);
    if (found == null) {
      return false;
    }
    long[] entries = new long[context.fragments.size()];
    for (TermCounts.Counted each : found) {
      Arrays.setAll(entries, i -> entries[i] + each.items()[i]);
      context.loader.pretend(document(values.path(), each.value()));
      visit(each.total());
    }
    if (othersMatter) {
      visitOthers(Arrays.stream(entries).sum());
    }
    if (context.isFirstPage()) {
      charge(found.size(), entries);
    }
    return true;
  }

  /**
   * What an item adds to the groups, whether or not there is one like it: the key of its group, and
   * what the aggregates are over; nothing if it is in no group. Empty if it would be an error.
   */
  private Optional<List<Object>> outcome(JsonObject document) {
    context.loader.pretend(document);
    List<Object> outcome = new ArrayList<>();
    try {
      GroupKey key = clauses.rows(row).next() ? key(row) : null;
      if (key != null) {
        outcome.add(key);
        clauses.aggregates().forEach(call -> outcome.add(call.argument().result(row)));
      }
    } catch (DatabaseException _) {
      return Optional.empty();
    }
    return Optional.of(outcome);
  }

  /** Makes rows of the items that have no value at the path, given how many have one. */
  private void visitOthers(long known) {
    long others = -known;
    for (ScanFragment fragment : context.fragments) {
      RecordCount all = RecordCount.in(fragment, context.loader, context.watch);
      others += all.items();
      if (context.isFirstPage()) {
        context.loader.onSearch(1, all.logicals(), 0, context.ledger, fragment);
      }
    }
    if (others > 0) {
      context.loader.pretend(JsonObject.EMPTY);
      visit(others);
    }
  }

  private void charge(int values, long[] entries) {
    for (int i = 0; i < entries.length; i++) {
      context.loader.onSearch(values, entries[i], 0, context.ledger, context.fragments.get(i));
    }
  }

  private static JsonObject document(IndexPath path, JsonValue value) {
    JsonValue inner = value;
    for (IndexPath.Step step : path.steps().reversed()) {
      inner = JsonObject.of(((IndexPath.Property) step).name(), inner);
    }
    return (JsonObject) inner;
  }

  /**
   * Takes in the items behind a place; false if the time was up before the last.
   *
   * @param from null for the beginning
   */
  private boolean visitItems(Bookmark.@Nullable AtItem from) {
    boolean beside = clauses.rowsAreItems() && context.query.shape().isRepeatable();
    for (ScanFragment fragment : context.fragments) {
      if (from != null && fragment.isBefore(from.key())) {
        continue;
      }
      Bookmark.AtItem behind = from == null || fragment.isBehind(from.key()) ? null : from;
      boolean toTheEnd =
          (beside && context.loader.isLongScan(fragment))
              ? visitTallies(fragment, behind)
              : visitItems(fragment, behind);
      if (!toTheEnd) {
        return false;
      }
    }
    return true;
  }

  private boolean visitItems(ScanFragment fragment, Bookmark.@Nullable AtItem from) {
    if (from != null && !from.isDone()) {
      StoredItem item = context.loader.find(from.key());
      if (item != null) {
        context.loader.load(item);
        if (!visit(from.key(), item.jsonBytes(), from.loops())) {
          return false;
        }
      }
    }
    byte[] after = from == null ? null : from.key();
    try (ItemCursor scan = context.loader.openAhead(fragment, after, context::filter, () -> true)) {
      while (scan.next()) {
        if (context.passesOver(scan, fragment)) {
          if (timeIsUp(requireNonNull(scan.passedOver()))) {
            return false;
          }
        } else {
          context.loader.load(scan);
          byte[] key = scan.key();
          if (!visit(key, scan.item().jsonBytes(), null)) {
            return false;
          }
          if (timeIsUp()) {
            reached = new Bookmark.AtItem(key, DONE);
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Takes in the items of a fragment, which other threads have put into groups. */
  private boolean visitTallies(ScanFragment fragment, Bookmark.@Nullable AtItem from) {
    byte[] after = from == null ? null : from.key();
    try (var tallies =
        new Morsels<>(context.loader, fragment, after, () -> new GroupTally(context, this::key))) {
      for (var tally = tallies.next(); tally != null; tally = tallies.next()) {
        context.watch.onItems(tally.items(), !context.chargesItems());
        if (context.chargesItems()) {
          context.loader.onRead(tally.items(), context.ledger, fragment);
          context.loader.onMatches(tally.matched());
        }
        tally.parts().forEach(this::addAll);
        if (tally.failure() != null) {
          throw tally.failure();
        }
        if (timeIsUp(tally.items())) {
          return false;
        }
      }
    }
    return true;
  }

  /** Where groups have been given already, a place cannot say that and how far the items are. */
  private boolean timeIsUp() {
    return context.chargesItems() && context.watch.pageTimeIsUp();
  }

  /** Whether the page must end behind some items. */
  private boolean timeIsUp(ReadSummary items) {
    if (items.count() == 0 || !timeIsUp()) {
      return false;
    }
    reached = new Bookmark.AtItem(context.loader.lastKey(items.within()), DONE);
    return true;
  }

  private void addAll(GroupKey key, GroupTally.Part part) {
    Group group =
        groups.computeIfAbsent(
            key, _ -> group(key, part.itemBytes(), part.sources(), part.sortKeys()));
    for (int i = 0; i < group.state.length; i++) {
      context.watch.onKept(group.state[i].addAll(part.state()[i]));
    }
  }

  /**
   * Takes in the rows of items that are like the current one.
   *
   * @param times how many items there are
   */
  private void visit(long times) {
    RowCursor rows = clauses.rows(row);
    boolean matched = false;
    while (rows.next()) {
      matched = onRow(matched, 0, times);
    }
  }

  /**
   * Takes in the rows of the current item; false if the time was up before the last.
   *
   * @param loops where the page before left the item; null if it did not get there
   */
  private boolean visit(byte[] key, int itemBytes, int @Nullable [] loops) {
    RowCursor rows = clauses.rows(row);
    boolean matched = loops != null;
    if (loops != null) {
      rows.resume(loops);
    }
    int movesLeft = MOVES_BETWEEN_CHECKS;
    for (RowCursor.Move move = rows.move(); move != RowCursor.Move.END; move = rows.move()) {
      if (move == RowCursor.Move.ROW) {
        matched = onRow(matched, itemBytes, 1);
      }
      if (--movesLeft == 0 || context.watch.timeWasUp()) {
        movesLeft = MOVES_BETWEEN_CHECKS;
        if (timeIsUp()) {
          reached = new Bookmark.AtItem(key, rows.place());
          return false;
        }
      }
    }
    return true;
  }

  private boolean onRow(boolean matched, int itemBytes, long times) {
    if (!matched && context.chargesItems()) {
      context.loader.onMatch();
    }
    GroupKey key = key(row);
    if (key != null) {
      row.work(1 + clauses.aggregates().size());
      add(groups.computeIfAbsent(key, _ -> group(key, itemBytes)), times);
    }
    return true;
  }

  /** The key of the group of a row; null if it is in none. On any thread, as the row is. */
  private @Nullable GroupKey key(Row any) {
    if (ofResults) {
      JsonValue result = clauses.selection().result(any);
      return result.isUndefined() ? null : new GroupKey(result);
    }
    JsonValue[] values = new JsonValue[clauses.groupBy().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = clauses.groupBy().get(i).value(any);
    }
    return new GroupKey(values);
  }

  /** The group that the current row is the first of. */
  private Group group(GroupKey key, int itemBytes) {
    // Other threads may do this more often.
    long before = context.watch.work();
    JsonValue[] sortKeys = SortKey.values(clauses.order(), row);
    context.watch.forgetWork(before);
    return group(key, itemBytes, clauses.sources(row), sortKeys);
  }

  private Group group(GroupKey key, int itemBytes, JsonValue[] sources, JsonValue[] sortKeys) {
    context.watch.onKept(2 * key.values().size() + clauses.aggregates().size() + 2);
    context.watch.onKeptBytes(3L * itemBytes);
    return new Group(
        key,
        Digest.of(key.values()),
        sources,
        sortKeys,
        clauses.aggregates().stream()
            .map(call -> call.aggregate().start())
            .toArray(Accumulator[]::new));
  }

  private void add(Group group, long times) {
    for (int i = 0; i < group.state.length; i++) {
      JsonValue value = clauses.aggregates().get(i).argument().result(row);
      if (!value.isUndefined()) {
        context.watch.onKept(
            times == 1 ? group.state[i].add(value) : group.state[i].add(value, times));
      }
    }
  }

  private @Nullable Bookmark give() {
    List<Group> ordered = new ArrayList<>(groups.values());
    if (!clauses.order().isEmpty()) {
      ordered.sort(Comparator.comparing(Group::sortKeys, keyOrder));
    }
    if (context.chargesItems()) {
      // No page has given any of them.
      List<Given> all = results(ordered);
      if (fitOnPage(all)) {
        giveAll(all);
        return null;
      }
    }
    ordered.sort(
        Comparator.comparing(Group::sortKeys, keyOrder).thenComparing(Group::digest, Digest.ORDER));
    List<PendingGroups.Entry> found = new ArrayList<>();
    for (Given given : results(ordered)) {
      if (!isPast(given.group)) {
        found.add(new PendingGroups.Entry(given.place(), given.result));
      }
    }
    PendingGroups.Given given = new PendingGroups(found).giveTo(context, from);
    rest = given.rest();
    return given.end();
  }

  @Override
  public @Nullable CarriedState carriedOver() {
    return rest;
  }

  /** Whether the pages before have given a group or passed over it. */
  private boolean isPast(Group group) {
    if (past > 0) {
      past--;
      return true;
    }
    return from != null && compare(group, from) <= 0;
  }

  /** The results of groups in their order, each once if the query says DISTINCT. */
  private List<Given> results(List<Group> ordered) {
    List<Given> results = new ArrayList<>();
    Set<JsonValue> seen = new HashSet<>();
    for (Group group : ordered) {
      JsonValue value = result(group);
      if (!value.isUndefined() && (!clauses.distinct() || seen.add(value))) {
        results.add(new Given(group, context.loader.result(value)));
      }
    }
    return results;
  }

  private JsonValue result(Group group) {
    if (ofResults) {
      return group.key.first();
    }
    clauses.restore(group.sources, row);
    List<AggregateCall> aggregates = clauses.aggregates();
    for (int i = 0; i < group.state.length; i++) {
      row.set(aggregates.get(i).slot(), group.state[i].result());
    }
    return clauses.selection().result(row);
  }

  private boolean fitOnPage(List<Given> all) {
    long skipped = Math.min(all.size(), context.toSkip());
    long wanted = Math.min(all.size() - skipped, context.left());
    long bytes =
        all.stream().skip(skipped).limit(wanted).mapToLong(g -> g.result.json().length).sum();
    return wanted <= 1 || (wanted <= context.page.maxItems() && bytes <= context.page.maxBytes());
  }

  private void giveAll(List<Given> all) {
    for (Given given : all) {
      if (context.left() > 0 && !context.skips()) {
        context.give(given.result, context.fragments.getFirst());
      }
    }
  }

  private int compare(Group group, Bookmark.AfterGroup place) {
    int byKeys = keyOrder.compare(group.sortKeys, place.sortKeys().toArray(JsonValue[]::new));
    return byKeys != 0 ? byKeys : Digest.ORDER.compare(group.digest, place.digest());
  }
}
