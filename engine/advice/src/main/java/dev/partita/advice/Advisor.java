package dev.partita.advice;

import dev.partita.advice.KeyCandidate.Form;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.key.PartitionKind;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which partition key a container had best. Is told the requests first, then the
 * documents, and is asked at the end; on one thread.
 */
public final class Advisor {

  private static final String ID = "/id";

  /** What is as good as the best: figures of a sample are no better than that. */
  private static final double ABOUT = 1.1;

  private static final double EFFORT_OF_CROSSING = 40;

  private final Subject subject;
  private final AdviceOptions options;
  private final ValueHash hash;
  private final RequestSample requests;
  private final int partitions;
  private @Nullable DocumentSample documents;

  public Advisor(Subject subject, AdviceOptions options, ValueHash hash) {
    this.subject = subject;
    this.options = options;
    this.hash = hash;
    this.requests = new RequestSample(options.requests());
    this.partitions = options.partitionsOf(subject);
  }

  /** Takes a request; all of them come before the first document. */
  public void add(LoggedRequest request) {
    if (documents != null) {
      throw new IllegalStateException("Requests come before documents.");
    }
    requests.add(request);
  }

  /** Takes a document, with what it takes when it is stored. */
  public void add(JsonObject document, long bytes) {
    started().add(document, bytes);
  }

  private DocumentSample started() {
    DocumentSample known = documents;
    if (known == null) {
      LongIndex wanted = new LongIndex(requests.requests().size());
      for (LoggedRequest request : requests.requests()) {
        for (long item : request.items()) {
          wanted.put(item, 0);
        }
      }
      known = new DocumentSample(subject.present(), hash, options.documents(), wanted, this::plan);
      documents = known;
    }
    return known;
  }

  private DocumentSample.Plan plan(List<JsonObject> first) {
    Map<String, Double> filtered = new HashMap<>();
    for (LoggedRequest request : requests.requests()) {
      boolean names = !request.shape().isWrite();
      for (String path : names ? request.shape().paths() : List.<String>of()) {
        filtered.merge(path, request.weight(), Double::sum);
      }
    }
    List<String> present = presentPaths();
    for (int i = 0; i < present.size(); i++) {
      Double named = filtered.get(LoggedRequest.keyPath(i));
      if (named != null) {
        filtered.merge(present.get(i), named, Double::sum);
      }
    }
    Set<String> always = new HashSet<>(present);
    always.add(ID);
    Paths paths = Paths.of(first, filtered, always, hash);
    KeyCandidate now =
        present.isEmpty()
            ? KeyCandidate.single(ID)
            : present.size() == 1
                ? KeyCandidate.single(present.getFirst())
                : new KeyCandidate(Form.HIERARCHICAL, present, 0);
    return new DocumentSample.Plan(
        paths, Candidates.of(paths, now, subject.ranged(), partitions, options.candidates()));
  }

  private List<String> presentPaths() {
    PartitionKeyDefinition present = subject.present();
    return present == null
        ? List.of()
        : present.paths().stream()
            .map(path -> JsonPath.of(path.steps().toArray(String[]::new)).toString())
            .toList();
  }

  /**
   * Replays the requests.
   *
   * @param progress is told how far it is, from 0 to 1
   * @throws DatabaseException BAD_REQUEST if there are no documents; UNAVAILABLE if it was
   *     cancelled
   */
  public Advice advise(DoubleConsumer progress, BooleanSupplier cancelled) {
    DocumentSample.Collected collected = started().finish();
    if (collected.documents == 0) {
      throw DatabaseException.badRequest(
              "There are no documents to advise on. Add some, or give a file of samples.")
          .with("container", subject.name());
    }
    List<LoggedRequest> ordered = requests.requests();
    Timeline timeline = Timeline.of(ordered, partitions);
    List<Evaluation> evaluations = new ArrayList<>();
    Growth growth = null;
    int candidates = collected.plan.candidates().size();
    for (int i = 0; i < candidates; i++) {
      if (cancelled.getAsBoolean()) {
        throw new DatabaseException(ErrorCode.UNAVAILABLE, "The advice was cancelled.");
      }
      boolean ordinal = i == 0 && subject.ranged();
      Layout layout = layout(i, collected, ordinal, timeline);
      Load load = replay(i, collected, layout, ordinal, timeline).run(ordered);
      if (growth == null) {
        growth = Growth.of(load.createdBytes, timeline.seconds(), collected, bytes(collected));
      }
      evaluations.add(
          new Judgement(subject, collected, partitions, growth, hasPresent())
              .of(i, load, layout, replay(i, collected, layout, ordinal, timeline)));
      progress.accept((i + 1.0) / candidates);
    }
    return ranked(evaluations, collected, timeline, growth == null ? Growth.NONE : growth);
  }

