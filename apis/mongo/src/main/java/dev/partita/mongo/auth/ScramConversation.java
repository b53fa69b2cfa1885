package dev.partita.mongo.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * One client's proof that it has a key, and the server's that it has it, too. Two messages of each;
 * confined to a connection.
 */
public final class ScramConversation {

  private static final String NO_CHANNEL_BINDING = "biws";
  private static final int NONCE_LENGTH_MAX = 512;

  private final Scram scram;
  private final ScramMechanism mechanism;
  private final String user;
  private final String nonce;
  private final String clientFirstBare;
  private final String serverFirst;
  private @Nullable Boolean readOnly;

  private ScramConversation(
      Scram scram, ScramMechanism mechanism, String user, String clientNonce, String bare) {
    this.scram = scram;
    this.mechanism = mechanism;
    this.user = user;
    this.nonce = clientNonce + scram.nonce();
    this.clientFirstBare = bare;
    this.serverFirst =
        "r="
            + nonce
            + ",s="
            + Base64.getEncoder().encodeToString(scram.salt(mechanism))
            + ",i="
            + mechanism.iterations();
  }

  static ScramConversation begin(Scram scram, ScramMechanism mechanism, String clientFirst) {
    if (!clientFirst.startsWith("n,,")) {
      throw new AuthenticationFailed("The client asks for channel binding, or for another's name.");
    }
    String bare = clientFirst.substring(3);
    String[] parts = bare.split(",", -1);
    String user = unescape(attribute(parts, 0, 'n'));
    String clientNonce = attribute(parts, 1, 'r');
    if (!scram.knows(user)) {
      throw new AuthenticationFailed("The user is not the account's name.");
    }
    if (clientNonce.isEmpty() || clientNonce.length() > NONCE_LENGTH_MAX) {
      throw new AuthenticationFailed("The client's nonce is missing or too long.");
    }
    return new ScramConversation(scram, mechanism, user, clientNonce, bare);
  }

  /** The server's answer to the first message. */
  public String serverFirst() {
    return serverFirst;
  }

  /** The name that the client gave. */
  public String user() {
    return user;
  }

  public boolean isProved() {
    return readOnly != null;
  }

  /** Whether the key that was proved allows reading only. */
  public boolean isReadOnly() {
    return Boolean.TRUE.equals(readOnly);
  }

  /**
   * Checks the proof, and gives the server's own.
   *
   * @throws AuthenticationFailed if it proves no key of the account
   */
  public String prove(String clientFinal) {
    int end = clientFinal.lastIndexOf(",p=");
    if (isProved() || end < 0) {
      throw new AuthenticationFailed("The last message of the client has no proof.");
    }
    String withoutProof = clientFinal.substring(0, end);
    String[] parts = withoutProof.split(",", -1);
    if (!attribute(parts, 0, 'c').equals(NO_CHANNEL_BINDING)
        || !attribute(parts, 1, 'r').equals(nonce)) {
      throw new AuthenticationFailed("The last message of the client belongs to another one.");
    }
    byte[] proof = decode(clientFinal.substring(end + 3));
    byte[] said =
        (clientFirstBare + "," + serverFirst + "," + withoutProof).getBytes(StandardCharsets.UTF_8);
    ScramKeys proved = null;
    // Every key is tried, so that the time taken tells nothing.
    for (ScramKeys each : scram.keys(mechanism, user)) {
      if (proves(each, said, proof) && proved == null) {
        proved = each;
      }
    }
    if (proved == null) {
      throw new AuthenticationFailed("The password is no key of the account.");
    }
    readOnly = proved.readOnly();
    return "v=" + Base64.getEncoder().encodeToString(mechanism.hmac(proved.server(), said));
  }

  private boolean proves(ScramKeys keys, byte[] said, byte[] proof) {
    byte[] clientKey = mechanism.hmac(keys.stored(), said);
    if (clientKey.length != proof.length) {
      return false;
    }
    for (int i = 0; i < clientKey.length; i++) {
      clientKey[i] ^= proof[i];
    }
    return MessageDigest.isEqual(mechanism.hash(clientKey), keys.stored());
  }

  private static byte[] decode(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new AuthenticationFailed("The proof is not base64.");
    }
  }

  private static String attribute(String[] parts, int index, char name) {
    if (index >= parts.length
        || parts[index].length() < 2
        || parts[index].charAt(0) != name
        || parts[index].charAt(1) != '=') {
      throw new AuthenticationFailed("A message of the client lacks an attribute: " + name);
    }
    return parts[index].substring(2);
  }

  private static String unescape(String name) {
    return name.replace("=2C", ",").replace("=3D", "=");
  }
}
