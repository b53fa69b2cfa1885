package dev.partita.mongo.auth;

import java.io.Serial;

/**
 * A client that has not proved that it has a key. The text is for logs and people, not the cause.
 */
public final class AuthenticationFailed extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  AuthenticationFailed(String text) {
    super(text, null, false, false);
  }
}
