package dev.partita.table.edm;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;

/** Values as texts. Pure functions without state. */
public final class EdmTexts {

  private static final Pattern UUID_DIGITS =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private EdmTexts() {}

  /**
   * Reads a value as JSON has it, without quotes.
   *
   * @throws DatabaseException if the text is no value of the type
   */
  public static EdmValue value(EdmType type, String text) {
    try {
      return switch (type) {
        case STRING -> new EdmValue.Text(text);
        case INT32 -> new EdmValue.Int32(Integer.parseInt(text));
        case INT64 -> new EdmValue.Int64(Long.parseLong(text));
        case DOUBLE -> new EdmValue.Real(real(text));
        case BOOLEAN -> new EdmValue.Flag(truth(text));
        case DATE_TIME -> new EdmValue.Moment(Ticks.parse(text));
        case GUID -> new EdmValue.Guid(guid(text));
        case BINARY -> new EdmValue.Binary(Base64.getDecoder().decode(text));
      };
    } catch (IllegalArgumentException e) {
      throw TableError.INVALID_INPUT
          .failure("A text is no value of its type; integers beyond 32 bits need Edm.Int64.")
          .with("type", type.edmName())
          .with("value", text.length() > 64 ? text.substring(0, 64) + "…" : text);
    }
  }

  private static double real(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "Infinity", "INF" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
      default -> {
        double value = Double.parseDouble(text);
        if (!Double.isFinite(value) || !isDecimal(text)) {
          throw new IllegalArgumentException(text);
        }
        yield value;
      }
    };
  }

  /** Java reads more than decimal numbers: suffixes, hexadecimal digits, blanks. */
  private static boolean isDecimal(String number) {
    for (int i = 0; i < number.length(); i++) {
      char c = number.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
        return false;
      }
    }
    return true;
  }

  private static boolean truth(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static UUID guid(String text) {
    // Java would take more digits in a group than it has room for, and drop the first of them.
    if (!UUID_DIGITS.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
    return UUID.fromString(text);
  }
}
