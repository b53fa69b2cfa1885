package dev.partita.document;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The documents of an engine: where the items of its containers are had, and where their expiry and
 * changes of their indexes are seen to. Safe for use by any number of threads.
 */
public final class Documents {

  private final Engine engine;
  private final Map<Integer, Items> items = new ConcurrentHashMap<>();

  public Documents(Engine engine) {
    this.engine = engine;
    engine.housekeeping().add("remove expired items of", new ExpirySweep(this::items));
    engine.housekeeping().add("bring up the index of", new IndexTransformation(this::items));
  }

  public Engine engine() {
    return engine;
  }

  public Items items(Container container) {
    Items open = items.get(container.number());
    if (open != null && open.container() == container) {
      return open;
    }
    return items.compute(
        container.number(),
        (_, known) ->
            known != null && known.container() == container ? known : new Items(container));
  }

  public ChangeFeed changeFeed(Container container) {
    return new ChangeFeed(items(container));
  }
}
