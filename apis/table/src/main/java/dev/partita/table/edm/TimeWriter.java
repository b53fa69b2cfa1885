package dev.partita.table.edm;

/**
 * Writes the times of entities, each as a tag and as a value. Those that are written one after the
 * other are often of the same second, of which just the fraction is written anew. For use by one
 * thread.
 */
final class TimeWriter {

  private long ticks = -1;
  private byte[] plainSecond = {};
  private byte[] tagSecond = {};
  private byte[] fraction = {};

  /** Writes a time as a value. */
  void plain(long time, Utf8Buffer out) {
    look(time);
    out.raw(plainSecond).raw(fraction);
  }

  /** Writes a time as a tag has it. */
  void inTag(long time, Utf8Buffer out) {
    look(time);
    out.raw(tagSecond).raw(fraction);
  }

  private void look(long time) {
    if (time == ticks) {
      return;
    }
    if (ticks < 0 || Ticks.second(time) != Ticks.second(ticks)) {
      plainSecond = Ticks.seconds(time, ":");
      tagSecond = Ticks.seconds(time, "%3A");
    }
    fraction = Ticks.fraction(time);
    ticks = time;
  }
}
