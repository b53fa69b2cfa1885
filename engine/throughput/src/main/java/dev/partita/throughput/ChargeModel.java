package dev.partita.throughput;

/**
 * The price list: what each operation costs, as a function of the work it did. Pure functions
 * without state.
 *
 * <p>Every price is a sum of whole hundredths per counted thing (an image written, an item read, an
 * index entry), and bytes are rounded up per item. That makes costs additive: a batch costs the sum
 * of its operations, and a query costs the same into however many pages it is cut. The constants
 * are fitted to the published figures of Azure Cosmos DB; docs/request-units.md shows how close
 * they come.
 */
public final class ChargeModel {

  /** The smallest charge of an operation that was carried out, found or not. */
  static final long MINIMUM = 100;

  static final long POINT_READ = 90;
  static final long READ_PER_KB = 5;
  static final long OUTPUT_PER_KB = 5;

  static final long WRITE_PER_IMAGE = 500;
  static final long WRITE_PER_KB = 50;
  static final long WRITE_PER_INDEX_TERM = 45;

  static final long QUERY = 160;
  static final long QUERY_PER_SEEK = 10;
  static final long QUERY_PER_INDEX_ENTRY = 1;
  static final long QUERY_PER_ITEM = 70;

  /** Units of computing that the price of an item pays for. */
  static final long WORK_IN_ITEM = 1_000;

  /** Units of computing that the price of a page pays for. */
  static final long WORK_IN_PAGE = 10_000;

  /** Units of computing, such as evaluated expressions, for a hundredth. */
  static final long WORK_PER_HUNDREDTH = 200;

  static final long THROTTLED = 38;
  static final long QUORUM_FACTOR = 2;

  private static final long KB = 1024;

  private ChargeModel() {}

  /** A point read that returns an item of this size. */
  public static RequestCharge pointRead(long sizeBytes) {
    long bytes = perKilobyte(sizeBytes, READ_PER_KB + OUTPUT_PER_KB);
    return new RequestCharge(Math.max(MINIMUM, POINT_READ + bytes));
  }

  /** A point read, replace, patch or delete whose item does not exist. */
  public static RequestCharge notFound() {
    return new RequestCharge(MINIMUM);
  }

  /** A conditional read of an item that the client already has. */
  public static RequestCharge notModified() {
    return new RequestCharge(MINIMUM);
  }

  /** A create, or an upsert of an item that does not exist. */
  public static RequestCharge create(long sizeBytes, int indexTerms) {
    return new RequestCharge(image(sizeBytes) + terms(indexTerms));
  }

  /**
   * A replace, a patch, or an upsert of an existing item. The old image counts like the new one, as
   * it is read, logged and removed; of the index only the terms that differ.
   */
  public static RequestCharge replace(
      long oldSizeBytes, long newSizeBytes, int indexTermsRemoved, int indexTermsWritten) {
    return new RequestCharge(
        image(oldSizeBytes)
            + image(newSizeBytes)
            + terms(indexTermsRemoved)
            + terms(indexTermsWritten));
  }

  /** A delete, which costs as much as creating the item. */
  public static RequestCharge delete(long sizeBytes, int indexTerms) {
    return create(sizeBytes, indexTerms);
  }

  /**
   * A write that changed nothing because of an existing item: a taken id or unique key, or a
   * precondition that does not hold. It costs as much as reading that item.
   */
  public static RequestCharge rejectedWrite(long existingSizeBytes) {
    return pointRead(existingSizeBytes);
  }

  /**
   * Charge that a throttled response shows. It is not taken from any budget: otherwise retries
   * would themselves keep the budget below zero, and no delay would be right.
   */
  public static RequestCharge throttled() {
    return new RequestCharge(THROTTLED);
  }

  /** A read with strong or bounded-staleness consistency, given its cost without. */
  public static RequestCharge quorumRead(RequestCharge read) {
    return read.times(QUORUM_FACTOR);
  }

  /** Counted units of computing, rounded up to the next hundredth. */
  public static RequestCharge work(long units) {
    if (units < 0) {
      throw new IllegalArgumentException("An amount of work is not negative: " + units);
    }
    return new RequestCharge(Math.ceilDiv(units, WORK_PER_HUNDREDTH));
  }

  /** The part of a price that depends on size, rounded up to the next hundredth. */
  static long perKilobyte(long sizeBytes, long hundredthsPerKb) {
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("A size is not negative: " + sizeBytes);
    }
    return Math.ceilDiv(Math.multiplyExact(sizeBytes, hundredthsPerKb), KB);
  }

  private static long image(long sizeBytes) {
    return WRITE_PER_IMAGE + perKilobyte(sizeBytes, WRITE_PER_KB);
  }

  private static long terms(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("A number of index terms is not negative: " + count);
    }
    return WRITE_PER_INDEX_TERM * count;
  }
}
