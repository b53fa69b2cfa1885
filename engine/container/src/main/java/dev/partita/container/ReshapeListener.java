package dev.partita.container;

import java.util.List;

/**
 * Somebody who wants to know of splits and merges while they go on, whoever began them. Told on the
 * threads that carry them out, partly while writers stand still: must return at once, and never
 * throw.
 */
public interface ReshapeListener {

  /**
   * @param partitions the one that is split, or the two that are merged
   */
  void reached(Container container, List<Integer> partitions, ReshapeStep step);

  /** It ended without effect. */
  void failed(Container container, List<Integer> partitions, Throwable reason);
}
