package dev.partita.consensus;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.InvokeContext;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.util.Endpoint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The engine's way to other nodes, for one replica. Connections are the business of {@link
 * dev.partita.replication.peer.Peers}, so to the engine all nodes are connected, and some do not
 * answer. Safe for use by any number of threads.
 */
final class PeersRpcClient implements RpcClient {

  /** The settings of a replica, by which the engine leads its client to the replica's outbox. */
  static final class Options extends NodeOptions {
    private final Outbox outbox;

    Options(Outbox outbox) {
      this.outbox = outbox;
    }
  }

  private volatile @Nullable Outbox outbox;

  @Override
  public boolean init(RpcOptions options) {
    outbox = ((Options) options).outbox;
    return true;
  }

  @Override
  public void shutdown() {}

  @Override
  public boolean checkConnection(Endpoint endpoint) {
    return true;
  }

  @Override
  public boolean checkConnection(Endpoint endpoint, boolean createIfAbsent) {
    return true;
  }

  @Override
  public void closeConnection(Endpoint endpoint) {}

  @Override
  public void registerConnectEventListener(ReplicatorGroup replicatorGroup) {}

  @Override
  public Object invokeSync(
      Endpoint endpoint, Object request, InvokeContext context, long timeoutMillis)
      throws RemotingException {
    throw new RemotingException("Nothing waits for another node: " + request.getClass());
  }

  @Override
  public void invokeAsync(
      Endpoint endpoint,
      Object request,
      InvokeContext context,
      InvokeCallback callback,
      long timeoutMillis)
      throws RemotingException {
    Objects.requireNonNull(outbox).send(NodeNames.node(endpoint), request, callback, timeoutMillis);
  }
}
