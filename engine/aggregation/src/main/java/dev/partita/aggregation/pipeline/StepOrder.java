package dev.partita.aggregation.pipeline;

import dev.partita.bson.BsonValue;
import java.util.ArrayList;
import java.util.List;

/** A better order of stages that means the same. Pure functions. */
final class StepOrder {

  private StepOrder() {}

  static List<Step> improved(List<Step> steps) {
    List<Step> ordered = new ArrayList<>(steps);
    filterBeforeSorting(ordered);
    limitBeforeComputing(ordered);
    sortOnlyWhatIsWanted(ordered);
    return ordered;
  }

  /** A filter does not depend on the order of documents, and sorting fewer is better. */
  private static void filterBeforeSorting(List<Step> steps) {
    for (int i = 1; i < steps.size(); i++) {
      for (int k = i;
          k > 0
              && steps.get(k).stage() instanceof MatchStage
              && steps.get(k - 1).stage() instanceof SortStage;
          k--) {
        swap(steps, k);
      }
    }
  }

  /** What is left out need not be computed. */
  private static void limitBeforeComputing(List<Step> steps) {
    for (int i = 1; i < steps.size(); i++) {
      for (int k = i; k > 0 && limits(steps.get(k)) && steps.get(k - 1).stage().isOneToOne(); k--) {
        swap(steps, k);
      }
    }
  }

  private static boolean limits(Step step) {
    return step.stage() instanceof LimitStage || step.stage() instanceof SkipStage;
  }

  private static void swap(List<Step> steps, int index) {
    Step later = steps.remove(index);
    steps.add(index - 1, later);
  }

  /** A sort whose first results alone are wanted keeps no others. */
  private static void sortOnlyWhatIsWanted(List<Step> steps) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).stage() instanceof SortStage(var order, long wanted) && wanted == 0) {
        BsonValue text = steps.get(i).specification();
        steps.set(i, new Step("$sort", text, new SortStage(order, wanted(steps, i + 1))));
      }
    }
  }

  private static long wanted(List<Step> steps, int from) {
    long skipped = 0;
    for (int i = from; i < steps.size(); i++) {
      switch (steps.get(i).stage()) {
        case SkipStage(long count) -> skipped += Math.min(count, Integer.MAX_VALUE);
        case LimitStage(long count) -> {
          return count > Integer.MAX_VALUE ? 0 : skipped + count;
        }
        default -> {
          return 0;
        }
      }
    }
    return 0;
  }
}
