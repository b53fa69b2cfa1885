package dev.partita.execution.page;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A continuation: what a client keeps between two pages. docs/formats/tokens.md lays down its form.
 * Immutable.
 *
 * @param fingerprint of the query it belongs to
 * @param toSkip how many results are to be passed over still, for OFFSET
 * @param left how many results are wanted still, for TOP and LIMIT
 * @param given how many results there were on the pages so far
 * @param read how many items were charged for on the pages so far
 */
public record QueryToken(
    long fingerprint, long toSkip, long left, long given, long read, Bookmark bookmark) {

  private static final int VERSION = 2;
  private static final int CHECKSUM_BYTES = 4;

  private static final int AT_ITEM = 1;
  private static final int AFTER_ROW = 2;
  private static final int AFTER_GROUP = 3;
  private static final int AFTER_RESULTS = 4;
  private static final int AFTER_CHOSEN_ROW = 5;
  private static final int UNFINISHED = 6;

  public QueryToken with(Bookmark other) {
    return new QueryToken(fingerprint, toSkip, left, given, read, other);
  }

  public String encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(96);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeLong(fingerprint);
      number(out, toSkip);
      // Nearly always without limit, which takes one byte as the zero that a limit never has here.
      number(out, left == Long.MAX_VALUE ? 0 : left);
      number(out, given);
      number(out, read);
      write(out, bookmark);
      out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }

  /**
   * Reads a token of the query with the fingerprint.
   *
   * @throws DatabaseException BAD_REQUEST if the text is none, or belongs to another query
   */
  public static QueryToken decode(String text, long fingerprint) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException _) {
      throw invalid(text);
    }
    int length = bytes.length - CHECKSUM_BYTES;
    if (length < 1 || bytes[0] != VERSION) {
      throw invalid(text);
    }
    QueryToken token;
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      in.skipNBytes(1);
      token = read(in);
      if (in.available() != CHECKSUM_BYTES || in.readInt() != checksum(bytes, length)) {
        throw invalid(text);
      }
    } catch (IOException _) {
      throw invalid(text);
    }
    if (token.fingerprint != fingerprint) {
      throw DatabaseException.badRequest(
          "The continuation belongs to another query: the text and the parameters must be those of"
              + " the page before.");
    }
    return token;
  }

  private static QueryToken read(DataInputStream in) throws IOException {
    long fingerprint = in.readLong();
    long toSkip = number(in);
    long left = number(in);
    return new QueryToken(
        fingerprint,
        toSkip,
        left == 0 ? Long.MAX_VALUE : left,
        number(in),
        number(in),
        bookmark(in));
  }

  private static void write(DataOutputStream out, Bookmark bookmark) throws IOException {
    switch (bookmark) {
      case Bookmark.AtItem(byte[] key, int[] loops) -> {
        out.writeByte(AT_ITEM);
        bytes(out, key);
        loops(out, loops);
      }
      case Bookmark.AfterRow(long order, List<JsonValue> keys, byte[] key, int[] loops) -> {
        out.writeByte(order == 0 ? AFTER_ROW : AFTER_CHOSEN_ROW);
        if (order != 0) {
          out.writeLong(order);
        }
        values(out, keys);
        bytes(out, key);
        loops(out, loops);
      }
      case Bookmark.AfterGroup(List<JsonValue> keys, Hash128(long h1, long h2)) -> {
        out.writeByte(AFTER_GROUP);
        values(out, keys);
        out.writeLong(h1);
        out.writeLong(h2);
      }
      case Bookmark.AfterResults(long order) -> {
        out.writeByte(AFTER_RESULTS);
        out.writeLong(order);
      }
      case Bookmark.Unfinished(long number) -> {
        out.writeByte(UNFINISHED);
        out.writeLong(number);
      }
    }
  }

  private static Bookmark bookmark(DataInputStream in) throws IOException {
    return switch (in.readUnsignedByte()) {
      case AT_ITEM -> new Bookmark.AtItem(bytes(in), loops(in));
      case AFTER_ROW -> new Bookmark.AfterRow(0, values(in), bytes(in), loops(in));
      case AFTER_CHOSEN_ROW ->
          new Bookmark.AfterRow(in.readLong(), values(in), bytes(in), loops(in));
      case AFTER_GROUP ->
          new Bookmark.AfterGroup(values(in), new Hash128(in.readLong(), in.readLong()));
      case AFTER_RESULTS -> new Bookmark.AfterResults(in.readLong());
      case UNFINISHED -> new Bookmark.Unfinished(in.readLong());
      default -> throw new IOException("An unknown kind of bookmark.");
    };
  }

  private static void values(DataOutputStream out, List<JsonValue> values) throws IOException {
    number(out, values.size());
    for (JsonValue value : values) {
      bytes(
          out,
          value.isUndefined() ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static List<JsonValue> values(DataInputStream in) throws IOException {
    List<JsonValue> values = new ArrayList<>();
    for (long left = number(in); left > 0; left--) {
      byte[] json = bytes(in);
      try {
        values.add(json.length == 0 ? JsonUndefined.UNDEFINED : JsonReader.DEFAULT.read(json));
      } catch (DatabaseException e) {
        throw new IOException(e);
      }
    }
    return values;
  }

  private static void loops(DataOutputStream out, int[] loops) throws IOException {
    number(out, loops.length);
    for (int loop : loops) {
      number(out, loop);
    }
  }

  private static int[] loops(DataInputStream in) throws IOException {
    int[] loops = new int[length(in)];
    for (int i = 0; i < loops.length; i++) {
      loops[i] = (int) Math.min(Integer.MAX_VALUE, number(in));
    }
    return loops;
  }

  private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    number(out, bytes.length);
    out.write(bytes);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[length(in)];
    in.readFully(bytes);
    return bytes;
  }

  /** A length that the rest of the token can have. */
  private static int length(DataInputStream in) throws IOException {
    long length = number(in);
    if (length > in.available()) {
      throw new IOException("A length beyond the end.");
    }
    return (int) length;
  }

  /** Seven bits to a byte, the lowest first. */
  private static void number(DataOutputStream out, long number) throws IOException {
    long rest = number;
    while (rest >= 0x80) {
      out.writeByte(((int) rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  private static long number(DataInputStream in) throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
      int next = in.readUnsignedByte();
      number |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return number;
      }
    }
    throw new IOException("A number that is too long.");
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(Arrays.copyOf(bytes, length));
    return (int) checksum.getValue();
  }

  private static DatabaseException invalid(String text) {
    return DatabaseException.badRequest(
            "Invalid Continuation Token: this is not one that a query of this database gave.")
        .with("continuation", text);
  }
}
