package dev.partita.nosql;

import org.jspecify.annotations.Nullable;

/**
 * The continuation of a query on its way to clients and back. Some of them look for members of
 * their own in it before they send it on, so it is an object with the token of the query inside.
 */
final class Continuation {

  private static final String HEAD = "{\"token\":\"";
  private static final String TAIL = "\"}";

  /** How much longer a continuation is than the token in it. */
  static final int FRAME_BYTES = HEAD.length() + TAIL.length();

  private Continuation() {}

  /**
   * @param token of letters, digits and dashes, which need no escaping
   */
  static @Nullable String of(@Nullable String token) {
    return token == null ? null : HEAD + token + TAIL;
  }

  /** The token in a continuation; what is none is left as it is, for the query to refuse. */
  static @Nullable String token(@Nullable String continuation) {
    return continuation != null && continuation.startsWith(HEAD) && continuation.endsWith(TAIL)
        ? continuation.substring(HEAD.length(), continuation.length() - TAIL.length())
        : continuation;
  }
}
