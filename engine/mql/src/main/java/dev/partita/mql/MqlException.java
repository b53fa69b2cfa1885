package dev.partita.mql;

import java.io.Serial;

/**
 * A failure as MongoDB's clients know it: a number, its name, and a text that names what was wrong.
 * It carries no stack trace: it is a normal answer.
 */
public final class MqlException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final int code;

  public MqlException(MqlCode code, String text) {
    this(code.number(), text);
  }

  /** A failure with a number that has no name of its own. */
  public MqlException(int code, String text) {
    super(text, null, false, false);
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** The name of the number; Location and the number where it has none. */
  public String codeName() {
    return MqlCode.nameOf(code);
  }

  public String text() {
    return String.valueOf(getMessage());
  }

  public static MqlException badValue(String text) {
    return new MqlException(MqlCode.BAD_VALUE, text);
  }

  public static MqlException failedToParse(String text) {
    return new MqlException(MqlCode.FAILED_TO_PARSE, text);
  }

  public static MqlException typeMismatch(String text) {
    return new MqlException(MqlCode.TYPE_MISMATCH, text);
  }
}
