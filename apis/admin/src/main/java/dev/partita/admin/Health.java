package dev.partita.admin;

/** How the server is doing. Called on any thread, often, and expected to answer at once. */
@FunctionalInterface
public interface Health {

  Readiness readiness();
}
