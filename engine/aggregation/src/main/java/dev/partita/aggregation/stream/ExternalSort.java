package dev.partita.aggregation.stream;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.file.ScratchFile;
import dev.partita.bson.BsonDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A sort of documents by keys whose bytes have the order; what is equal keeps the order in which it
 * came. It needs memory for the results that are wanted. Where that does not suffice, sorted runs
 * go to a file and are merged at the end. Not for use by several threads.
 */
public final class ExternalSort implements AutoCloseable {

  private static final int OVERHEAD_BYTES = 64;

  /** A document with its key and its place among all. */
  public record Sorted(byte[] key, long number, BsonDocument document) {
    private long bytes() {
      return (long) OVERHEAD_BYTES + key.length + document.byteLength();
    }
  }

  private static final Comparator<Sorted> ORDER =
      Comparator.comparing(Sorted::key, Arrays::compareUnsigned).thenComparingLong(Sorted::number);

  private final Workspace.Memory memory;
  private final long wanted;
  private final String refusal;
  private final PriorityQueue<Sorted> worstFirst = new PriorityQueue<>(ORDER.reversed());
  private List<Sorted> held = new ArrayList<>();
  private final List<long[]> runs = new ArrayList<>();
  private @Nullable ScratchFile file;
  private long number;

  /**
   * @param wanted how many of the first results there may be; 0 for all
   * @param refusal the text of the failure if memory does not suffice and files are not allowed
   */
  public ExternalSort(Workspace.Memory memory, long wanted, String refusal) {
    this.memory = memory;
    this.wanted = wanted == 0 ? Long.MAX_VALUE : wanted;
    this.refusal = refusal;
  }

  public void add(byte[] key, BsonDocument document) {
    Sorted added = new Sorted(key, number++, document);
    if (wanted < Integer.MAX_VALUE && addToBest(added)) {
      return;
    }
    if (!memory.tryTake(added.bytes())) {
      spill();
      // One that is larger than all there is room for is sorted by itself.
      var _ = memory.tryTake(added.bytes());
    }
    held.add(added);
  }

  /** Keeps it among the best, as long as these fit into memory; false from then on. */
  private boolean addToBest(Sorted added) {
    if (file != null || !held.isEmpty()) {
      return false;
    }
    if (worstFirst.size() >= wanted) {
      Sorted worst = worstFirst.element();
      if (ORDER.compare(added, worst) >= 0) {
        return true;
      }
      worstFirst.remove();
      memory.giveBack(worst.bytes());
    }
    if (memory.tryTake(added.bytes())) {
      worstFirst.add(added);
      return true;
    }
    held.addAll(worstFirst);
    worstFirst.clear();
    return false;
  }

  /** Goes on in a file from here, so that what was added takes no memory. */
  public void toFile() {
    spill();
  }

  private void spill() {
    ScratchFile to = file;
    if (to == null) {
      to = memory.file(refusal);
      file = to;
    }
    if (held.isEmpty()) {
      return;
    }
    held.sort(ORDER);
    long start = to.position();
    for (Sorted each : held) {
      byte[] head = new byte[Long.BYTES];
      Bytes.writeLong(head, 0, each.number());
      to.append(Bytes.concat(head, each.key()));
      to.append(each.document().toBytes());
    }
    runs.add(new long[] {start, to.position()});
    held = new ArrayList<>();
    memory.giveAllBack();
  }

  /** Whether it had to go on in files. */
  public boolean usedFiles() {
    return file != null;
  }

  /** The first in order; null if there is none. Nothing is added after that. */
  public @Nullable Sorted first() {
    Results results = results();
    return results.next();
  }

  /** What was added, in order. Nothing is added after that. */
  public Results results() {
    held.addAll(worstFirst);
    worstFirst.clear();
    held.sort(ORDER);
    List<Run> all = new ArrayList<>();
    all.add(new Run(held));
    ScratchFile from = file;
    if (from != null) {
      for (long[] run : runs) {
        all.add(new Run(from.read(run[0], run[1])));
      }
    }
    return new Results(all, wanted);
  }

  @Override
  public void close() {
    held = new ArrayList<>();
    worstFirst.clear();
    memory.close();
    ScratchFile open = file;
    if (open != null) {
      file = null;
      open.close();
    }
  }

  /** One sorted part of all. */
  private static final class Run {

    private final List<Sorted> held;
    private final ScratchFile.@Nullable Records records;
    private int next;
    private @Nullable Sorted head;

    Run(List<Sorted> held) {
      this.held = held;
      this.records = null;
    }

    Run(ScratchFile.Records records) {
      this.held = List.of();
      this.records = records;
    }

    boolean advance() {
      if (records == null) {
        // What has been given out need not be kept any longer.
        head = next < held.size() ? held.set(next++, SPENT) : null;
        return head != null;
      }
      byte[] key = records.next();
      byte[] document = key == null ? null : records.next();
      head =
          key == null || document == null
              ? null
              : new Sorted(
                  Arrays.copyOfRange(key, Long.BYTES, key.length),
                  Bytes.readLong(key, 0),
                  BsonDocument.trusted(document, 0));
      return head != null;
    }

    Sorted head() {
      return java.util.Objects.requireNonNull(head);
    }
  }

  private static final Sorted SPENT = new Sorted(new byte[0], 0, BsonDocument.EMPTY);

  /** Sorted documents, one after the other. Not for use by several threads. */
  public static final class Results {

    private final PriorityQueue<Run> runs =
        new PriorityQueue<>(Comparator.comparing(Run::head, ORDER));
    private long left;

    private Results(List<Run> all, long wanted) {
      left = wanted;
      all.stream().filter(Run::advance).forEach(runs::add);
    }

    /** The next; null if there is none. */
    public @Nullable Sorted next() {
      Run run = left == 0 ? null : runs.poll();
      if (run == null) {
        return null;
      }
      left--;
      Sorted result = run.head();
      if (run.advance()) {
        runs.add(run);
      }
      return result;
    }
  }
}
