package dev.partita.storage;

import dev.partita.base.bytes.Bytes;
import java.util.List;

/** A meeting of cursors of a {@link RocksStore}. Keys are compared where they lie. */
final class RocksMeeting extends KeyMeeting {

  private final Gate gate;
  private final List<byte[]> beginnings;
  private final List<RocksCursor> cursors;
  private final RocksPointers[] pointers;

  /** Where the ends lie on whose keys the cursors stand. */
  private final long[] addresses;

  private final int[] lengths;

  /**
   * @param cursors over keys with one beginning each; closed with the meeting
   */
  RocksMeeting(Gate gate, List<byte[]> beginnings, List<RocksCursor> cursors) {
    super(cursors.size());
    this.gate = gate;
    this.beginnings = beginnings;
    this.cursors = cursors;
    this.pointers = new RocksPointers[cursors.size()];
    for (int i = 0; i < pointers.length; i++) {
      pointers[i] = cursors.get(i).pointers();
    }
    this.addresses = new long[pointers.length];
    this.lengths = new int[pointers.length];
  }

  @Override
  public void seek(byte[] end) {
    int ticket = enter();
    try {
      start(end);
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  public boolean next(List<byte[]> ends) {
    int ticket = enter();
    try {
      return walk(ends);
    } finally {
      gate.leave(ticket);
    }
  }

  @Override
  boolean moveTo(int walker, byte[] end) {
    return noted(walker, cursors.get(walker).place(Bytes.concat(beginnings.get(walker), end)));
  }

  @Override
  boolean step(int walker) {
    return noted(walker, cursors.get(walker).step());
  }

  private boolean noted(int walker, boolean onKey) {
    if (onKey) {
      int beginning = beginnings.get(walker).length;
      addresses[walker] = pointers[walker].key() + beginning;
      lengths[walker] = pointers[walker].length() - beginning;
    }
    return onKey;
  }

  @Override
  int compare(int walker, int other) {
    return RocksPointers.compare(
        addresses[walker], lengths[walker], addresses[other], lengths[other]);
  }

  @Override
  byte[] end(int walker) {
    byte[] end = new byte[lengths[walker]];
    RocksPointers.copy(addresses[walker], end, 0, end.length);
    return end;
  }

  @Override
  public void close() {
    cursors.forEach(RocksCursor::close);
  }

  private int enter() {
    int ticket = gate.enter();
    try {
      cursors.forEach(RocksCursor::requireOpen);
      return ticket;
    } catch (RuntimeException e) {
      gate.leave(ticket);
      throw e;
    }
  }
}
