package dev.partita.cli.demo;

import dev.partita.cli.shell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A scene as lines of text, with colours or without. Pure functions. */
final class Picture {

  private static final int SKY = 54;
  private static final int BAR = 24;
  private static final int WIDTH = 78;
  private static final double PLANE_SECONDS = 12;
  private static final int WARM_PERCENT = 60;
  private static final int HOT_PERCENT = 90;

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

  /** The whole scene, for a screen that is drawn again and again. */
  List<String> lines(Scene scene) {
    var lines = new ArrayList<String>();
    lines.add(
        paint(BOLD, " Partita demo")
            + "   explorer "
            + paint(CYAN, scene.endpoint() + "/_explorer/")
            + paint(DIM, "   ^C ends it"));
    lines.add(" " + sky(scene.elapsedSeconds()));
    lines.add("");
    lines.add(" " + paint(BOLD, scene.act()));
    lines.add("");
    for (PartitionView container : scene.containers()) {
      lines.addAll(container(container, scene.hotKey()));
    }
    lines.add(" " + numbers(scene));
    lines.add("");
    scene.events().forEach(event -> lines.add(" " + paint(DIM, cut(event))));
    return lines;
  }

  /** The scene in one line, for a log. */
  String line(Scene scene) {
    var line = new StringBuilder(String.format(Locale.ROOT, "%4.0f s ", scene.elapsedSeconds()));
    for (PartitionView container : scene.containers()) {
      line.append(' ').append(container.place().container());
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

  /** A small aeroplane on its way between two cities, there and back. */
  private String sky(double seconds) {
    double way = seconds % (2 * PLANE_SECONDS) / PLANE_SECONDS;
    int at = (int) Math.round((way <= 1 ? way : 2 - way) * SKY);
    return paint(DIM, "OSL " + "·".repeat(at)) + "✈" + paint(DIM, "·".repeat(SKY - at) + " LIS");
  }

  private List<String> container(PartitionView view, String hotKey) {
    var lines = new ArrayList<String>();
    lines.add(
        " "
            + paint(BOLD, view.place().database() + "/" + view.place().container())
            + paint(
                DIM,
                "   key %s   %s in %d partition%s"
                    .formatted(
                        view.place().keyPath(),
                        Units.ruPerSecond(view.ruPerSecond()),
                        view.partitions().size(),
                        view.partitions().size() == 1 ? "" : "s")));
    for (PartitionView.Partition partition : view.partitions()) {
      boolean refuses = partition.usedPercent() >= HOT_PERCENT && !hotKey.isEmpty();
      lines.add(
          String.format(
              Locale.ROOT,
              "   %3s  %s %4.0f %%  %4.0f of %4.0f RU/s  %4d × 429%s",
              partition.id(),
              bar(partition.usedPercent()),
              partition.usedPercent(),
              partition.spent(),
              partition.share(),
              partition.throttled(),
              refuses && view.place().equals(Place.BOOKINGS) ? paint(RED, "  ◀ " + hotKey) : ""));
    }
    lines.add("");
    return lines;
  }

  /** A line that the terminal breaks would spoil the picture. */
  private static String cut(String text) {
    return text.length() <= WIDTH ? text : text.substring(0, WIDTH - 1) + "…";
  }

  private String bar(double percent) {
    int filled = (int) Math.round(Math.clamp(percent / 100, 0, 1) * BAR);
    String colour = percent < WARM_PERCENT ? GREEN : percent < HOT_PERCENT ? YELLOW : RED;
    return paint(colour, "▇".repeat(filled)) + paint(DIM, "·".repeat(BAR - filled));
  }

  private String paint(String colour, String text) {
    return coloured ? colour + text + RESET : text;
  }
}
