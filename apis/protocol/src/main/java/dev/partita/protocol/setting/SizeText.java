package dev.partita.protocol.setting;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes as people write them, with units of 1024. Pure functions. */
final class SizeText {

  private static final Pattern FORM =
      Pattern.compile("(\\d+(?:\\.\\d+)?) ?(?:B|([KMGT])I?B?)?", Pattern.CASE_INSENSITIVE);
  private static final String UNITS = "KMGT";
  private static final int STEP = 10;

  private SizeText() {}

  /** The number of bytes; empty if the text is none. */
  static OptionalLong parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return OptionalLong.empty();
    }
    String unit = form.group(2);
    int shift = unit == null ? 0 : STEP * (1 + UNITS.indexOf(unit.toUpperCase(Locale.ROOT)));
    BigDecimal bytes = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(1L << shift));
    try {
      return OptionalLong.of(bytes.setScale(0, RoundingMode.HALF_UP).longValueExact());
    } catch (ArithmeticException e) {
      // More than there are numbers for.
      return OptionalLong.empty();
    }
  }

  /** The shortest text of a number of bytes. */
  static String of(long bytes) {
    int unit = 0;
    long left = bytes;
    while (left >= 1L << STEP && left % (1L << STEP) == 0 && unit < UNITS.length()) {
      left >>= STEP;
      unit++;
    }
    return unit == 0 ? Long.toString(bytes) : left + UNITS.substring(unit - 1, unit) + "B";
  }
}
