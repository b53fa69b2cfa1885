package dev.partita.query.reference;

/**
 * Range of results to return. Immutable.
 *
 * @param limit the largest long if there is no limit
 */
public record Window(long offset, long limit) {

  public boolean isAll() {
    return offset == 0 && limit == Long.MAX_VALUE;
  }
}
