package dev.partita.consensus;

import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.option.SnapshotCopierOptions;
import com.alipay.sofa.jraft.storage.SnapshotStorage;
import com.alipay.sofa.jraft.storage.SnapshotThrottle;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotCopier;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import com.google.protobuf.Message;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots as the engine wants them, of which there are none: the state is in the data store,
 * which makes it durable, and that it was is a note ({@link Covered}). For another replica a state
 * is opened for streaming when it is wanted, as new as it is then. What leads to it is its name.
 */
final class CoveredSnapshots implements SnapshotStorage {

  /**
   * A state that another node gives.
   *
   * @param node which has it
   * @param stream its number there
   */
  record Source(int node, long stream, Covered covered) {

    String name() {
      return HexFormat.of()
          .formatHex(new KeyWriter().u16(node).u64(stream).raw(covered.encode()).toBytes());
    }

    static Source of(String name) {
      KeyReader reader = new KeyReader(HexFormat.of().parseHex(name));
      return new Source(reader.u16(), reader.u64(), Covered.decode(reader.rest()));
    }
  }

  private final ReplicaRecord record;
  private final Supplier<Source> opener;
  private final SnapshotStreams streams;
  private volatile boolean started;

  /**
   * @param opener opens the state as it is now
   */
  CoveredSnapshots(ReplicaRecord record, SnapshotStreams streams, Supplier<Source> opener) {
    this.record = record;
    this.streams = streams;
    this.opener = opener;
  }

  /** From now on what is opened is for other replicas; before, the engine finds out where it is. */
  void started() {
    started = true;
  }

  @Override
  public boolean init(@Nullable Void options) {
    return true;
  }

  @Override
  public void shutdown() {}

  @Override
  public boolean setFilterBeforeCopyRemote() {
    return false;
  }

  @Override
  public void setSnapshotThrottle(SnapshotThrottle throttle) {}

  @Override
  public @Nullable SnapshotReader open() {
    if (started) {
      Source source = opener.get();
      return new Reader(source.covered(), source, streams);
    }
    Covered covered = record.covered();
    return covered == null ? null : new Reader(covered, null, streams);
  }

  @Override
  public SnapshotWriter create() {
    return new Writer(record);
  }

  @Override
  public SnapshotReader copyFrom(String name, SnapshotCopierOptions options) {
    throw new UnsupportedOperationException("States are streamed when they are loaded.");
  }

  /** There is nothing to be copied before it is loaded. */
  @Override
  public SnapshotCopier startToCopyFrom(String name, SnapshotCopierOptions options) {
    Source source = Source.of(name);
    return new Copier(new Reader(source.covered(), source, null));
  }

  /** A state that the engine is to load, or has another replica load. */
  static final class Reader extends SnapshotReader {
    private final Covered covered;
    private final @Nullable Source source;
    private final @Nullable SnapshotStreams given;

    Reader(Covered covered, @Nullable Source source, @Nullable SnapshotStreams given) {
      this.covered = covered;
      this.source = source;
      this.given = given;
    }

    /** Where it comes from; null if it is the state that the replica has. */
    @Nullable Source source() {
      return source;
    }

    Covered covered() {
      return covered;
    }

    @Override
    public boolean init(@Nullable Void options) {
      return true;
    }

    @Override
    public void shutdown() {}

    @Override
    public SnapshotMeta load() {
      return covered.meta();
    }

    @Override
    public String generateURIForCopy() {
      return Objects.requireNonNull(source).name();
    }

    @Override
    public void close() {
      if (given != null && source != null) {
        given.close(source.stream());
      }
    }

    @Override
    public String getPath() {
      return "";
    }

    @Override
    public Set<String> listFiles() {
      return Set.of();
    }

    @Override
    public @Nullable Message getFileMeta(String fileName) {
      return null;
    }
  }

  /** Notes up to where the state is durable. */
  static final class Writer extends SnapshotWriter {
    private final ReplicaRecord record;
    private volatile long stateIndex;

    Writer(ReplicaRecord record) {
      this.record = record;
    }

    void stateIndex(long durable) {
      stateIndex = durable;
    }

    @Override
    public boolean init(@Nullable Void options) {
      return true;
    }

    @Override
    public void shutdown() {}

    @Override
    public boolean saveMeta(SnapshotMeta meta) {
      try {
        record.cover(Covered.of(meta, stateIndex));
        return true;
      } catch (DatabaseException e) {
        // The store has told the node, which is silent from now on.
        return false;
      }
    }

    @Override
    public boolean addFile(String fileName, Message fileMeta) {
      return false;
    }

    @Override
    public boolean removeFile(String fileName) {
      return false;
    }

    @Override
    public void close() {}

    @Override
    public void close(boolean keepDataOnError) {}

    @Override
    public String getPath() {
      return "";
    }

    @Override
    public Set<String> listFiles() {
      return Set.of();
    }

    @Override
    public @Nullable Message getFileMeta(String fileName) {
      return null;
    }
  }

  /** Has nothing to do. */
  private static final class Copier extends SnapshotCopier {
    private final Reader reader;

    Copier(Reader reader) {
      this.reader = reader;
    }

    @Override
    public void cancel() {}

    @Override
    public void join() {}

    @Override
    public void start() {}

    @Override
    public SnapshotReader getReader() {
      return reader;
    }

    @Override
    public void close() {}
  }
}
