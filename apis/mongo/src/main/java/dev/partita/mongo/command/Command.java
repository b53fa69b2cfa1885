package dev.partita.mongo.command;

import dev.partita.bson.BsonBuilder;
import java.util.List;

/**
 * A command that clients can send. Immutable.
 *
 * @param names the first is its own, the others are as good
 * @param access who may send it
 */
record Command(List<String> names, Access access, Body body) {

  /** Who may send a command. */
  enum Access {
    /** Also clients that have not said who they are. */
    ANYONE,
    READERS,
    WRITERS
  }

  /** What carries it out. */
  @FunctionalInterface
  interface Body {

    /** Adds to the reply, whose {@code ok} follows by itself. */
    void run(Invocation invocation, BsonBuilder reply);
  }

  static Command anyone(Body body, String... names) {
    return new Command(List.of(names), Access.ANYONE, body);
  }

  static Command reader(Body body, String... names) {
    return new Command(List.of(names), Access.READERS, body);
  }

  static Command writer(Body body, String... names) {
    return new Command(List.of(names), Access.WRITERS, body);
  }
}
