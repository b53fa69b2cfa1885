package dev.partita.json;

import java.util.Arrays;

/**
 * The names that the members of one text after the other had last, by their place: most texts are
 * alike, and a name that is expected is recognised sooner than it is read. Not for use by several
 * threads.
 */
final class NameOrder {

  /** Of longer names, and of more, nothing is kept. */
  private static final int LONGEST = 2 * Long.BYTES;

  private static final int MOST = 64;

  private int[] lengths = new int[8];

  /**
   * The first eight bytes of each name as it is written, or fewer, and which bits of them count.
   */
  private long[] heads = new long[lengths.length];

  private long[] masks = new long[lengths.length];

  /** The last eight bytes of each longer name; of others what the head is. */
  private long[] tails = new long[lengths.length];

  private int[] meanings = new int[lengths.length];

  /**
   * Where the value begins whose name begins here, if that is the name that was last at this place;
   * -1 if it is not.
   */
  int behind(int place, byte[] text, int at, int end) {
    if (place >= lengths.length || end - at < LONGEST) {
      return -1;
    }
    int length = lengths[place];
    long mask = masks[place];
    boolean same =
        (StringScan.eight(text, at) & mask) == heads[place]
            && (StringScan.eight(text, at + Math.max(0, length - Long.BYTES)) & mask)
                == tails[place];
    return same && length > 0 ? at + length : -1;
  }

  /** What was kept with the name that was last at a place. */
  int meaning(int place) {
    return meanings[place];
  }

  /**
   * Keeps a name.
   *
   * @param from where it begins in the text, at its quote
   * @param to where the value begins, behind the colon
   * @param meaning whatever is to be kept with it
   */
  void keep(int place, byte[] text, int from, int to, int meaning) {
    int length = to - from;
    if (place >= MOST || length > LONGEST) {
      return;
    }
    if (place >= lengths.length) {
      grow(Math.min(MOST, 2 * lengths.length));
    }
    lengths[place] = length;
    heads[place] = bytes(text, from, Math.min(to, from + Long.BYTES));
    masks[place] = length < Long.BYTES ? (1L << (Byte.SIZE * length)) - 1 : -1;
    tails[place] = length > Long.BYTES ? bytes(text, to - Long.BYTES, to) : heads[place];
    meanings[place] = meaning;
  }

  private static long bytes(byte[] text, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes |= (text[i] & 0xFFL) << (Byte.SIZE * (i - from));
    }
    return bytes;
  }

  private void grow(int places) {
    lengths = Arrays.copyOf(lengths, places);
    heads = Arrays.copyOf(heads, places);
    masks = Arrays.copyOf(masks, places);
    tails = Arrays.copyOf(tails, places);
    meanings = Arrays.copyOf(meanings, places);
  }
}
