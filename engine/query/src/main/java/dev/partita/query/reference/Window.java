package dev.partita.query.reference;

/**
 * Which results are wanted: so many after so many others.
 *
 * @param limit the greatest number there is, if all are wanted
 */
public record Window(long offset, long limit) {

  public boolean isAll() {
    return offset == 0 && limit == Long.MAX_VALUE;
  }
}
