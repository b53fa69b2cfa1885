package dev.partita.query.syntax;

/** OFFSET and LIMIT: numbers or parameters. Immutable. */
public record OffsetLimit(Expression offset, Expression limit, Span span) {}
