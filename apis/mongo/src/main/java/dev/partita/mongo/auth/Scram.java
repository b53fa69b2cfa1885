package dev.partita.mongo.auth;

import dev.partita.protocol.account.AccountKeys;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Authentication of clients by the keys of the account. What is derived from the keys is worked out
 * when it is first needed. Safe for use by any number of threads.
 */
public final class Scram {

  private static final int SALT_BYTES = 16;

  private final Set<String> users;
  private final AccountKeys keys;
  private final RandomGenerator random;
  private final byte[] salt;
  // By mechanism and user; filled under its lock.
  private final Map<ScramMechanism, Map<String, List<ScramKeys>>> derived =
      new EnumMap<>(ScramMechanism.class);

  /**
   * @param users the names that clients may give, all of which mean the account
   * @param random must not be predictable
   */
  public Scram(Set<String> users, AccountKeys keys, RandomGenerator random) {
    this.users = Set.copyOf(users);
    this.keys = keys;
    this.random = random;
    this.salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
  }

  /** Whether a client may give this name. */
  public boolean knows(String user) {
    return users.contains(user);
  }

  /**
   * Begins a conversation.
   *
   * @param clientFirst the first message of the client
   * @throws AuthenticationFailed if it is none, or names another user
   */
  public ScramConversation begin(ScramMechanism mechanism, String clientFirst) {
    return ScramConversation.begin(this, mechanism, clientFirst);
  }

  /** The salt for every user, none of whom has a password of his own. */
  byte[] salt(ScramMechanism mechanism) {
    return mechanism == ScramMechanism.SHA_1 ? salt : mechanism.hash(salt);
  }

  String nonce() {
    byte[] bytes = new byte[24];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** What is kept of each key, of which the client may have any. */
  List<ScramKeys> keys(ScramMechanism mechanism, String user) {
    synchronized (derived) {
      return derived
          .computeIfAbsent(mechanism, _ -> new HashMap<>())
          .computeIfAbsent(user, _ -> derive(mechanism, user));
    }
  }

  private List<ScramKeys> derive(ScramMechanism mechanism, String user) {
    List<ScramKeys> all = new ArrayList<>();
    keys.readWrite().forEach(key -> all.add(derive(mechanism, user, key, false)));
    keys.readOnly().forEach(key -> all.add(derive(mechanism, user, key, true)));
    return all;
  }

  private ScramKeys derive(
      ScramMechanism mechanism, String user, AccountKeys.Key key, boolean readOnly) {
    String text = Base64.getEncoder().encodeToString(key.bytes());
    return ScramKeys.of(mechanism, mechanism.password(user, text), salt(mechanism), readOnly);
  }
}
