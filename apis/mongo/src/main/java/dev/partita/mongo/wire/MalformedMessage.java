package dev.partita.mongo.wire;

import dev.partita.mongo.error.MongoError;
import java.io.Serial;

/**
 * A message that is not one of the protocol. The code is the one that MongoDB has for it. After a
 * fatal one nothing more can be understood on the connection; another can be answered.
 */
public final class MalformedMessage extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final MongoError code;
  private final boolean fatal;

  private MalformedMessage(MongoError code, String text, boolean fatal) {
    super(text, null, false, false);
    this.code = code;
    this.fatal = fatal;
  }

  static MalformedMessage of(MongoError code, String text) {
    return new MalformedMessage(code, text, false);
  }

  static MalformedMessage fatal(MongoError code, String text) {
    return new MalformedMessage(code, text, true);
  }

  public MongoError code() {
    return code;
  }

  public boolean isFatal() {
    return fatal;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
