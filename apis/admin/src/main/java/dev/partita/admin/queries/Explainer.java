package dev.partita.admin.queries;

import dev.partita.container.Container;
import dev.partita.execution.QueryPage;
import dev.partita.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Whoever can run queries with everything that belongs to a container, functions included. */
@FunctionalInterface
public interface Explainer {

  /**
   * Runs the first page of a query and tells how, as the one result of the page.
   *
   * @param query its text and its parameters, as clients send them
   * @param key the text of the partition key to ask; null for all
   */
  QueryPage explain(Container container, JsonObject query, @Nullable String key);
}
