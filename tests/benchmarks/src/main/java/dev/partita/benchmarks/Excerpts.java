package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.json.JsonExcerpt;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonWriter;
import dev.partita.json.UnreadObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What it brings to read some properties of a document, or none, against reading all of it: the
 * processor time of both for the same texts.
 */
record Excerpts() implements Benchmark {

  private static final int DOCUMENTS = 10_000;
  private static final long FIRST_NUMBER = 1_000_000;
  private static final long WARM_UP_MILLIS = 2_000;
  private static final long SETTLE_MILLIS = 50;

  /** An optimisation that brings less is removed. */
  private static final double GOAL = 0.9;

  /** Two ways to the same; each takes a document and returns something of what it found. */
  private record Comparison(String label, ToIntFunction<byte[]> fast, ToIntFunction<byte[]> plain) {

    static Comparison ofProperties(String label, String... names) {
      JsonExcerpt.Reader reader =
          new JsonExcerpt(
                  List.of(names),
                  failure -> {
                    throw failure;
                  })
              .reader();
      String last = names[names.length - 1];
      return new Comparison(
          label,
          json -> reader.read(json, 0, json.length).at(last).hashCode(),
          json -> read(json).at(last).hashCode());
    }

    static Comparison ofWhole(String label) {
      return new Comparison(
          label,
          json -> JsonWriter.bytes(new UnreadObject(json, 0, json.length)).length,
          json -> JsonWriter.bytes(read(json)).length);
    }

    private static JsonObject read(byte[] json) {
      return (JsonObject) JsonReader.DEFAULT.read(json);
    }
  }

  @Override
  public Result run(Setting setting) {
    List<byte[]> documents = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      documents.add(JsonWriter.bytes(QueryDocuments.document(FIRST_NUMBER + i)));
    }
    FigureTable table =
        new FigureTable(
            "Documents read in part",
            List.of(
                text("wanted"),
                number("excerpt CPU µs", 3),
                number("plain CPU µs", 3),
                number("excerpt/plain", 2),
                text("range")));
    List<Result.Goal> goals = new ArrayList<>();
    List<Comparison> comparisons =
        List.of(
            Comparison.ofProperties("the third property", "number"),
            Comparison.ofProperties("two of the first seven", "city", "price"),
            Comparison.ofProperties("the last property, of 640 bytes", "text"),
            Comparison.ofWhole("the text, unread"));
    for (Comparison comparison : comparisons) {
      setting.progress().accept("json: " + comparison.label());
      compare(setting, comparison, documents, table, goals);
    }
    return new Result(
        "json",
        ("Documents of about %,d bytes as the database writes them, by one thread: some of their"
                + " properties by a pass over the text, or the text as it is, against reading all"
                + " of it into values. The ratio is of processor time.")
            .formatted(QueryDocuments.JSON_BYTES),
        List.of(table),
        goals,
        true);
  }

  private static void compare(
      Setting setting,
      Comparison comparison,
      List<byte[]> documents,
      FigureTable table,
      List<Result.Goal> goals) {
    turn(comparison.fast(), documents, WARM_UP_MILLIS);
    turn(comparison.plain(), documents, WARM_UP_MILLIS);
    List<Double> fast = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < setting.rounds(); round++) {
      fast.add(turn(comparison.fast(), documents, setting.millis()));
      plain.add(turn(comparison.plain(), documents, setting.millis()));
      ratios.add(fast.getLast() / plain.getLast());
    }
    double ratio = Measurement.median(ratios);
    ratios.sort(null);
    table.row(
        comparison.label(),
        Measurement.median(fast),
        Measurement.median(plain),
        ratio,
        "%.2f–%.2f".formatted(ratios.getFirst(), ratios.getLast()));
    goals.add(
        new Result.Goal(
            "%s: at most %.1f × the plain way".formatted(comparison.label(), GOAL),
            "%.2f ×".formatted(ratio),
            ratio <= GOAL));
  }

  private static double turn(ToIntFunction<byte[]> way, List<byte[]> documents, long millis) {
    return ClosedLoop.run(
            1,
            ClientThreads.PLATFORM.factory(),
            SETTLE_MILLIS,
            millis,
            () -> {
              int sum = 0;
              for (byte[] document : documents) {
                sum += way.applyAsInt(document);
              }
              if (sum == 0) {
                throw new IllegalStateException("Nothing was read.");
              }
              return documents.size();
            })
        .cpuMicrosPerOperation();
  }
}
