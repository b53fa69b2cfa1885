package dev.partita.collection;

import java.io.Serial;

/** A document with arrays at two paths of one index. */
public final class ParallelArrays extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  ParallelArrays(String first, String second) {
    super("cannot index parallel arrays [" + first + "] [" + second + "]", null, false, false);
  }
}
