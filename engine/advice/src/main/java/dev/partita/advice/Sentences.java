package dev.partita.advice;

import java.util.ArrayList;
import java.util.List;

/** The advice in words, for people who do not know the figures by heart. Pure functions. */
final class Sentences {

  /** A key that is not better by this much is not worth the change. */
  private static final double WORTH = 0.9;

  private Sentences() {}

  static List<String> of(Advice advice, Subject subject) {
    List<String> told = new ArrayList<>();
    Evaluation best = advice.best();
    told.add(basis(advice));
    if (!advice.hasPresent()) {
      told.add("The best key is " + best.candidate().text() + ".");
      told.add(figures(best, advice));
    } else if (best.present()) {
      told.add("The present key " + best.candidate().text() + " is the best of those tried.");
      told.add(figures(best, advice));
    } else {
      Evaluation now = advice.present();
      boolean worth = best.score() < now.score() * WORTH;
      told.add(
          worth
              ? best.candidate().text() + " would be better than " + now.candidate().text() + "."
              : best.candidate().text()
                  + " would be somewhat better than "
                  + now.candidate().text()
                  + ", by less than 10 %: not worth a change.");
      told.add(figures(now, advice));
      told.add(figures(best, advice));
      changes(now, best, told);
    }
    told.addAll(prefixed(best));
    if (advice.replayed() == 0) {
      told.add(
          "No requests were replayed: this says how data would lie, not what it would cost. Set"
              + " --request-log-every and --request-log-bytes, and ask again after some traffic.");
    }
    if (subject.partitions() < advice.partitions()) {
      told.add(
          "All figures are for "
              + advice.partitions()
              + " physical partitions; there "
              + (subject.partitions() == 1 ? "is 1" : "are " + subject.partitions())
              + " now.");
    }
    return told;
  }

  private static String basis(Advice advice) {
    String documents =
        Verdict.number(advice.documents()) + " documents, " + Verdict.bytes(advice.bytes()) + ", ";
    if (advice.replayed() == 0) {
      return "Looked at " + documents + "and no requests.";
    }
    double seconds = (advice.toMillis() - advice.fromMillis()) / 1_000.0;
    return "Looked at "
        + documents
        + "and replayed "
        + Verdict.number(advice.replayed())
        + " requests of "
        + Verdict.days(seconds / 86_400)
        + ", which stand for "
        + Verdict.number(advice.requests())
        + ".";
  }

  private static String figures(Evaluation of, Advice advice) {
    StringBuilder text = new StringBuilder(of.candidate().text());
    text.append(": ")
        .append(Verdict.number(of.distinct()))
        .append(" values, the largest ")
        .append(Verdict.bytes(of.largestKeyBytes()));
    if (advice.replayed() > 0) {
      text.append("; the busiest partition gets ")
          .append(Verdict.percent(of.hottestPartition()))
          .append(" of the load, the busiest key ")
          .append(Verdict.percent(of.hottestKey()))
          .append("; ")
          .append(Verdict.percent(of.crossRequests()))
          .append(" of the requests ask several partitions; ")
          .append(Verdict.number(of.requiredThroughput()))
          .append(" RU/s would do");
      if (advice.throughput() > 0) {
        text.append("; with ")
            .append(Verdict.number(advice.throughput()))
            .append(" RU/s, ")
            .append(Verdict.percent(of.throttled() / advice.requests()))
            .append(" are refused (429)");
      }
    }
    return text.append('.').toString();
  }

  private static void changes(Evaluation now, Evaluation best, List<String> told) {
    compare(
        "the throughput that is needed", now.requiredThroughput(), best.requiredThroughput(), told);
    if (best.crossRequests() > now.crossRequests() + 0.01) {
      told.add(
          "Worse: "
              + Verdict.percent(best.crossRequests() - now.crossRequests())
              + " more of the requests ask several partitions.");
    } else if (best.crossRequests() < now.crossRequests() - 0.01) {
      told.add(
          "Better: "
              + Verdict.percent(now.crossRequests() - best.crossRequests())
              + " fewer of the requests ask several partitions.");
    }
    now.problems().stream()
        .filter(problem -> !best.problems().contains(problem))
        .forEach(problem -> told.add("Gone: " + problem));
  }

  private static void compare(String what, double now, double then, List<String> told) {
    double less = now <= 0 ? 0 : 1 - then / now;
    if (Math.abs(less) >= 0.05) {
      told.add(
          (less > 0 ? "Better: " : "Worse: ")
              + what
              + " becomes "
              + Verdict.percent(Math.abs(less))
              + (less > 0 ? " less." : " more."));
    }
  }

  private static List<String> prefixed(Evaluation best) {
    return best.problems().stream().map(problem -> "Beware: " + problem).toList();
  }
}
