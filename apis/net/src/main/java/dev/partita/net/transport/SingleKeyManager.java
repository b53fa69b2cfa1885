package dev.partita.net.transport;

import dev.partita.net.tls.Identity;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a program that has one, with which it proves itself as a server or as a client.
 * Java's own key managers want a key store, which encrypts and decrypts the key with ten thousand
 * rounds each: a good part of the first connection's time.
 */
public final class SingleKeyManager extends X509ExtendedKeyManager {

  private static final String ALIAS = "own";

  private final Identity identity;

  public SingleKeyManager(Identity identity) {
    this.identity = identity;
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return identity.key().getAlgorithm().equals(keyType) ? ALIAS : null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return identity.chain().toArray(X509Certificate[]::new);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return identity.key();
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return identity.key().getAlgorithm().equals(keyType) ? new String[] {ALIAS} : null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return identity.key().getAlgorithm().equals(keyType) ? ALIAS : null;
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return getServerAliases(keyType, issuers);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return List.of(keyTypes).contains(identity.key().getAlgorithm()) ? ALIAS : null;
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return chooseClientAlias(keyTypes, issuers, null);
  }
}
