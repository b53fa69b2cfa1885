package dev.partita.cli.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.IntSupplier;

/** Output for scenes and events. Used by one thread at a time. */
interface Screen {

  /** Shows an event, on its own line if scenes are not redrawn. */
  void event(String text);

  void show(Scene scene);

  /** Leaves the cursor below the last scene. */
  void end();

  /** Terminal on which each scene replaces the one before it. */
  final class Live implements Screen {

    private static final String HIDE_CURSOR = "\033[?25l";
    private static final String SHOW_CURSOR = "\033[?25h";
    private static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";

    private static final String CLEAR_SCREEN = "\033[H\033[2J";

    private final PrintWriter out;
    private final Picture picture;
    private final IntSupplier columns;
    private final IntSupplier rows;
    private int width;
    private int height;

    Live(PrintWriter out, boolean coloured, IntSupplier columns, IntSupplier rows) {
      this.out = out;
      this.picture = new Picture(coloured);
      this.columns = columns;
      this.rows = rows;
    }

    @Override
    public void event(String text) {
      // Before the first scene, events are printed as lines.
      if (height == 0) {
        out.println(" " + text);
      }
    }

    @Override
    public void show(Scene scene) {
      int before = width;
      width = columns.getAsInt();
      List<String> lines = picture.lines(scene, width, rows.getAsInt());
      var frame = new StringBuilder(HIDE_CURSOR);
      if (height > 0 && width != before) {
        // The terminal was resized and has wrapped the lines of the last picture.
        frame.append(CLEAR_SCREEN);
      } else if (height > 0) {
        frame.append("\033[").append(height).append('A');
      } else {
        frame.append('\n');
      }
      for (String line : lines) {
        frame.append(line).append(CLEAR_LINE).append('\n');
      }
      frame.append(CLEAR_BELOW);
      height = lines.size();
      out.print(frame);
      out.flush();
    }

    @Override
    public void end() {
      out.print(SHOW_CURSOR);
      out.flush();
    }
  }

  /** File or pipe: one line for each event, and one for a scene now and then. */
  final class Plain implements Screen {

    private static final double EVERY_SECONDS = 1;

    private final PrintWriter out;
    private final Picture picture = new Picture(false);
    private double shown = Double.NEGATIVE_INFINITY;
    private String act = "";

    Plain(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void event(String text) {
      out.println(text);
    }

    @Override
    public void show(Scene scene) {
      if (!scene.act().equals(act)) {
        act = scene.act();
        out.println("== " + act);
      }
      if (scene.elapsedSeconds() - shown >= EVERY_SECONDS) {
        shown = scene.elapsedSeconds();
        out.println(picture.line(scene));
      }
    }

    @Override
    public void end() {
      out.flush();
    }
  }
}
