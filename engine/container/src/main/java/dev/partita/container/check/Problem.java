package dev.partita.container.check;

/** A kind of finding. Implemented by enums, one for each layer. */
public interface Problem {

  String name();

  Severity severity();

  /** What is wrong, in words that do not vary. */
  String text();
}
