package dev.partita.execution.run;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.execution.access.CandidateSearch;
import dev.partita.execution.access.Candidates;
import dev.partita.execution.access.ItemAccess;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.plan.Covering;
import dev.partita.execution.plan.IdTargets;
import dev.partita.execution.plan.IndexAdvice;
import dev.partita.execution.plan.IndexCondition;
import dev.partita.execution.plan.IndexOrder;
import dev.partita.execution.plan.IndexOrders;
import dev.partita.execution.plan.IndexSelection;
import dev.partita.execution.plan.IndexUtilization;
import dev.partita.execution.plan.ItemSelection;
import dev.partita.execution.plan.NeededProperties;
import dev.partita.execution.plan.Ordering;
import dev.partita.execution.plan.PreparedQuery;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.execution.plan.SqlPredicate;
import dev.partita.index.IndexPath;
import dev.partita.index.IndexReader;
import dev.partita.index.Indexes;
import dev.partita.index.IndexingPolicy;
import dev.partita.plan.Predicate;
import dev.partita.query.spatial.Geospatial;
import dev.partita.query.syntax.Query;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The choice of the run that computes a page. Every page chooses anew: its bookmark is a key or a
 * value and does not depend on the run of the page before. For one page, on one thread.
 */
public final class Planner {

  /** To read this part of the items one by one is still better than to read all in a row. */
  private static final int LISTED_PART = 4;

  private static final int SPARSE_PART = 16;

  /** How many keys of items are listed at most, however many items there are. */
  private static final int LISTED_MOST = 100_000;

  private static final Set<String> ID = Set.of("id");

  private final PageContext context;
  private final QueryRequest request;
  private final Clock clock;
  private final Indexes indexes;
  private final SqlPredicate filter;
  private @Nullable Predicate predicate;
  private @Nullable IndexCondition condition;

  /** Whether the filter lets through what a search has found, all of it. */
  private boolean foundExactly;

