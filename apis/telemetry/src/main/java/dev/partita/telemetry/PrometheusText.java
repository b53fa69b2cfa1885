package dev.partita.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Metrics in the text format of Prometheus, version 0.0.4. */
final class PrometheusText {

  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final StringBuilder text = new StringBuilder(1 << 14);

  private PrometheusText() {}

  static String of(List<Family> families) {
    PrometheusText writer = new PrometheusText();
    for (Family family : families) {
      if (!family.samples().isEmpty()) {
        writer.family(family);
      }
    }
    return writer.text.toString();
  }

  private void family(Family family) {
    String type =
        switch (family.type()) {
          case COUNTER -> "counter";
          case GAUGE -> "gauge";
          case HISTOGRAM -> "histogram";
        };
    text.append("# HELP ").append(family.name()).append(' ');
    escape(family.help(), false);
    text.append("\n# TYPE ").append(family.name()).append(' ').append(type).append('\n');
    for (Family.Sample sample : family.samples()) {
      switch (sample) {
        case Family.Value(List<Family.Label> labels, double value) ->
            line(family.name(), labels, null, value);
        case Family.Distribution distribution -> distribution(family.name(), distribution);
      }
    }
  }

  private void distribution(String name, Family.Distribution distribution) {
    long total = 0;
    for (int i = 0; i < distribution.counts().length; i++) {
      total += distribution.counts()[i];
      String bound = i < distribution.bounds().length ? number(distribution.bounds()[i]) : "+Inf";
      line(name + "_bucket", distribution.labels(), new Family.Label("le", bound), (double) total);
    }
    line(name + "_sum", distribution.labels(), null, distribution.sum());
    line(name + "_count", distribution.labels(), null, (double) total);
  }

  private void line(
      String name, List<Family.Label> labels, Family.@Nullable Label last, double value) {
    text.append(name);
    if (!labels.isEmpty() || last != null) {
      text.append('{');
      labels.forEach(this::label);
      if (last != null) {
        label(last);
      }
      text.setCharAt(text.length() - 1, '}');
    }
    text.append(' ').append(number(value)).append('\n');
  }

  private void label(Family.Label label) {
    text.append(label.name()).append("=\"");
    escape(label.value(), true);
    text.append("\",");
  }

  private void escape(String value, boolean quoted) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '"' -> text.append(quoted ? "\\\"" : "\"");
        default -> text.append(c);
      }
    }
  }

  /** Whole numbers without a point, up to where a double has them exactly. */
  private static String number(double value) {
    long whole = (long) value;
    return whole == value && Math.abs(whole) < 1L << 53
        ? Long.toString(whole)
        : Double.toString(value);
  }
}
