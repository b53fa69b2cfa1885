package dev.partita.nosql;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.UuidText;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags of what is not an item: sums of all that a resource is. A tag that comes again, after
 * a restart or over a copy of the data, is about the same contents. Pure functions without state.
 */
final class Etags {

  private Etags() {}

  /**
   * @param contents what a client reads of the resource, its tag left out
   * @param more what else tells its versions apart
   */
  static String of(JsonValue contents, long... more) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
    digest.update(JsonWriter.bytes(contents));
    byte[] sum = digest.digest(Arrays.toString(more).getBytes(StandardCharsets.US_ASCII));
    return '"' + UuidText.of(Bytes.readLong(sum, 0), Bytes.readLong(sum, Long.BYTES)) + '"';
  }

  /** Whether a read finds what its sender already has. */
  static boolean isKnown(Call call, String current) {
    String ifNoneMatch = call.header("if-none-match");
    return ifNoneMatch != null && (ifNoneMatch.equals("*") || ifNoneMatch.equals(current));
  }

  static void require(@Nullable String ifMatch, String current) {
    if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(current)) {
      throw new DatabaseException(
              ErrorCode.PRECONDITION_FAILED,
              "The resource is not the version that the request asks for.")
          .with("asked", ifMatch)
          .with("found", current);
    }
  }
}
