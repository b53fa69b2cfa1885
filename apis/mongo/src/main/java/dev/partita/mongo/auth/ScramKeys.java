package dev.partita.mongo.auth;

import java.nio.charset.StandardCharsets;

/**
 * What a server keeps of a password, from which that cannot be found. Immutable.
 *
 * @param stored what a client's proof is checked with
 * @param server what the server proves itself with
 * @param readOnly whether the password allows reading only
 */
record ScramKeys(byte[] stored, byte[] server, boolean readOnly) {

  static ScramKeys of(ScramMechanism mechanism, String password, byte[] salt, boolean readOnly) {
    byte[] salted = mechanism.saltedPassword(password, salt);
    return new ScramKeys(
        mechanism.hash(mechanism.hmac(salted, ascii("Client Key"))),
        mechanism.hmac(salted, ascii("Server Key")),
        readOnly);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
