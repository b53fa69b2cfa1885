package dev.partita.query.syntax;

import org.jspecify.annotations.Nullable;

/**
 * Error in a query. Codes and messages are those of the service, which clients and users search
 * for; a few old codes are plain numbers, and a few errors have no position. Immutable.
 */
public record QueryError(@Nullable String code, String message, @Nullable Span span) {}
