package dev.partita.net.execution;

/**
 * Work that is brief as a rule.
 *
 * @param <R> what comes of it
 */
@FunctionalInterface
public interface BriefWork<R> {

  /**
   * Does the work.
   *
   * @param bounded whether other requests wait for the thread, so that work which turns out not to
   *     be brief has to be given up; it is then done again on a worker thread, without bounds
   * @throws InlineBudgetExceeded if it is given up; nothing may have come of it then
   */
  R run(boolean bounded);
}