  public Planner(PageContext context, QueryRequest request, Clock clock) {
    this.context = context;
    this.request = request;
    this.clock = clock;
    this.indexes = context.loader.indexes();
    this.filter = SqlPredicate.of(context.query.query(), request.parameters(), request.traits());
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the page before chose an order that is not known any
   *     more; THROTTLED
   */
  public Run run() {
    PreparedQuery query = context.query;
    long givenOrder = context.from instanceof Bookmark.AfterResults(long order) ? order : 0;
    boolean uncertain = context.from instanceof Bookmark.AfterResults;
    if (!query.itemByItem() || (uncertain && givenOrder == 0 && !query.isGrouped())) {
      return new WholeRun(context);
    }
    readLess();
    if (query.isGrouped()) {
      return grouped();
    }
    if (context.limits.ordersOfIndexesOnly()) {
      IndexOrders.require(query.query(), filter.paths(), indexes.policy());
    }
    boolean distinct = query.clauses().distinct();
    Bookmark.AfterRow behind = context.from instanceof Bookmark.AfterRow place ? place : null;
    if (distinct
        && query.clauses().order().isEmpty()
        && !(context.from instanceof Bookmark.AtItem)) {
      Covering covering = covering();
      if (covering != null
          || givenOrder == Bookmark.GROUPS
          || context.from instanceof Bookmark.AfterGroup
          || context.from instanceof Bookmark.Unfinished) {
        return groups(covering);
      }
    }
    if (!query.clauses().order().isEmpty()) {
      return ordered(!distinct && isLarge() ? orders().find(query.query()) : null, behind);
    }
    Optional<Candidates> candidates = search(distinct);
    boolean streams = !areListed(candidates) && !distinct && isLarge();
    long chosen = behind == null ? givenOrder : behind.order();
    if (chosen != 0 && ifAllWereIndexed().equals(IndexCondition.NO_ITEM)) {
      // The page before had fewer indexes, which did not tell that there is nothing to be found.
      use(new Candidates.Listed(List.of()));
      return new StreamRun(context, null);
    }
    if (givenOrder != 0) {
      context.skipGiven();
      return new OrderedRun(context, Ordering.by(chosenPath(givenOrder)), null);
    }
    if (behind != null) {
      IndexPath path = chosenPath(behind.order());
      return ordered(Ordering.by(path), orders().ascending(path), behind);
    }
    if (candidates.isPresent() && foundExactly && !distinct && givesIds()) {
      return new IdRun(
          context, candidates.get(), context.from instanceof Bookmark.AtItem place ? place : null);
    }
    IndexPath path =
        context.from == null && streams && candidates.isEmpty() ? orders().chosenPath() : null;
    return path == null
        ? new StreamRun(context, context.from instanceof Bookmark.AtItem place ? place : null)
        : ordered(Ordering.by(path), orders().ascending(path), null);
  }

  /** Has no more read of items than the query looks at. */
  private void readLess() {
    PreparedQuery query = context.query;
    if (!query.shape().isRepeatable()) {
      // Functions of users get items as text.
      context.loader.leaveUnread();
    }
    // Items that are given as they are stored need not be read for it.
    boolean selects =
        query.isGrouped() || query.clauses().distinct() || !query.shape().givesItems();
    Set<String> needed = needed(selects);
    if (needed != null && query.selection() != null) {
      // The filter reads items by itself, but the page may order them by what it is about.
      query.selection().predicate().paths().forEach(path -> path.root().ifPresent(needed::add));
    }
    if (needed != null) {
      if (query.shape().isMerged()) {
        needed.add("_rid");
      }
      Set<String> filtered = needed(false);
      context.loader.needOnly(needed, filtered == null ? needed : filtered);
    }
  }

  private @Nullable Set<String> needed(boolean selects) {
    return needed(context.query.query(), selects);
  }

  private @Nullable Set<String> needed(Query query, boolean selects) {
    return NeededProperties.of(
        query, selects, filter::constant, request.traits().computed(), request.functions());
  }

  /**
   * Whether items that pass the filter need not be read, because there is one result for each of
   * them, made of its id alone. Where there are few items they come in the order in which they were
   * created, which no index has.
   */
  private boolean givesIds() {
    boolean possible =
        context.query.shape().itemName() != null
            && !(context.from instanceof Bookmark.AtItem place && !place.isDone())
            && CountRun.isPossible(context.loader.items())
            && isLarge();
    Set<String> selected = possible ? needed(context.query.unfiltered(), true) : null;
    return selected != null && ID.containsAll(selected);
  }

  /** Rows in the order that the query asks for. */
  private Run ordered(@Nullable IndexOrder order, Bookmark.@Nullable AfterRow from) {
    Ordering ordering =
        Ordering.of(context.query.clauses().order(), context.query.shape().isMerged());
    // Where the order has all that the filter says there is nothing to be looked up before.
    boolean reachesAll = order != null && order.isAllOf(condition());
    boolean listed = !reachesAll && areListed(search(order == null));
    return ordered(ordering, listed ? null : order, from);
  }

  private static boolean areListed(Optional<Candidates> candidates) {
    return candidates.isPresent() && candidates.get().atMost() < Long.MAX_VALUE;
  }

  private Run grouped() {
    boolean counts =
        context.isFirstPage()
            && context.left() > 0
            && context.loader.access() instanceof ItemAccess.Scan
            && CountRun.isPossible(context.loader.items())
            && context.query.onlyCounts(filter::constant);
    if (counts && context.query.query().where() == null) {
      return CountRun.ofAll(context);
    }
    if (counts
        && condition() instanceof IndexCondition.Lookup lookup
        && lookup.isExact()
        && !lookup.path().hasElements()
        && (lookup.isPoints() || !isSparse())) {
      return CountRun.ofEntries(context, lookup);
    }
    Covering covering = counts && condition().isExact() ? null : covering();
    if (covering != null) {
      return groups(covering);
    }
    Optional<Candidates> candidates = search(true);
    return counts && candidates.isPresent() && foundExactly
        ? CountRun.ofCandidates(context, candidates.get())
        : groups(null);
  }

  private Run groups(@Nullable Covering covering) {
    return new GroupedRun(
        context, context.from instanceof Bookmark.AfterGroup place ? place : null, covering);
  }

  /** The values of the index that are all the query needs, if it is better to have them there. */
  private @Nullable Covering covering() {
    boolean pays =
        context.left() > 0
            && !(context.from instanceof Bookmark.Unfinished)
            && context.loader.access() instanceof ItemAccess.Scan
            && CountRun.isPossible(context.loader.items())
            && context.fragments.stream().allMatch(fragment -> fragment.logical() == null)
            && isLarge()
            && !isSparse();
    return pays ? Covering.of(context.query, filter, condition(), indexes).orElse(null) : null;
  }

  /** Which indexes are of use to the query, whatever this page does. */
  public IndexUtilization utilization() {
    return IndexAdvice.of(context.query.query(), filter, indexes);
  }

  private Run ordered(
      Ordering ordering, @Nullable IndexOrder order, Bookmark.@Nullable AfterRow from) {
    return order == null
        ? new OrderedRun(context, ordering, from)
        : new IndexOrderRun(context, ordering, order, from);
  }

  private IndexOrders orders() {
    return new IndexOrders(indexes, filter.paths(), condition());
  }

  /** The path by whose values the page before put rows in order, whether or not it is indexed. */
  private IndexPath chosenPath(long id) {
    return Stream.concat(IndexOrders.paths(condition()), IndexOrders.paths(ifAllWereIndexed()))
        .filter(path -> path.hash() == id)
        .findFirst()
        .orElseThrow(
            () ->
                DatabaseException.badRequest(
                    "The continuation goes by an index that is no longer there. Start the query"
                        + " again."));
  }

  private IndexCondition ifAllWereIndexed() {
    return selection(new Indexes(IndexingPolicy.DEFAULT, List.of())).condition(predicate());
  }

  /** Whether there are so many items that it pays to be choosy. */
  private boolean isLarge() {
    return recordCount() > context.limits.lookupEntries();
  }

  /** About how many items there are where the query is asked. */
  private long recordCount() {
    long count = 0;
    Set<Integer> partitions = new HashSet<>();
    for (ScanFragment fragment : context.fragments) {
      if (fragment.logical() != null || partitions.add(fragment.owner().number())) {
        count += context.loader.recordCount(fragment);
      }
    }
    return count;
  }

  /** Whether so few of the container's items are asked for that most terms have none of them. */
  private boolean isSparse() {
    long all =
        context.loader.items().container().partitions().stream()
            .mapToLong(owned -> owned.partition().state().recordCount())
            .sum();
    return recordCount() < all / SPARSE_PART;
  }

  /**
   * Finds out which items have to be read.
   *
   * @param readsAll whether the page must read all of them before its first result, so that long
   *     lists pay too
   */
  private Optional<Candidates> search(boolean readsAll) {
    if (context.left() == 0) {
      return Optional.empty();
    }
    boolean known = context.loader.access() instanceof ItemAccess.Lookup;
    if (context.fragments.isEmpty() || known || !context.query.isFiltered()) {
      return context.loader.access() instanceof ItemAccess.Lookup(Candidates candidates, _, _)
          ? Optional.of(candidates)
          : Optional.empty();
    }
    ScanFragment first = context.fragments.getFirst();
    context.ledger.admit(first);
    Optional<Candidates> named =
        IdTargets.of(context.fragments, predicate()).map(Candidates.Listed::new);
    if (named.isPresent()) {
      use(named.get());
      return named;
    }
    if (condition().equals(IndexCondition.ANY_ITEM)) {
      return Optional.empty();
    }
    IndexReader index = context.loader.index();
    long start = clock.nanos();
    int few = context.limits.lookupEntries();
    CandidateSearch search =
        new CandidateSearch(index, context.fragments, indexes.composites(), context.watch);
    Optional<Candidates> found = search.find(condition(), few);
    if (found.isEmpty() && readsAll) {
      int many = (int) Math.min(LISTED_MOST, recordCount() / LISTED_PART);
      found = many > few ? search.find(condition(), many) : found;
    }
    foundExactly = condition().isExact() && search.isComplete();
    found.ifPresent(this::use);
    if (context.isFirstPage() && search.seeks() > 0) {
      context.ledger.open(first, true);
      context.loader.onSearch(
          search.seeks(), search.entries(), clock.nanos() - start, context.ledger, first);
    }
    return found;
  }

  private void use(Candidates candidates) {
    context.loader.use(
        ItemAccess.Lookup.of(candidates, context.wanted(), context.loader.threads()));
  }

  /** What the index can say about the filter; items that are named need not be asked for there. */
  private IndexCondition condition() {
    IndexCondition known = condition;
    if (known == null) {
      known = selection(indexes).condition(predicate());
      condition = known;
    }
    return known;
  }

  private IndexSelection selection(Indexes known) {
    return new IndexSelection(known, request.traits().geospatial() == Geospatial.GEOMETRY);
  }

  /** What the query asks of items. */
  private Predicate predicate() {
    Predicate known = predicate;
    if (known == null) {
      ItemSelection selection = context.query.selection();
      known = selection == null ? filter.where(context.query.query()) : selection.predicate();
      predicate = known;
    }
    return known;
  }
}
