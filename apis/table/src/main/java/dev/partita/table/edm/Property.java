package dev.partita.table.edm;

/** A property of an entity other than its keys and its time. */
public record Property(String name, EdmValue value) {}
