package dev.partita.advice;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a container would be under one key. Shares are from 0 to 1. Immutable.
 *
 * @param distinct how many keys there are
 * @param missing the share of documents that have nothing of the key
 * @param largestKeyBytes what the largest key takes
 * @param daysToLimit when the first key reaches what one may take; -1 if never, at this growth
 * @param partitionBytes what each physical partition has
 * @param heat request units per second, by step of time and by partition
 * @param requestUnits what all requests come to
 * @param throttled how many requests would be refused at the throughput there is
 * @param requiredThroughput with which nearly nothing would be refused
 * @param hottestPartition the share of the partition that gets most
 * @param hottestKey the share of the key that gets most
 * @param hottestKeyPeak what that key gets, in request units per second, in its worst time
 * @param crossRequests the share of requests that ask several partitions
 * @param crossUnits the share of what they cost
 * @param spanningTransactions how many transactions would be about several keys
 * @param spanningScripts the same of stored procedures
 * @param changingUpdates how many updates would change the key
 * @param collidingIds how many items would have the id of another one of their key
 * @param lostUniqueKeys the unique keys that would hold within smaller parts than now
 * @param score by which keys are ranked: the required throughput, made larger by what is wrong
 * @param problems what is wrong, in words
 */
public record Evaluation(
    KeyCandidate candidate,
    boolean present,
    long distinct,
    double missing,
    long largestKeyBytes,
    double daysToLimit,
    List<Long> partitionBytes,
    List<List<Double>> heat,
    double requestUnits,
    double throttled,
    double requiredThroughput,
    double hottestPartition,
    double hottestKey,
    double hottestKeyPeak,
    double crossRequests,
    double crossUnits,
    double spanningTransactions,
    double spanningScripts,
    double changingUpdates,
    double collidingIds,
    List<String> lostUniqueKeys,
    double score,
    List<String> problems) {

  public Evaluation {
    partitionBytes = List.copyOf(partitionBytes);
    heat = heat.stream().map(List::copyOf).toList();
    lostUniqueKeys = List.copyOf(lostUniqueKeys);
    problems = List.copyOf(problems);
  }

  /** As the admin API tells it. */
  public JsonObject toJson() {
    JsonObject.Builder json = candidate.toJson().toBuilder();
    return json.put("present", present)
        .put("score", rounded(score))
        .put("distinctValues", distinct)
        .put("missingShare", rounded(missing))
        .put("largestKeyBytes", largestKeyBytes)
        .put("daysToLimit", daysToLimit < 0 ? JsonNull.NULL : rounded(daysToLimit))
        .put(
            "partitionBytes",
            JsonArray.of(partitionBytes.stream().map(each -> JsonNumber.of(each)).toList()))
        .put("requestUnits", rounded(requestUnits))
        .put("requiredThroughput", rounded(requiredThroughput))
        .put("throttledRequests", rounded(throttled))
        .put("hottestPartitionShare", rounded(hottestPartition))
        .put("hottestKeyShare", rounded(hottestKey))
        .put("hottestKeyPeak", rounded(hottestKeyPeak))
        .put("crossPartitionRequestShare", rounded(crossRequests))
        .put("crossPartitionUnitShare", rounded(crossUnits))
        .put("spanningTransactions", rounded(spanningTransactions))
        .put("spanningScripts", rounded(spanningScripts))
        .put("updatesOfKey", rounded(changingUpdates))
        .put("collidingIds", rounded(collidingIds))
        .put("lostUniqueKeys", strings(lostUniqueKeys))
        .put("problems", strings(problems))
        .put("heat", heatJson())
        .build();
  }

  private JsonArray heatJson() {
    List<JsonValue> steps = new ArrayList<>();
    for (List<Double> step : heat) {
      steps.add(JsonArray.of(step.stream().map(Evaluation::rounded).toList()));
    }
    return JsonArray.of(steps);
  }

  static JsonArray strings(List<String> texts) {
    return JsonArray.of(texts.stream().map(JsonString::of).toList());
  }

  static JsonNumber rounded(double value) {
    return JsonNumber.of(Math.round(value * 10_000) / 10_000.0);
  }

  static List<List<Double>> heatOf(Load load) {
    List<List<Double>> steps = new ArrayList<>();
    for (double[] step : load.units) {
      steps.add(Arrays.stream(step).mapToObj(each -> each / load.timeline.stepSeconds()).toList());
    }
    return steps;
  }
}
