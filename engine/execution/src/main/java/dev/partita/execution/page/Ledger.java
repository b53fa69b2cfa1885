package dev.partita.execution.page;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.OwnedPartition;
import dev.partita.document.ReadTerms;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.throughput.QueryMeter;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The account of one page: the work of each physical partition, and its charge. On one thread.
 *
 * <p>The fixed price of a query on a partition belongs to the page that first has work there.
 */
public final class Ledger {

  private static final class Account {
    final OwnedPartition owner;
    final long lsn;
    final QueryMeter meter;

    Account(ScanFragment fragment, boolean first) {
      this.owner = fragment.owner();
      this.lsn = fragment.lsn();
      this.meter = first ? QueryMeter.query() : QueryMeter.page();
    }
  }

  /** What work is charged for. */
  public enum Work {
    INDEX,
    READ,
    OUTPUT,
    COMPUTING
  }

  private final Map<Work, Long> hundredths = new EnumMap<>(Work.class);
  private final @Nullable String keyText;
  private final boolean admitted;
  private final ReadTerms terms;
  private final Map<Integer, Account> accounts = new LinkedHashMap<>();

  /** Most work is done where the work before was. */
  private @Nullable Account last;

  private LongSupplier computed = () -> 0;
  private long computedBefore;

  private RequestCharge total = RequestCharge.ZERO;

  /**
   * @param keyText the partition key that the query is asked of, if it is one
   * @param admitted whether the page belongs to work that was admitted as a whole
   * @param terms on which it reads
   */
  public Ledger(@Nullable String keyText, boolean admitted, ReadTerms terms) {
    this.keyText = keyText;
    this.admitted = admitted;
    this.terms = terms;
  }

  /** Charges computing too, given the number of its units so far. */
  public void countComputing(LongSupplier unitsSoFar) {
    computed = unitsSoFar;
  }

  /**
   * Checks that the budget of a partition is not exhausted.
   *
   * @throws DatabaseException THROTTLED if not
   */
  public void admit(ScanFragment fragment) {
    if (admitted) {
      return;
    }
    if (keyText == null) {
      fragment.owner().admission().admit();
    } else {
      fragment.owner().admission().admit(keyText);
    }
  }

  /** Begins to charge a fragment's partition; only the first call counts. */
  public void open(ScanFragment fragment, boolean first) {
    if (find(fragment) == null) {
      last = new Account(fragment, first);
      accounts.put(fragment.owner().number(), last);
    }
  }

  public boolean isOpen(ScanFragment fragment) {
    return find(fragment) != null;
  }

  private @Nullable Account find(ScanFragment fragment) {
    int number = fragment.owner().number();
    Account found = last;
    if (found == null || found.owner.number() != number) {
      found = accounts.get(number);
      last = found;
    }
    return found;
  }

  public boolean isEmpty() {
    return accounts.isEmpty();
  }

  /** Charges a fragment's partition, which was opened, for some work. */
  public void charge(ScanFragment fragment, Work work, Consumer<QueryMeter> report) {
    Account account = find(fragment);
    if (account == null) {
      throw new IllegalStateException("Nothing was opened for " + fragment + ".");
    }
    computed(account);
    long before = account.meter.soFar().hundredths();
    report.accept(account.meter);
    hundredths.merge(work, account.meter.soFar().hundredths() - before, Long::sum);
  }

  /** What was computed since the last time was computed for what this partition has. */
  private void computed(Account account) {
    long units = computed.getAsLong();
    account.meter.work(units - computedBefore);
    computedBefore = units;
  }

  /** What was charged for one kind of work so far. */
  public RequestCharge charged(Work work) {
    return new RequestCharge(hundredths.getOrDefault(work, 0L));
  }

  /** Charges the budgets. At least the minimum of a request is charged. */
  public List<QueryPage.Visit> settle() {
    RequestCharge sum = RequestCharge.ZERO;
    if (last != null) {
      computed(last);
    }
    for (Account account : accounts.values()) {
      hundredths.merge(Work.COMPUTING, account.meter.computing().hundredths(), Long::sum);
      sum = sum.plus(charge(account));
    }
    RequestCharge least = QueryMeter.page().charge();
    long missing = Math.max(0, least.hundredths() - sum.hundredths());
    List<QueryPage.Visit> visits = new ArrayList<>();
    for (Account account : accounts.values()) {
      RequestCharge usual =
          new RequestCharge(charge(account).hundredths() + (visits.isEmpty() ? missing : 0));
      RequestCharge charge = terms.charge(usual);
      if (keyText == null) {
        account.owner.admission().charge(charge);
      } else {
        account.owner.admission().charge(keyText, charge);
      }
      total = total.plus(charge);
      visits.add(new QueryPage.Visit(account.owner.number(), account.lsn, charge));
    }
    return visits;
  }

  private static RequestCharge charge(Account account) {
    return account.meter.soFar().plus(account.meter.computing());
  }

  /** What was charged. */
  public RequestCharge total() {
    return total;
  }
}
