package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Entity tags of what is not an item. */
final class Etags {

  private Etags() {}

  static String of(int number, long version) {
    return of(number, 0, version);
  }

  /**
   * @param contents a sum of what the resource is, where the version alone does not tell all
   *     changes apart
   */
  static String of(int number, int contents, long version) {
    return "\"%08x-%04x-%04x-%04x-%012x\""
        .formatted(
            number,
            contents >>> 16,
            contents & 0xFFFF,
            (version >>> 48) & 0xFFFF,
            version & 0xFFFF_FFFF_FFFFL);
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
