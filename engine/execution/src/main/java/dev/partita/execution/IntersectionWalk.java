package dev.partita.execution;

import dev.partita.base.bytes.Bytes;
import dev.partita.storage.Meeting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items that several terms have in common. For one thread. */
final class MeetingWalk implements KeyCursor {

  private final Meeting meeting;

  /** What was found last, and on which of it the walk stands. */
  private List<byte[]> keys;

  private int at = -1;

  /** Where the meeting is to go on, if that is not where it stands. */
  private byte @Nullable [] elsewhere;

  private boolean more = true;

  /**
   * @param first what was found before, however far before the meeting it may be
   * @param known up to which key that is all there is
   */
  MeetingWalk(Meeting meeting, List<byte[]> first, byte[] known) {
    this.meeting = meeting;
    this.keys = first;
    this.elsewhere = Arrays.copyOf(known, known.length + 1);
  }

  @Override
  public boolean next() {
    at++;
    while (at >= keys.size() && more) {
      readOn();
    }
    return at < keys.size();
  }

  @Override
  public boolean seek(byte[] key) {
    at = KeyCursors.firstNear(Math.max(at, 0), keys.size(), keys::get, key);
    if (at < keys.size() || !more) {
      return at < keys.size();
    }
    if (elsewhere == null || Bytes.ORDER.compare(elsewhere, key) < 0) {
      elsewhere = key;
    }
    return next();
  }

  @Override
  public byte[] key() {
    return keys.get(at);
  }

  @Override
  public void close() {
    meeting.close();
  }

  private void readOn() {
    if (elsewhere != null) {
      meeting.seek(elsewhere);
      elsewhere = null;
    }
    keys = new ArrayList<>();
    at = 0;
    more = meeting.next(keys);
  }
}
