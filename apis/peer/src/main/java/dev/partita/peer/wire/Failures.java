package dev.partita.peer.wire;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.partition.PartitionFenced;
import dev.partita.partition.PartitionRetired;
import dev.partita.replication.NotInCharge;
import dev.partita.replication.NotLeading;
import dev.partita.replication.peer.PeerUnavailable;
import java.util.Map;

/**
 * Failures on their way to the node that has asked. Kinds from {@link #REFUSALS} on say that
 * nothing was done and nothing will be, those that this version does not know included. Pure
 * functions.
 */
final class Failures {

  private static final int DATABASE = 1;
  private static final int REFUSALS = 16;
  private static final int NOT_LEADING = 16;
  private static final int UNAVAILABLE = 17;
  private static final int RETIRED = 18;
  private static final int FENCED = 19;

  private static final int STRING = 1;
  private static final int INT = 2;
  private static final int LONG = 3;
  private static final int DOUBLE = 4;
  private static final int BOOLEAN = 5;

  private Failures() {}

  static void write(RuntimeException failure, FrameWriter out) {
    switch (failure) {
      case DatabaseException e -> write(e, out);
      case PeerUnavailable e -> out.u8(UNAVAILABLE).u32(e.node());
      case PartitionRetired e -> out.u8(RETIRED).u32(e.partition());
      case PartitionFenced e -> out.u8(FENCED).u32(e.partition()).u32(e.epoch());
      // Whatever the kind, the caller has to find out who is in charge.
      case NotInCharge _ -> out.u8(NOT_LEADING);
      default -> write(defect(), out);
    }
  }

  /** What a failure of the program becomes, of which the log of the node has more. */
  private static DatabaseException defect() {
    return new DatabaseException(
        ErrorCode.INTERNAL, "Another node has failed at the request; its log says more.");
  }

  private static void write(DatabaseException failure, FrameWriter out) {
    Map<String, Object> context = failure.context();
    out.u8(DATABASE).text(failure.code().name()).text(failure.text()).u16(context.size());
    context.forEach(
        (name, value) -> {
          out.text(name);
          switch (value) {
            case Integer number -> out.u8(INT).u32(number);
            case Long number -> out.u8(LONG).u64(number);
            case Double number -> out.u8(DOUBLE).u64(Double.doubleToRawLongBits(number));
            case Boolean truth -> out.u8(BOOLEAN).u8(truth ? 1 : 0);
            default -> out.u8(STRING).text(value.toString());
          }
        });
  }

  static RuntimeException read(FrameReader in) {
    int kind = in.u8();
    return switch (kind) {
      case DATABASE -> readDatabase(in);
      case NOT_LEADING -> new NotLeading();
      case UNAVAILABLE -> new PeerUnavailable(in.u32());
      case RETIRED -> new PartitionRetired(in.u32());
      case FENCED -> new PartitionFenced(in.u32(), in.u32());
      default -> {
        byte[] _ = in.rest();
        yield kind >= REFUSALS ? new NotLeading() : defect();
      }
    };
  }

  private static DatabaseException readDatabase(FrameReader in) {
    var failure = new DatabaseException(code(in.text()), in.text());
    for (int left = in.u16(); left > 0; left--) {
      var _ = failure.with(in.text(), value(in));
    }
    return failure;
  }

  /** A code that only newer versions have is a failure all the same. */
  private static ErrorCode code(String name) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.name().equals(name)) {
        return code;
      }
    }
    return ErrorCode.INTERNAL;
  }

  private static Object value(FrameReader in) {
    int type = in.u8();
    return switch (type) {
      case STRING -> in.text();
      case INT -> in.u32();
      case LONG -> in.u64();
      case DOUBLE -> Double.longBitsToDouble(in.u64());
      case BOOLEAN -> in.u8() != 0;
      default -> throw new IllegalArgumentException("a value of type " + type);
    };
  }
}
