package dev.partita.index;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The division of a cube into eight, again and again: 20 times, which on the earth leaves cells of
 * 12 metres. The number of a cell has three bits for each division, then a one, then zeros; so a
 * cell lies in the middle of all the cells within it.
 */
final class Cells {

  static final int LEVELS = 20;
  static final long ROOT = 1L << (3 * LEVELS);

  /** What a shape may reach beyond its box because of rounding; far less than a cell. */
  private static final double MARGIN = 1e-9;

  private Cells() {}

  /**
   * A part of the cube, whose sides go from 0 to 1.
   *
   * @param onSphere whether only the sphere that touches the sides of the cube counts
   */
  record Box(double[] min, double[] max, boolean onSphere) {

    static Box around(double[] center, double reach, boolean onSphere) {
      double[] min = new double[3];
      double[] max = new double[3];
      for (int i = 0; i < 3; i++) {
        min[i] = center[i] - reach - MARGIN;
        max[i] = center[i] + reach + MARGIN;
      }
      return new Box(min, max, onSphere);
    }

    static Box everything(boolean onSphere) {
      return new Box(new double[3], new double[] {1, 1, 1}, onSphere);
    }
  }

  /** The smallest cell with a point. */
  static long at(double[] point) {
    long cell = 0;
    for (int level = 0; level < LEVELS; level++) {
      for (int axis = 0; axis < 3; axis++) {
        long place = (long) (Math.clamp(point[axis], 0, Math.nextDown(1.0)) * (1L << LEVELS));
        cell = cell << 1 | (place >>> (LEVELS - 1 - level) & 1);
      }
    }
    return cell << 1 | 1;
  }

  /** Cells that together cover the box, at most as many as given: the smaller the better. */
  static List<Long> cover(Box box, int cellsMax) {
    List<Long> cover = new ArrayList<>();
    Deque<Long> divisible = new ArrayDeque<>();
    divisible.add(ROOT);
    while (!divisible.isEmpty()) {
      long cell = divisible.remove();
      List<Long> parts = parts(cell, box);
      if (level(cell) == LEVELS || cover.size() + divisible.size() + parts.size() > cellsMax) {
        cover.add(cell);
      } else {
        divisible.addAll(parts);
      }
    }
    return cover;
  }

  /** The cells that contain one of these without being one of them. */
  static SortedSet<Long> around(Collection<Long> cells) {
    SortedSet<Long> around = new TreeSet<>();
    for (long cell : cells) {
      for (long parent = cell; parent != ROOT; ) {
        parent = parent(parent);
        around.add(parent);
      }
    }
    around.removeAll(cells);
    return around;
  }

  /** The least number of a cell within a cell. */
  static long first(long cell) {
    return cell - Long.lowestOneBit(cell) + 1;
  }

  /** The greatest number of a cell within a cell. */
  static long last(long cell) {
    return cell + Long.lowestOneBit(cell) - 1;
  }

  private static long parent(long cell) {
    long mark = Long.lowestOneBit(cell) << 3;
    return (cell & -mark) | mark;
  }

  private static int level(long cell) {
    return LEVELS - Long.numberOfTrailingZeros(cell) / 3;
  }

  private static List<Long> parts(long cell, Box box) {
    long mark = Long.lowestOneBit(cell) >>> 3;
    List<Long> parts = new ArrayList<>(8);
    if (mark == 0) {
      return parts;
    }
    long first = cell - (mark << 3) + mark;
    for (int i = 0; i < 8; i++) {
      long part = first + i * (mark << 1);
      if (meets(part, box)) {
        parts.add(part);
      }
    }
    return parts;
  }

  private static boolean meets(long cell, Box box) {
    int level = level(cell);
    double side = 1.0 / (1L << level);
    double nearest = 0;
    double farthest = 0;
    for (int axis = 0; axis < 3; axis++) {
      double min = side * place(cell, level, axis);
      double max = min + side;
      if (max < box.min[axis] || min > box.max[axis]) {
        return false;
      }
      double inside = Math.max(0, Math.max(min - 0.5, 0.5 - max));
      double outside = Math.max(0.5 - min, max - 0.5);
      nearest += inside * inside;
      farthest += outside * outside;
    }
    double radius = 0.25;
    return !box.onSphere || (nearest <= radius + MARGIN && farthest >= radius - MARGIN);
  }

  /** How many cells of its size lie before it on an axis. */
  private static long place(long cell, int level, int axis) {
    long place = 0;
    for (int i = 0; i < level; i++) {
      place = place << 1 | (cell >>> (3 * (LEVELS - i) - axis) & 1);
    }
    return place;
  }
}
