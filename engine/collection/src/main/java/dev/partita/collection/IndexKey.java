package dev.partita.collection;

/** One path of an index, and whether its values are in descending order. */
public record IndexKey(String path, boolean descending) {}
