package dev.partita.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Port of this machine that forwards to another one. */
final class MappedPort implements AutoCloseable {

  private final ServerSocket listener;
  private final int target;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();

  MappedPort(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Number of connections so far. */
  int connections() {
    return connections.get();
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        connections.incrementAndGet();
        sockets.add(client);
        sockets.add(server);
        Thread.ofVirtual().start(() -> pass(client, server));
        Thread.ofVirtual().start(() -> pass(server, client));
      }
    } catch (IOException closed) {
      closeConnections();
    }
  }

  private static void pass(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException closed) {
      // Both sockets are closed by now, which ends the other direction.
    }
  }

  void closeConnections() {
    for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    closeConnections();
  }
}
