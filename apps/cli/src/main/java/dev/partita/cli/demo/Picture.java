package dev.partita.cli.demo;

import dev.partita.cli.shell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Renders a scene as lines of text that fit a terminal, with colours or without. Pure functions.
 */
final class Picture {

  private static final int SKY = 54;
  private static final int BAR = 24;
  private static final int BAR_MIN = 4;

  /** Width of the figures beside the bar of a partition. */
  private static final int FIGURES = 54;

  private static final int CITIES = 10;
  private static final double PLANE_SECONDS = 12;
  private static final int WARM_PERCENT = 60;
  private static final int HOT_PERCENT = 90;
  private static final String GAP = "   ";

  private static final String RESET = "\033[0m";
  private static final String BOLD = "\033[1m";
  private static final String DIM = "\033[2m";
  private static final String GREEN = "\033[32m";
  private static final String YELLOW = "\033[33m";
  private static final String RED = "\033[31m";
  private static final String CYAN = "\033[36m";

  private final boolean coloured;

  Picture(boolean coloured) {
    this.coloured = coloured;
  }

  /**
   * Renders the whole scene, for a screen that is redrawn.
   *
   * @param columns width of the terminal; no line is wider
   * @param rows height of the terminal; the latest events fill the rows that are left
   */
  List<String> lines(Scene scene, int columns, int rows) {
    var lines = new ArrayList<String>();
    String address = "explorer " + scene.endpoint() + "/_explorer/";
    add(lines, columns, BOLD, "Partita demo" + GAP + address + GAP + "^C ends it");
    lines.add(" " + sky(scene.elapsedSeconds(), columns));
    lines.add("");
    add(lines, columns, BOLD, scene.act());
    lines.add("");
    for (PartitionView container : scene.containers()) {
      container(lines, container, columns);
    }
    add(lines, columns, "", numbers(scene));
    lines.add("");
    var events = new ArrayList<String>();
    scene.events().forEach(event -> add(events, columns, DIM, event));
    int room = Math.max(0, rows - 1 - lines.size());
    lines.addAll(events.subList(Math.max(0, events.size() - room), events.size()));
    return lines;
  }

  /** Renders the scene as one line, for a log. */
  String line(Scene scene) {
    var line = new StringBuilder(String.format(Locale.ROOT, "%4.0f s ", scene.elapsedSeconds()));
    for (PartitionView container : scene.containers()) {
      line.append(' ').append(container.container().container());
      for (PartitionView.Partition partition : container.partitions()) {
        line.append(
            String.format(Locale.ROOT, " %s:%.0f%%", partition.id(), partition.usedPercent()));
      }
    }
    return line + "  " + numbers(scene);
  }

  private static String numbers(Scene scene) {
    return String.format(
        Locale.ROOT,
        "%,.0f requests/s  p50 %.1f ms  p99 %.1f ms   done %,d  429 %,d  failed %,d",
        scene.requestsPerSecond(),
        scene.p50Millis(),
        scene.p99Millis(),
        scene.done(),
        scene.throttled(),
        scene.failed());
  }

  /** Renders a small aeroplane that flies back and forth between two cities. */
  private String sky(double seconds, int columns) {
    int wide = Math.max(1, Math.min(SKY, columns - 2 - CITIES));
    double way = seconds % (2 * PLANE_SECONDS) / PLANE_SECONDS;
    int at = (int) Math.round((way <= 1 ? way : 2 - way) * wide);
    return paint(DIM, "OSL " + "·".repeat(at)) + "✈" + paint(DIM, "·".repeat(wide - at) + " LIS");
  }

  private void container(List<String> lines, PartitionView view, int columns) {
    String name = view.container().database() + "/" + view.container().container();
    int count = view.partitions().size();
    String facts =
        "%skey %s%s%s in %d partition%s"
            .formatted(
                GAP,
                view.container().keyPath(),
                GAP,
                Units.ruPerSecond(view.ruPerSecond()),
                count,
                count == 1 ? "" : "s");
    int room = Math.max(0, columns - 2 - name.length());
    lines.add(
        " " + paint(BOLD, name) + paint(DIM, facts.substring(0, Math.min(room, facts.length()))));
    for (PartitionView.Partition partition : view.partitions()) {
      lines.add(partition(partition, columns));
    }
    lines.add("");
  }

  private String partition(PartitionView.Partition partition, int columns) {
    int wide = Math.clamp(columns - 1 - FIGURES, BAR_MIN, BAR);
    String figures =
        String.format(
            Locale.ROOT,
            " %4.0f %%  %4.0f of %4.0f RU/s  %4d × 429",
            partition.usedPercent(),
            partition.spent(),
            partition.share(),
            partition.throttled());
    String arrow = partition.hotKey().isEmpty() ? "" : "  ◀ " + partition.hotKey();
    String id = String.format(Locale.ROOT, "   %3s  ", partition.id());
    int room = columns - 1 - id.length() - wide;
    // In a narrow terminal the hot key takes precedence over the figures.
    String shown = figures.substring(0, Math.clamp(room - arrow.length(), 0, figures.length()));
    String key = arrow.substring(0, Math.min(Math.max(0, room - shown.length()), arrow.length()));
    return id + bar(partition.usedPercent(), wide) + shown + paint(RED, key);
  }

  /** Appends indented text, wrapped to the width of the terminal. */
  private void add(List<String> lines, int columns, String colour, String text) {
    for (String paragraph : text.split("\n", -1)) {
      for (String line : wrapped(paragraph, columns - 2)) {
        lines.add(" " + paint(colour, highlighted(line, colour)));
      }
    }
  }

  /** Highlights addresses, which users look for. */
  private String highlighted(String line, String colour) {
    return coloured && !colour.equals(DIM)
        ? line.replaceAll("http\\S+", RESET + CYAN + "$0" + RESET)
        : line;
  }

  private static List<String> wrapped(String text, int width) {
    var lines = new ArrayList<String>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int end = space > 0 && !rest.substring(0, space).isBlank() ? space : width;
      lines.add(rest.substring(0, end).stripTrailing());
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  private String bar(double percent, int wide) {
    int filled = (int) Math.round(Math.clamp(percent / 100, 0, 1) * wide);
    String colour = percent < WARM_PERCENT ? GREEN : percent < HOT_PERCENT ? YELLOW : RED;
    return paint(colour, "▇".repeat(filled)) + paint(DIM, "·".repeat(wide - filled));
  }

  private String paint(String colour, String text) {
    return coloured && !text.isEmpty() && !colour.isEmpty() ? colour + text + RESET : text;
  }
}