  private boolean hasPresent() {
    return subject.present() != null;
  }

  private long bytes(DocumentSample.Collected collected) {
    return Math.max(subject.bytes(), collected.bytes);
  }

  private Replay replay(
      int number,
      DocumentSample.Collected collected,
      Layout layout,
      boolean ordinal,
      Timeline timeline) {
    return new Replay(
        number, collected, layout, ordinal, timeline, requests.factor(), presentPaths());
  }

  /** The partitions that there are, for the present key; those of a new container for others. */
  private Layout layout(
      int number, DocumentSample.Collected collected, boolean ordinal, Timeline timeline) {
    PartitionKeyDefinition present = subject.present();
    boolean asItIs =
        number == 0
            && present != null
            && present.kind() == PartitionKind.HASH
            && present.version() == 2
            && subject.boundaries().size() == partitions - 1;
    if (asItIs) {
      return Layout.Bounded.at(subject.boundaries());
    }
    Layout even = new Layout.Even(partitions);
    boolean divided = collected.plan.candidates().get(number).form() == Form.HIERARCHICAL;
    if (!divided && !ordinal) {
      return even;
    }
    long[] positions =
        replay(number, collected, even, ordinal, timeline).positions(collected.sample);
    int[] bytes = new int[positions.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = collected.sample.bytes(i);
    }
    return Layout.Bounded.halved(positions, bytes, partitions);
  }

  /** Of those that are about as good as the best, the one that asks least of people. */
  private static Evaluation simplest(List<Evaluation> ranked) {
    double enough = ranked.getFirst().score() * ABOUT;
    return ranked.stream()
        .filter(each -> each.score() <= enough)
        .min(Comparator.comparingDouble(Advisor::effort).thenComparingDouble(Evaluation::score))
        .orElseThrow();
  }

  /** Requests that become cross-partition ask for more care than a key of two properties. */
  private static double effort(Evaluation evaluation) {
    return form(evaluation) + EFFORT_OF_CROSSING * evaluation.crossRequests();
  }

  private static double form(Evaluation evaluation) {
    KeyCandidate candidate = evaluation.candidate();
    if (evaluation.present()) {
      return 0;
    }
    return switch (candidate.form()) {
      case PREFIXED -> 1;
      case SINGLE -> candidate.paths().getFirst().equals(ID) ? 1.5 : 1;
      case HIERARCHICAL -> candidate.paths().size();
      case JOINED -> 5;
      case CALCULATED -> 6;
      case RANDOM -> 7;
    };
  }

  private Advice ranked(
      List<Evaluation> evaluations,
      DocumentSample.Collected collected,
      Timeline timeline,
      Growth growth) {
    List<Evaluation> ranked = new ArrayList<>(evaluations);
    ranked.sort(Comparator.comparingDouble(Evaluation::score));
    Evaluation first = simplest(ranked);
    ranked.remove(first);
    ranked.addFirst(first);
    long replayed = requests.requests().size();
    Advice bare =
        new Advice(
            subject.name(),
            Math.max(subject.documents(), collected.documents),
            bytes(collected),
            requests.weight(),
            replayed,
            requests.throttled(),
            timeline.fromMillis(),
            timeline.toMillis(),
            partitions,
            subject.throughput(),
            growth.bytesPerDay(),
            growth.source().name(),
            hasPresent(),
            ranked,
            List.of());
    return bare.withSentences(Sentences.of(bare, subject));
  }
}
