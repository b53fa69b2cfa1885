package dev.partita.throughput;

/**
 * Meter of the work of a page of a query, of a list or of the change feed, in request units. The
 * operators report their work while they do it. Not for use by several threads.
 *
 * <p>The fixed price of a query belongs to its first page, and finding the position where a page
 * resumes is not reported as a seek. So the charges of a query's pages add up to its charge in one
 * page, as long as no page is so small that the minimum of a page raises it.
 */
public final class QueryMeter {

  private long hundredths;
  private long work;
  private long workPaid = ChargeModel.WORK_IN_PAGE;

  private QueryMeter(long hundredths) {
    this.hundredths = hundredths;
  }

  /** The meter of the first page of a query on one physical partition. */
  public static QueryMeter query() {
    return new QueryMeter(ChargeModel.QUERY);
  }

  /** The meter of a later page, and of any page of a list or of the change feed. */
  public static QueryMeter page() {
    return new QueryMeter(0);
  }

  /** Positions in the index that the plan needs: one per range and filter. */
  public void indexSeeks(long count) {
    add(count, ChargeModel.QUERY_PER_SEEK);
  }

  /** Entries of the index that were read, whether or not they led to an item. */
  public void indexEntries(long count) {
    add(count, ChargeModel.QUERY_PER_INDEX_ENTRY);
  }

  /** One item read from storage, whether or not it passes the filter. */
  public void itemRead(long sizeBytes) {
    add(1, ChargeModel.QUERY_PER_ITEM);
    workPaid += ChargeModel.WORK_IN_ITEM;
    hundredths += ChargeModel.perKilobyte(sizeBytes, ChargeModel.READ_PER_KB);
  }

  /** Items whose reading was counted elsewhere. */
  public void itemsRead(int count, RequestCharge charge) {
    hundredths = Math.addExact(hundredths, charge.hundredths());
    workPaid += count * ChargeModel.WORK_IN_ITEM;
  }

  /**
   * Units of computing: iterations of FROM, evaluated expressions, elements that functions read.
   * Most of it is covered by the price of the items and of the page.
   */
  public void work(long units) {
    work += units;
  }

  /** Charge for the computing beyond what is covered. */
  public RequestCharge computing() {
    return ChargeModel.work(Math.max(0, work - workPaid));
  }

  /** One result that the page returns, as large as it is written. */
  public void output(long sizeBytes) {
    hundredths += ChargeModel.perKilobyte(sizeBytes, ChargeModel.OUTPUT_PER_KB);
  }

  /**
   * The reported work, without computing. The difference of two calls is the cost of the work
   * between them.
   */
  public RequestCharge soFar() {
    return new RequestCharge(hundredths);
  }

  /** Charge of the page: the reported work, and at least the minimum of a request. */
  public RequestCharge charge() {
    return new RequestCharge(Math.max(ChargeModel.MINIMUM, hundredths + computing().hundredths()));
  }

  private void add(long count, long hundredthsEach) {
    if (count < 0) {
      throw new IllegalArgumentException("A count is not negative: " + count);
    }
    hundredths = Math.addExact(hundredths, Math.multiplyExact(count, hundredthsEach));
  }
}
