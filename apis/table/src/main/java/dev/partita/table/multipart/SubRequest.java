package dev.partita.table.multipart;

import dev.partita.net.Headers;

/**
 * A request within a body.
 *
 * @param target the address as it is written, whole or only a path
 * @param body the bytes that the body lies in, from {@code from} to {@code to}; not to be changed
 */
public record SubRequest(
    String method, String target, Headers headers, byte[] body, int from, int to) {}
