package dev.partita.query.syntax;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a query. Codes and messages are those of the service, which clients
 * and people search for; a few old codes are plain numbers, and a few errors have no place.
 */
public record QueryError(@Nullable String code, String message, @Nullable Span span) {}
