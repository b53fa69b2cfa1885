package dev.partita.advice;

import dev.partita.base.time.IsoTime;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * What came of it: the keys that a container could have, the best first. Immutable.
 *
 * @param name of the container
 * @param documents how many were looked at
 * @param requests how many the replayed ones stand for
 * @param replayed how many were replayed
 * @param refused how many were refused at the time because of too many others
 * @param partitions for how many physical partitions
 * @param throughput in request units per second; 0 for no limit
 * @param growthSource what the growth is known by
 * @param ranked the best first, with the present key in its place
 * @param sentences what a developer can show to a colleague
 */
public record Advice(
    String name,
    long documents,
    long bytes,
    double requests,
    long replayed,
    double refused,
    long fromMillis,
    long toMillis,
    int partitions,
    int throughput,
    double growthBytesPerDay,
    String growthSource,
    boolean hasPresent,
    List<Evaluation> ranked,
    List<String> sentences) {

  private static final int TOLD = 10;

  public Advice {
    ranked = List.copyOf(ranked);
    sentences = List.copyOf(sentences);
  }

  Advice withSentences(List<String> told) {
    return new Advice(
        name,
        documents,
        bytes,
        requests,
        replayed,
        refused,
        fromMillis,
        toMillis,
        partitions,
        throughput,
        growthBytesPerDay,
        growthSource,
        hasPresent,
        ranked,
        told);
  }

  /** The key that is best. */
  public Evaluation best() {
    return ranked.getFirst();
  }

  /** What the container has now; the best if there is none. */
  public Evaluation present() {
    return ranked.stream().filter(Evaluation::present).findFirst().orElse(best());
  }

  /** As the admin API tells it. */
  public JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("container", name)
            .put("documents", documents)
            .put("bytes", bytes)
            .put("requests", Evaluation.rounded(requests))
            .put("requestsReplayed", replayed)
            .put("requestsRefused", Evaluation.rounded(refused))
            .put("partitions", partitions)
            .put("throughput", throughput)
            .put("growthBytesPerDay", Evaluation.rounded(growthBytesPerDay))
            .put("growthSource", growthSource.toLowerCase(Locale.ROOT));
    if (replayed > 0) {
      json.put("from", IsoTime.text(fromMillis)).put("to", IsoTime.text(toMillis));
    }
    List<Evaluation> told =
        ranked.stream().filter(each -> each.present() || ranked.indexOf(each) < TOLD).toList();
    return json.put("best", best().candidate().text())
        .put("sentences", Evaluation.strings(sentences))
        .put("candidates", JsonArray.of(told.stream().map(Evaluation::toJson).toList()))
        .put("candidatesTried", JsonNumber.of(ranked.size()))
        .build();
  }
}
