package dev.partita.query.syntax;

/** How many results to pass over and how many to give then: numbers or parameters. */
public record OffsetLimit(Expression offset, Expression limit, Span span) {}
