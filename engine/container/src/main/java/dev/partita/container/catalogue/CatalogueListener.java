package dev.partita.container.catalogue;

import org.jspecify.annotations.Nullable;

/**
 * What follows the catalogue. It is told of every entry that there is when it subscribes, and of
 * every change from then on, in their order, on the threads that apply them, one at a time. The
 * catalogue shows the whole of a change before anyone is told of a part of it. Must return soon,
 * and must not wait for a change of the catalogue.
 */
@FunctionalInterface
public interface CatalogueListener {

  /**
   * @param before null if the entry is new
   * @param after null if it is gone
   */
  void changed(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after);
}
