package dev.partita.document;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.ContainerRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The documents of an engine: where the items of its containers are had, and where their expiry and
 * changes of their indexes are seen to. Safe for use by any number of threads.
 */
public final class Documents {

  private final ItemEnvironment environment;
  private final Map<Integer, Items> items = new ConcurrentHashMap<>();

  public Documents(Engine engine) {
    this.environment =
        new ItemEnvironment(
            engine.clock(), engine.opening(), engine.limits().itemBytes(), engine.scanFailures());
    engine.catalogue().subscribe(this::follow);
    engine.housekeeping().add("remove expired items of", new ExpirySweep(this::items));
    engine
        .housekeeping()
        .add("bring up the index of", new IndexTransformation(this::items, engine.containers()));
  }

  /** Lets go of containers that are gone. */
  private void follow(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    if (after == null && before instanceof CatalogueEntry.Container(ContainerRecord gone)) {
      items.remove(gone.number());
    }
  }

  public Items items(Container container) {
    Items open = items.get(container.number());
    if (open != null && open.container() == container) {
      return open;
    }
    return items.compute(
        container.number(),
        (_, known) ->
            known != null && known.container() == container
                ? known
                : new Items(container, environment));
  }

  public ChangeFeed changeFeed(Container container) {
    return new ChangeFeed(items(container));
  }
}
