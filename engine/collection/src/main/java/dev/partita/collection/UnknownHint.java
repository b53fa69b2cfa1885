package dev.partita.collection;

import java.io.Serial;

/** A hint that names no index of the collection. */
public final class UnknownHint extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  UnknownHint() {
    super("hint provided does not correspond to an existing index", null, false, false);
  }
}
