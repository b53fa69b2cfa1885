package dev.partita.consensus;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.replication.GroupSnapshot;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.Peers;
import dev.partita.storage.Batch;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The states that this node is giving to other replicas, piece by piece. Who asks for a piece says
 * which, so that one that got lost on the way can be asked for again. Safe for use by any number of
 * threads.
 */
final class SnapshotStreams implements AutoCloseable {

  static final PeerService SERVICE =
      new PeerService(2, "states of replicas", PeerService.Lane.BULK);

  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int REQUEST_BYTES = 16;
  private static final int CHECKSUM_BYTES = 4;

  private final Peers peers;
  private final Clock clock;
  private final Executor threads;
  private final AtomicLong numbers;
  private final Map<Long, Stream> streams = new ConcurrentHashMap<>();

  /**
   * @param numbers of streams, such that none is used twice, also after a restart
   */
  SnapshotStreams(Peers peers, Clock clock, Executor threads, AtomicLong numbers) {
    this.peers = peers;
    this.clock = clock;
    this.threads = threads;
    this.numbers = numbers;
    peers.serve(SERVICE, (_, request, _) -> answer(request));
  }

  private final class Stream {
    private final int group;
    private final GroupSnapshot snapshot;
    private volatile long askedNanos = clock.nanos();
    private long piece = -1;
    private byte[] bytes = Bytes.EMPTY;
    private boolean closed;

    Stream(int group, GroupSnapshot snapshot) {
      this.group = group;
      this.snapshot = snapshot;
    }

    synchronized byte[] piece(long wanted) {
      askedNanos = clock.nanos();
      if (wanted == piece) {
        return bytes;
      }
      if (closed || wanted != piece + 1) {
        throw gone();
      }
      bytes = encoded(snapshot.next());
      piece = wanted;
      askedNanos = clock.nanos();
      return bytes;
    }

    synchronized void close() {
      if (!closed) {
        closed = true;
        snapshot.close();
      }
    }
  }

  /** Begins to give a state; returns the number of the stream. It is closed with it. */
  long open(int group, GroupSnapshot snapshot) {
    long number = numbers.incrementAndGet();
    streams.put(number, new Stream(group, snapshot));
    return number;
  }

  boolean isGiving(int group) {
    return streams.values().stream().anyMatch(stream -> stream.group == group);
  }

  void close(long number) {
    Stream stream = streams.remove(number);
    if (stream != null) {
      stream.close();
    }
  }

  void closeAll(int group) {
    streams.forEach(
        (number, stream) -> {
          if (stream.group == group) {
            close(number);
          }
        });
  }

  /** Closes those that nobody has asked for. */
  void closeIdle() {
    long now = clock.nanos();
    streams.forEach(
        (number, stream) -> {
          if (now - stream.askedNanos > IDLE_NANOS) {
            close(number);
          }
        });
  }

  @Override
  public void close() {
    streams.keySet().forEach(this::close);
  }

  private CompletableFuture<byte[]> answer(byte[] request) {
    if (request.length != REQUEST_BYTES) {
      return CompletableFuture.failedFuture(gone());
    }
    Stream stream = streams.get(Bytes.readLong(request, 0));
    if (stream == null) {
      return CompletableFuture.failedFuture(gone());
    }
    return CompletableFuture.supplyAsync(
        () -> stream.piece(Bytes.readLong(request, Long.BYTES)), threads);
  }

  private static DatabaseException gone() {
    return new DatabaseException(
        ErrorCode.GONE, "The state that the replica is given is not there any more.");
  }

  /** The bytes of a batch behind their checksum; nothing at the end. */
  private static byte[] encoded(@Nullable Batch piece) {
    if (piece == null) {
      return Bytes.EMPTY;
    }
    byte[] batch = piece.toBytes();
    return new KeyWriter(CHECKSUM_BYTES + batch.length).u32(checksum(batch)).raw(batch).toBytes();
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  /** The state that another node gives, by the number of its stream. */
  GroupSnapshot from(int node, long stream, long index, long term, long timeoutMillis) {
    return new Received(node, stream, index, term, timeoutMillis);
  }

  private final class Received implements GroupSnapshot {
    private final int node;
    private final long stream;
    private final long index;
    private final long term;
    private final long timeoutMillis;
    private long next;
    private @Nullable CompletableFuture<byte[]> ahead;

    Received(int node, long stream, long index, long term, long timeoutMillis) {
      this.node = node;
      this.stream = stream;
      this.index = index;
      this.term = term;
      this.timeoutMillis = timeoutMillis;
    }

    @Override
    public long index() {
      return index;
    }

    @Override
    public long term() {
      return term;
    }

    @Override
    public @Nullable Batch next() {
      CompletableFuture<byte[]> asked = ahead == null ? ask() : ahead;
      byte[] piece = Futures.join(asked);
      if (piece.length == 0) {
        return null;
      }
      // The next one is on its way while this one is written.
      ahead = ask();
      byte[] batch = Arrays.copyOfRange(piece, CHECKSUM_BYTES, piece.length);
      if (piece.length < CHECKSUM_BYTES || Bytes.readInt(piece, 0) != checksum(batch)) {
        throw new DatabaseException(
            ErrorCode.CORRUPT, "A piece of the state of another replica was damaged on its way.");
      }
      return Batch.fromBytes(batch);
    }

    private CompletableFuture<byte[]> ask() {
      byte[] request = new KeyWriter(REQUEST_BYTES).u64(stream).u64(next++).toBytes();
      return peers.ask(node, SERVICE, request, Deadline.in(timeoutMillis, clock));
    }

    @Override
    public void close() {
      if (ahead != null) {
        Objects.requireNonNull(ahead).cancel(false);
      }
    }
  }
}
