package dev.partita.examples;

/** What the examples store. */
public record Order(String id, String customer, int total) {}
