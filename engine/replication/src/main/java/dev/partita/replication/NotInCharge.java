package dev.partita.replication;

import java.io.Serial;

/**
 * The answer of one that is asked to write and must not, or not yet. Nothing was done and nothing
 * will be, so the caller finds out who is in charge and has the same done there.
 */
public abstract class NotInCharge extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  protected NotInCharge(String message) {
    // It is no failure, so it needs no stack trace.
    super(message, null, false, false);
  }
}
