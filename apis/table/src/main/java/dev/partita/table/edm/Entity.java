package dev.partita.table.edm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entity as a request gives it. Immutable.
 *
 * @param partitionKey null if the request does not say, or says it elsewhere
 * @param rowKey likewise
 * @param properties those that have a value
 */
public record Entity(
    @Nullable String partitionKey, @Nullable String rowKey, List<Property> properties) {}
