package dev.partita.peer.membership;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A membership that all nodes of a test share, as they would share the catalogue. */
final class TestMembership implements Membership {

  private final Map<String, Long> tokens = new HashMap<>();
  private final Map<Integer, InetSocketAddress> addresses = new HashMap<>();
  private final Set<String> names = new HashSet<>();
  private final Set<Integer> struck = new HashSet<>();
  private final Set<Integer> voters = new HashSet<>(Set.of(1));
  private int lastNumber = 1;

  synchronized void moved(int node, InetSocketAddress address) {
    addresses.put(node, address);
  }

  synchronized void strike(int node) {
    struck.add(node);
  }

  synchronized void vote(int node) {
    voters.add(node);
  }

  synchronized Set<String> hashes() {
    return Set.copyOf(tokens.keySet());
  }

  @Override
  public synchronized CompletableFuture<Void> issue(String hash, long expiresMillis) {
    tokens.put(hash, expiresMillis);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized CompletableFuture<Integer> admit(
      String hash, String name, String address, long nowMillis) {
    Long expires = tokens.remove(hash);
    if (expires == null || expires <= nowMillis) {
      return CompletableFuture.failedFuture(
          new DatabaseException(ErrorCode.UNAUTHORIZED, "The token is not good any more."));
    }
    if (!names.add(name)) {
      return CompletableFuture.failedFuture(
          new DatabaseException(ErrorCode.CONFLICT, "The name is taken."));
    }
    addresses.put(++lastNumber, NodeAddress.parse(address));
    return CompletableFuture.completedFuture(lastNumber);
  }

  @Override
  public synchronized boolean isVoter(int node) {
    return voters.contains(node);
  }

  @Override
  public synchronized Map<Integer, InetSocketAddress> addresses() {
    return Map.copyOf(addresses);
  }

  @Override
  public synchronized boolean isStruck(int node) {
    return struck.contains(node);
  }
}
