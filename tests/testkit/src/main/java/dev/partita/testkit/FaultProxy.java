package dev.partita.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A bad network between two programs: they connect to it in place of each other, and it passes on
 * what they say, until it is told to cut, hold or slow that. Safe for any number of threads.
 */
public final class FaultProxy implements AutoCloseable {

  /** Which way bytes go. */
  public enum Direction {
    TO_SERVER,
    TO_CLIENT
  }

  private static final int PIECE_BYTES = 1 << 14;
  private static final long POLL_NANOS = 1_000_000;
  private static final long UNLIMITED = Long.MAX_VALUE;

  private final ServerSocket listener;
  private final InetSocketAddress server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Direction> held = ConcurrentHashMap.newKeySet();
  private final AtomicLong passed = new AtomicLong();
  private final AtomicLong accepted = new AtomicLong();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean refusing;
  private volatile long bytesPerSecond = UNLIMITED;

  /**
   * Listens on a free port of the loopback address.
   *
   * @param server where what comes is passed on to
   */
  public FaultProxy(InetSocketAddress server) {
    this.server = server;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  /** Where to connect to in place of the server. */
  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
  }

  /** How many bytes were passed on, both ways. */
  public long passedBytes() {
    return passed.get();
  }

  /** How many connections have come. */
  public long accepted() {
    return accepted.get();
  }

  /** Ends all connections, and refuses further ones until {@link #heal}. */
  public void cut() {
    refusing = true;
    dropConnections();
  }

  /** Ends all connections, and goes on with new ones. */
  public void dropConnections() {
    sockets.forEach(FaultProxy::close);
  }

  /** Passes on nothing any more that goes one way; connections stay, and so does what was said. */
  public void hold(Direction direction) {
    held.add(direction);
  }

  /** Passes on nothing at all; connections stay. */
  public void holdBoth() {
    held.addAll(Set.of(Direction.values()));
  }

  /** Passes on so many bytes in a second on each connection and way. */
  public void slow(long newBytesPerSecond) {
    bytesPerSecond = newBytesPerSecond;
  }

  /** Everything is well again; what was held goes on. */
  public void heal() {
    refusing = false;
    bytesPerSecond = UNLIMITED;
    held.clear();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        accepted.incrementAndGet();
        sockets.add(client);
        if (refusing) {
          drop(client);
        } else {
          connect(client);
        }
      } catch (IOException e) {
        // The listener was closed: the loop sees it.
      }
    }
  }

  private void connect(Socket client) {
    Socket toServer = new Socket();
    sockets.add(toServer);
    try {
      client.setTcpNoDelay(true);
      toServer.setTcpNoDelay(true);
      toServer.connect(server);
    } catch (IOException e) {
      // As the client would see it without the proxy.
      drop(client);
      drop(toServer);
      return;
    }
    threads.execute(() -> pass(client, toServer, Direction.TO_SERVER));
    threads.execute(() -> pass(toServer, client, Direction.TO_CLIENT));
  }

  private void pass(Socket from, Socket to, Direction direction) {
    byte[] piece = new byte[PIECE_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        while (held.contains(direction) && !to.isClosed()) {
          LockSupport.parkNanos(POLL_NANOS);
        }
        long rate = bytesPerSecond;
        if (rate != UNLIMITED) {
          LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(read) / rate);
        }
        out.write(piece, 0, read);
        passed.addAndGet(read);
      }
    } catch (IOException e) {
      // One of both is gone, and so the other is to be.
      drop(to);
    } finally {
      drop(from);
      drop(to);
    }
  }

  private void drop(Socket socket) {
    sockets.remove(socket);
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    held.clear();
    dropConnections();
    threads.shutdownNow();
  }
}
