package dev.partita.mongo.command;

import dev.partita.mongo.auth.ScramConversation;
import dev.partita.mongo.session.ClientSession.Statistics;
import org.jspecify.annotations.Nullable;

/** What a connection remembers between commands, which it carries out one at a time. */
public final class ClientState {

  /** Who a client has proved to be. */
  public record Login(String user, boolean readOnly) {}

  private final int connectionId;
  private final Identity identity;
  private final String remote;
  private volatile @Nullable Login login;
  private volatile @Nullable ScramConversation conversation;
  private volatile @Nullable Statistics statistics;

  /**
   * @param connectionId unique among the connections of the server
   * @param identity what the server says that it is, at the port that the client came to
   */
  public ClientState(int connectionId, Identity identity, String remote) {
    this.connectionId = connectionId;
    this.identity = identity;
    this.remote = remote;
  }

  int connectionId() {
    return connectionId;
  }

  Identity identity() {
    return identity;
  }

  String remote() {
    return remote;
  }

  @Nullable Login login() {
    return login;
  }

  void login(@Nullable Login proved) {
    login = proved;
  }

  @Nullable ScramConversation conversation() {
    return conversation;
  }

  void conversation(@Nullable ScramConversation begun) {
    conversation = begun;
  }

  @Nullable Statistics statistics() {
    return statistics;
  }

  void statistics(Statistics last) {
    statistics = last;
  }
}
