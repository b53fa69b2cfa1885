package dev.partita.advice;

import dev.partita.container.key.PartitionKeyDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes the evaluation of a candidate of its figures. On one thread. */
final class Judgement {

  private final Subject subject;
  private final DocumentSample.Collected documents;
  private final int partitions;
  private final Growth growth;
  private final boolean hasPresent;

  Judgement(
      Subject subject,
      DocumentSample.Collected documents,
      int partitions,
      Growth growth,
      boolean hasPresent) {
    this.subject = subject;
    this.documents = documents;
    this.partitions = partitions;
    this.growth = growth;
    this.hasPresent = hasPresent;
  }

  Evaluation of(int number, Load load, Layout layout, Replay positions) {
    KeyCandidate candidate = documents.plan.candidates().get(number);
    KeySketch sketch = documents.sketches[number];
    double scale = Math.max(subject.bytes(), documents.bytes) / (double) documents.bytes;
    long largest = Math.round(sketch.largestBytes() * scale);
    double missing = sketch.missing() / (double) documents.documents;
    List<Long> stored = stored(layout, positions.positions(documents.sample), scale);
    double days = days(largest, scale, positions.keys(documents.sample));
    double colliding = colliding(positions);
    boolean isPresent = hasPresent && number == 0;
    List<String> lost = isPresent ? List.of() : lostUniqueKeys(candidate);
    Verdict verdict = new Verdict();
    verdict.missing(missing);
    verdict.limit(days, largest, subject.logicalLimitBytes());
    verdict.values(sketch.distinct(), partitions, (double) documents.documents);
    verdict.storage(fullest(stored), partitions);
    verdict.hottestKey(load.hottestKeyPeak);
    verdict.transactions(load.spanningTransactions, load.transactions, load.requests);
    verdict.scripts(load.spanningScripts, load.scripts, load.requests);
    verdict.updates(load.changingUpdates, load.updates, load.requests);
    verdict.collisions(colliding);
    verdict.uniqueKeys(lost);
    verdict.cross(load.requests == 0 ? 0 : load.crossRequests / load.requests);
    verdict.prefixes(load.requests == 0 ? 0 : load.prefixRequests / load.requests);
    double required = load.required();
    return new Evaluation(
        candidate,
        isPresent,
        sketch.distinct(),
        missing,
        largest,
        days,
        stored,
        Evaluation.heatOf(load),
        load.total,
        load.throttled(subject.throughput()),
        required,
        load.hottestPartition(),
        load.total == 0 ? 0 : load.hottestKeyUnits / load.total,
        load.hottestKeyPeak,
        load.requests == 0 ? 0 : load.crossRequests / load.requests,
        load.total == 0 ? 0 : load.crossUnits / load.total,
        load.spanningTransactions,
        load.spanningScripts,
        load.changingUpdates,
        colliding,
        lost,
        verdict.score(candidate, required),
        verdict.problems());
  }

  private List<Long> stored(Layout layout, long[] positions, double scale) {
    Rows rows = documents.sample;
    double[] bytes = new double[layout.partitions()];
    double sampled = 0;
    for (int i = 0; i < positions.length; i++) {
      bytes[layout.of(positions[i])] += rows.bytes(i);
      sampled += rows.bytes(i);
    }
    double each = sampled == 0 ? 0 : documents.bytes / sampled * scale;
    return Arrays.stream(bytes).mapToObj(part -> Math.round(part * each)).toList();
  }

  private static double fullest(List<Long> stored) {
    long total = stored.stream().mapToLong(Long::longValue).sum();
    long most = stored.stream().mapToLong(Long::longValue).max().orElse(0);
    return total == 0 ? 0 : most / (double) total;
  }

  /** A key grows with the container, by its part of it, unless its time is over. */
  private double days(long largest, double scale, long[] keys) {
    long left = subject.logicalLimitBytes() - largest;
    if (left <= 0) {
      return 0;
    }
    double share = largest / (documents.bytes * scale);
    double perDay = growth.bytesPerDay() * share * Growth.lastingShare(documents, keys);
    return perDay < 1 ? -1 : left / perDay;
  }

  /** Counted among the items of some ids, all of whose items are there. */
  private double colliding(Replay replay) {
    Rows rows = documents.sameIds;
    Set<Long> seen = new HashSet<>();
    long colliding = 0;
    for (int i = 0; i < rows.size(); i++) {
      if (!seen.add(ValueHash.mix(replay.key(rows, i), rows.id(i)))) {
        colliding++;
      }
    }
    return Math.scalb((double) colliding, documents.idZeros);
  }

  /** A unique key holds within a partition key: it may not be divided more than it is. */
  private List<String> lostUniqueKeys(KeyCandidate candidate) {
    List<String> lost = new ArrayList<>();
    PartitionKeyDefinition present = subject.present();
    for (List<String> unique : subject.uniqueKeys()) {
      Set<String> fixed = new HashSet<>(unique);
      if (present != null) {
        present.paths().forEach(path -> fixed.add(path.toString()));
      }
      boolean kept =
          candidate.form() != KeyCandidate.Form.RANDOM
              && candidate.paths().stream()
                  .allMatch(
                      path ->
                          documents.plan.paths().sameAs(path).stream().anyMatch(fixed::contains));
      if (!kept) {
        lost.add(String.join(", ", unique));
      }
    }
    return lost;
  }
}
