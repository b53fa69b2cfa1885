package dev.partita.table.multipart;

import dev.partita.net.http.Headers;

/**
 * A request within a body.
 *
 * @param body the bytes that the body lies in, from {@code from} to {@code to}; not to be changed
 */
public record SubRequest(Head head, byte[] body, int from, int to) {

  /**
   * What stands before the body of a request.
   *
   * @param target the address as it is written, whole or only a path
   */
  public record Head(String method, String target, Headers headers) {}
}
