package dev.partita.protocol;

/** What is chosen for a protocol of which nothing can be chosen. */
public record NoOptions() {}
