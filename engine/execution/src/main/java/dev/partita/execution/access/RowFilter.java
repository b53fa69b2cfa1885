package dev.partita.execution.access;

import dev.partita.execution.page.PageWatch;
import dev.partita.json.JsonObject;
import java.util.function.Predicate;

/**
 * A filter of documents for one thread, which accepts at least the items that have rows.
 *
 * @param watch counts the work of the test
 */
public record RowFilter(Predicate<JsonObject> test, PageWatch watch) {}
