package dev.partita.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the figures of a candidate mean: how much each thing that is wrong weighs, and how to put
 * it. On one thread.
 *
 * <p>The score is a throughput, as that is what a container costs: what would have to be
 * provisioned for the traffic that was replayed. What cannot be bought off, such as a transaction
 * that would not be one any more, multiplies it.
 */
final class Verdict {

  /** What one physical partition can give. */
  static final double PARTITION_UNITS = 10_000;

  private static final double YEAR_DAYS = 365;
  private static final double MISSING_LEAST = 0.005;
  private static final double FEW_PER_PARTITION = 20;

  private final List<String> problems = new ArrayList<>();
  private double factor = 1;

  private void weigh(double by, String problem) {
    factor += by;
    problems.add(problem);
  }

  /** How much more a key costs in code and care than a plain property. */
  private static double effort(KeyCandidate candidate) {
    return switch (candidate.form()) {
      case SINGLE -> 1;
      case HIERARCHICAL -> 1 + 0.02 * (candidate.paths().size() - 1);
      case PREFIXED -> 1.03;
      case JOINED -> 1.05;
      case CALCULATED -> 1.08;
      case RANDOM -> 1.12;
    };
  }

  void missing(double share) {
    if (share > MISSING_LEAST) {
      weigh(
          5 * share,
          percent(share) + " of the documents do not have it, and would all share one key.");
    }
  }

  void limit(double days, long largest, long limit) {
    if (largest >= limit) {
      weigh(8, "A key takes " + bytes(largest) + " already; the limit is " + bytes(limit) + ".");
    } else if (days >= 0 && days < 3 * YEAR_DAYS) {
      weigh(
          days < YEAR_DAYS ? 5 : 2,
          "The largest key meets the limit of "
              + bytes(limit)
              + " in "
              + days(days)
              + " at the present growth.");
    }
  }

  void hottestKey(double peak) {
    if (peak > PARTITION_UNITS) {
      weigh(
          5,
          "One key gets "
              + number(peak)
              + " RU/s at times; a physical partition gives no more than 10,000.");
    }
  }

  void transactions(double spanning, double all, double requests) {
    if (spanning > 0) {
      weigh(
          1 + 30 * spanning / requests,
          percent(spanning / all) + " of the transactional batches would be about several keys.");
    }
  }

  void scripts(double spanning, double all, double requests) {
    if (spanning > 0) {
      weigh(
          1 + 30 * spanning / requests,
          percent(spanning / all)
              + " of the stored procedures may touch items that would have different keys.");
    }
  }

  void updates(double changing, double all, double requests) {
    if (changing > 0) {
      weigh(
          0.5 + 30 * changing / requests,
          percent(changing / all)
              + " of the updates change it: each would become a delete and a create.");
    }
  }

  void collisions(double colliding) {
    if (colliding > 0) {
      weigh(10, number(colliding) + " items would have the id of another item with the same key.");
    }
  }

  void uniqueKeys(List<String> lost) {
    for (String each : lost) {
      weigh(3, "The unique key " + each + " would hold within each new key only.");
    }
  }

  void values(long distinct, int partitions, double documents) {
    if (distinct < FEW_PER_PARTITION * partitions && distinct < documents / 2) {
      weigh(
          distinct < partitions ? 1 : 0.3,
          "There are "
              + number(distinct)
              + " values only: too few to spread over "
              + partitions
              + " partitions evenly, and more partitions would not help.");
    }
  }

  void storage(double fullest, int partitions) {
    if (fullest * partitions > 2) {
      weigh(
          0.1 * Math.min(fullest * partitions, 10),
          "One of " + partitions + " partitions has " + percent(fullest) + " of the data.");
    }
  }

  /** What asks all partitions is slow, and dearer with every partition that is added. */
  void cross(double share) {
    factor += share;
  }

  /** What asks for a part of the key only is served, but not as well as what has all of it. */
  void prefixes(double share) {
    factor += 0.3 * share;
  }

  double score(KeyCandidate candidate, double required) {
    return Math.max(required, 1) * factor * effort(candidate);
  }

  List<String> problems() {
    return problems;
  }

  static String percent(double share) {
    if (share == 0) {
      return "none";
    }
    return share < 0.0005
        ? "less than 0.1 %"
        : String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", share * 100);
  }

  static String number(double value) {
    return String.format(
        Locale.ROOT, value < 10 && value != Math.rint(value) ? "%,.1f" : "%,.0f", value);
  }

  static String number(long value) {
    return number((double) value);
  }

  static String bytes(long value) {
    return bytes((double) value);
  }

  static String bytes(double value) {
    String[] units = {"bytes", "KB", "MB", "GB", "TB"};
    double left = value;
    int unit = 0;
    while (left >= 1024 && unit < units.length - 1) {
      left /= 1024;
      unit++;
    }
    return number(left) + " " + units[unit];
  }

  static String days(double days) {
    double hours = days * 24;
    if (hours < 2) {
      return number(Math.max(1, hours * 60)) + " minutes";
    }
    if (days < 2) {
      return number(hours) + " hours";
    }
    return days < 90 ? number(days) + " days" : number(days / 30) + " months";
  }
}
