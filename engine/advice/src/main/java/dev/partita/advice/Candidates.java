package dev.partita.advice;

import dev.partita.advice.KeyCandidate.Form;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The keys that are tried. Pure functions. */
final class Candidates {

  private static final int HIERARCHY_BASES = 5;
  private static final int SUFFIX_BASES = 3;
  private static final int SUFFIX_SOURCES = 3;
  private static final int SUFFIXES_PER_PARTITION = 10;
  private static final int SUFFIXES_LEAST = 10;
  private static final int[] ROUND = {10, 20, 50, 100, 200, 400, 1_000, 2_000, 5_000, 10_000};

  private Candidates() {}

  /** The present key first. */
  static List<KeyCandidate> of(
      Paths paths, KeyCandidate present, boolean ranged, int partitions, int most) {
    List<Paths.Path> all = paths.all();
    Set<KeyCandidate> candidates = new LinkedHashSet<>();
    candidates.add(present);
    for (Paths.Path path : all) {
      if (path.distinct() > 1) {
        candidates.add(KeyCandidate.single(path.text()));
      }
    }
    if (ranged) {
      candidates.add(new KeyCandidate(Form.PREFIXED, present.paths(), 0));
      // What makes keys of properties is for containers whose keys are hashed.
      return List.copyOf(candidates);
    }
    List<Paths.Path> bases = bases(all, present);
    int suffixes = suffixes(partitions);
    List<KeyCandidate> composed = new ArrayList<>();
    for (Paths.Path first : bases) {
      for (Paths.Path second : all) {
        boolean divides = first.distinct() < second.distinct();
        boolean asked = !first.equals(second) && bases.contains(second);
        if (divides || asked) {
          List<String> both = List.of(first.text(), second.text());
          composed.add(KeyCandidate.hierarchical(both));
          if (divides || first.filtered() > second.filtered()) {
            composed.add(new KeyCandidate(Form.JOINED, both, 0));
          }
        }
      }
    }
    for (Paths.Path base : bases.subList(0, Math.min(bases.size(), SUFFIX_BASES))) {
      all.stream()
          .filter(source -> source.distinct() > base.distinct())
          .limit(SUFFIX_SOURCES)
          .map(source -> List.of(base.text(), source.text()))
          .forEach(both -> composed.add(new KeyCandidate(Form.CALCULATED, both, suffixes)));
      composed.add(new KeyCandidate(Form.RANDOM, List.of(base.text()), suffixes));
    }
    triples(bases, composed);
    for (KeyCandidate each : composed) {
      if (candidates.size() < most) {
        candidates.add(each);
      }
    }
    return List.copyOf(candidates);
  }

  /** What requests ask by, and what the key is now, may be what a longer key begins with. */
  private static List<Paths.Path> bases(List<Paths.Path> all, KeyCandidate present) {
    List<Paths.Path> bases = new ArrayList<>();
    for (Paths.Path path : all) {
      boolean asked = path.filtered() > 0 || present.paths().contains(path.text());
      if (asked && path.distinct() > 1 && bases.size() < HIERARCHY_BASES) {
        bases.add(path);
      }
    }
    return bases;
  }

  private static void triples(List<Paths.Path> bases, List<KeyCandidate> composed) {
    List<Paths.Path> ascending = new ArrayList<>(bases.subList(0, Math.min(bases.size(), 4)));
    ascending.sort(java.util.Comparator.comparingInt(Paths.Path::distinct));
    for (int i = 0; i + 2 < ascending.size(); i++) {
      composed.add(
          KeyCandidate.hierarchical(
              ascending.subList(i, i + 3).stream().map(Paths.Path::text).toList()));
    }
  }

  /** So many that the partitions get about the same, in a round number. */
  static int suffixes(int partitions) {
    int wanted = Math.max(SUFFIXES_LEAST, partitions * SUFFIXES_PER_PARTITION);
    for (int round : ROUND) {
      if (round >= wanted) {
        return round;
      }
    }
    return ROUND[ROUND.length - 1];
  }
}
