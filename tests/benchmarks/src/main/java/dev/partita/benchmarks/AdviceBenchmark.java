package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.advice.Advice;
import dev.partita.advice.AdviceOptions;
import dev.partita.advice.Advisor;
import dev.partita.advice.LoggedRequest;
import dev.partita.advice.RequestShape;
import dev.partita.advice.RequestShape.Action;
import dev.partita.advice.RequestShape.Scope;
import dev.partita.advice.Subject;
import dev.partita.advice.ValueHash;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/** What advice on a partition key takes: processor time and memory, reading of disks aside. */
record AdviceBenchmark(int documents, int requests) implements Benchmark {

  private static final double SECONDS_MOST = 60;
  private static final double MEGABYTES_MOST = 256;
  private static final int PARTITIONS = 10;
  private static final int CUSTOMERS = 50_000;
  private static final int SHOPS = 400;
  private static final long HOUR_MILLIS = 3_600_000;
  private static final RequestShape READ =
      new RequestShape(
          Action.READ, Scope.SINGLE, List.of(LoggedRequest.keyPath(0), "/id"), Set.of(), 1);
  private static final RequestShape QUERY =
      new RequestShape(Action.QUERY, Scope.SINGLE, List.of("/customer"), Set.of(), 1);

  @Override
  public Result run(Setting setting) {
    PartitionKeyDefinition present = PartitionKeyDefinition.hash("/shop");
    Subject subject =
        new Subject(
            "shop/orders",
            present,
            false,
            documents,
            0,
            PARTITIONS,
            10_000,
            List.of(),
            20L << 30,
            List.of(),
            HOUR_MILLIS);
    ValueHash hash = ValueHash.open();
    long idle = usedBytes();
    long begin = cpuNanos();
    Advisor advisor = new Advisor(subject, AdviceOptions.DEFAULT, hash);
    setting.progress().accept("advice: requests");
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < requests; i++) {
      advisor.add(request(random.nextInt(documents), i, i % 10 == 0, hash));
    }
    setting.progress().accept("advice: documents");
    for (int i = 0; i < documents; i++) {
      byte[] json = json(i).getBytes(StandardCharsets.UTF_8);
      advisor.add((JsonObject) JsonReader.DEFAULT.read(json), json.length);
    }
    setting.progress().accept("advice: replay");
    Advice advice = advisor.advise(_ -> {}, () -> false);
    double seconds = (cpuNanos() - begin) / 1e9;
    double megabytes;
    try {
      megabytes = (usedBytes() - idle) / (double) (1 << 20);
    } finally {
      // It has to be alive while memory is measured.
      Reference.reachabilityFence(advisor);
    }
    boolean sound =
        advice.best().candidate().text().equals("/customer") && advice.ranked().size() > 1;
    FigureTable table =
        new FigureTable(
            String.format(Locale.ROOT, "%,d documents, %,d requests", documents, requests),
            List.of(
                text("best key"),
                number("keys tried", 0),
                number("CPU s", 1),
                number("MB kept", 0)));
    table.row(advice.best().candidate().text(), advice.ranked().size(), seconds, megabytes);
    return new Result(
        "advice",
        "Advice on a container's partition key, in one thread: parsing and counting the documents,"
            + " and replaying the requests under each key that is tried.",
        List.of(table),
        List.of(
            new Result.Goal(
                "advice takes at most %.0f s of a processor".formatted(SECONDS_MOST),
                "%.1f s".formatted(seconds),
                seconds <= SECONDS_MOST),
            new Result.Goal(
                "it keeps at most %.0f MB".formatted(MEGABYTES_MOST),
                "%.0f MB".formatted(megabytes),
                megabytes <= MEGABYTES_MOST)),
        sound);
  }

  private static LoggedRequest request(int document, int number, boolean read, ValueHash hash) {
    JsonString shop = JsonString.of("shop " + document % SHOPS);
    JsonString customer = JsonString.of("customer " + document % CUSTOMERS);
    JsonString id = JsonString.of("order " + document);
    return new LoggedRequest(
        number % HOUR_MILLIS,
        read ? READ : QUERY,
        1,
        read ? 1 : 20,
        read ? new long[] {hash.item(PartitionKey.of(shop), id.value())} : new long[0],
        read ? new long[] {hash.of(shop), hash.of(id)} : new long[] {hash.of(customer)},
        0,
        read ? 1 : PARTITIONS,
        false);
  }

  private static String json(int number) {
    return "{\"id\":\"order %d\",\"shop\":\"shop %d\",\"customer\":\"customer %d\","
            .formatted(number, number % SHOPS, number % CUSTOMERS)
        + "\"state\":\"state %d\",\"city\":\"city %d\",\"total\":%d,\"to\":{\"zip\":%d},"
            .formatted(number % 5, number % 3_000, number % 900, number % 20_000)
        + "\"note\":\"as soon as it can be had, please\",\"_ts\":%d}".formatted(number);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long usedBytes() {
    var memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < 3; i++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }
}
