package dev.partita.query.function;

import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * Formatting of date and time by a pattern, as in .NET: runs of y, M, d, H, h, m, s, f, F, t, z and
 * K stand for parts, a backslash or quotes make letters literal, and all other characters are
 * literal. Pure functions.
 */
final class DateTimeFormat {

  private final LocalDateTime moment;
  private final StringBuilder out = new StringBuilder();

  private DateTimeFormat(LocalDateTime moment) {
    this.moment = moment;
  }

  static String format(LocalDateTime moment, String pattern) {
    DateTimeFormat format = new DateTimeFormat(moment);
    int i = 0;
    while (i < pattern.length()) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        format.out.append(pattern.charAt(i + 1));
        i += 2;
      } else if (c == '"' || c == '\'') {
        int end = pattern.indexOf(c, i + 1);
        format.out.append(pattern, i + 1, end < 0 ? pattern.length() : end);
        i = end < 0 ? pattern.length() : end + 1;
      } else {
        int run = 1;
        while (i + run < pattern.length() && pattern.charAt(i + run) == c) {
          run++;
        }
        format.part(c, run);
        i += run;
      }
    }
    return format.out.toString();
  }

  private void part(char letter, int run) {
    switch (letter) {
      case 'y' -> year(run);
      case 'M' -> {
        switch (run) {
          case 1, 2 -> padded(moment.getMonthValue(), run);
          case 3 -> out.append(moment.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
          default -> out.append(moment.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
        }
      }
      case 'd' -> {
        switch (run) {
          case 1, 2 -> padded(moment.getDayOfMonth(), run);
          case 3 ->
              out.append(moment.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
          default ->
              out.append(moment.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
        }
      }
      case 'H' -> padded(moment.getHour(), Math.min(run, 2));
      case 'h' -> padded((moment.getHour() + 11) % 12 + 1, Math.min(run, 2));
      case 'm' -> padded(moment.getMinute(), Math.min(run, 2));
      case 's' -> padded(moment.getSecond(), Math.min(run, 2));
      case 'f', 'F' -> fraction(Math.min(run, 7), letter == 'F');
      case 't' -> out.append(run == 1 ? half().substring(0, 1) : half());
      case 'z' -> out.append(run == 1 ? "+0" : run == 2 ? "+00" : "+00:00");
      case 'K' -> out.append("Z".repeat(run));
      case '%' -> {
        // A percent sign only separates the next letter from what is before it.
      }
      default -> out.repeat(letter, run);
    }
  }

  private void year(int run) {
    switch (run) {
      case 1, 2 -> padded(moment.getYear() % 100, run);
      default -> padded(moment.getYear(), run);
    }
  }

  private String half() {
    return moment.getHour() < 12 ? "AM" : "PM";
  }

  private void fraction(int digits, boolean withoutTrailingZeros) {
    int start = out.length();
    padded(moment.get(ChronoField.NANO_OF_SECOND) / DateTimeTicks.NANOS_PER_TICK, 7);
    out.setLength(start + digits);
    while (withoutTrailingZeros && out.length() > start && out.charAt(out.length() - 1) == '0') {
      out.setLength(out.length() - 1);
    }
  }

  private void padded(int number, int width) {
    String digits = Integer.toString(number);
    out.repeat('0', Math.max(0, width - digits.length())).append(digits);
  }
}
