package dev.partita.collection;

import java.io.Serial;

/** A change of a field that decides where a document is, or what it is called. */
public final class ImmutableField extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  ImmutableField(String path) {
    super(
        "Performing an update on the path '"
            + path
            + "' would modify the immutable field '"
            + path
            + "'",
        null,
        false,
        false);
  }
}
