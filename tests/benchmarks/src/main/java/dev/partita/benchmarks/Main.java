package dev.partita.benchmarks;

import dev.partita.benchmarks.http.MissingProgram;
import dev.partita.benchmarks.report.ConsoleReport;
import dev.partita.benchmarks.report.Machine;
import dev.partita.benchmarks.report.Result;
import dev.partita.benchmarks.sql.SqlQuery;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The program: selects the benchmarks, runs them one after the other and reports. */
@Command(
    name = "bench",
    description = "Measures the database against the limits of the machine, in the same run.",
    synopsisSubcommandLabel = "BENCHMARK",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:measured, whatever the figures",
      "1:a requirement was broken: an error, or data that is not there",
      "2:the command line was not understood"
    })
final class Main {

  @Option(
      names = "--dir",
      scope = ScopeType.INHERIT,
      description = "Where the data goes; deleted afterwards. The disk matters. (${DEFAULT-VALUE})")
  private Path directory = Path.of("tests", "benchmarks", "target", "data");

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Print one JSON object instead of tables.")
  private boolean json;

  @Option(
      names = "--rounds",
      scope = ScopeType.INHERIT,
      description = "How often the sides of a comparison take turns. (${DEFAULT-VALUE})")
  private int rounds = 5;

  @Option(
      names = "--millis",
      scope = ScopeType.INHERIT,
      description = "How long each turn is measured. (${DEFAULT-VALUE})")
  private long millis = 1_500;

  private Main() {}

  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new Main());
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .scopeType(ScopeType.INHERIT)
                .description("Show this help.")
                .build());
    line.setExecutionExceptionHandler(Main::explain);
    System.exit(
        line.setUsageHelpWidth(100).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
  }

  /** A program that the machine lacks is reported without a stack trace. */
  private static int explain(Exception failure, CommandLine line, ParseResult parsed)
      throws Exception {
    if (failure instanceof MissingProgram) {
      line.getErr().println("bench: " + failure.getMessage());
      return 1;
    }
    throw failure;
  }

  @Command(
      name = "writes",
      description = "Durable creates of 1 KB items against synced puts of the same bytes.")
  int writes(
      @Option(
              names = "--clients",
              split = ",",
              defaultValue = "1,16,64,256",
              description = "How many clients at once. (${DEFAULT-VALUE})")
          List<Integer> clients,
      @Option(
              names = "--threads",
              defaultValue = "virtual",
              description =
                  "Of the database's clients: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
          ClientThreads threads,
      @Option(
              names = "--only",
              description = "Measure one side only, for a profiler: ${COMPLETION-CANDIDATES}")
          WritesBenchmark.Side only)
      throws IOException {
    return run(
        new WritesBenchmark(
            clients,
            threads,
            only == null ? List.of(WritesBenchmark.Side.values()) : List.of(only)));
  }

  @Command(
      name = "indexed-writes",
      description = "Durable creates of 1 KB items with all values indexed against raw writes.")
  int indexedWrites(
      @Option(
              names = "--clients",
              split = ",",
              defaultValue = "1,64,256",
              description = "How many clients at once. (${DEFAULT-VALUE})")
          List<Integer> clients)
      throws IOException {
    return run(new IndexedWrites(clients));
  }

  @Command(
      name = "reads",
      description = "Point reads of cached 1 KB items against gets of the same bytes.")
  int reads(
      @Option(
              names = "--only",
              description = "Measure one side only, for a profiler: ${COMPLETION-CANDIDATES}")
          ReadsBenchmark.Side only)
      throws IOException {
    return run(
        new ReadsBenchmark(only == null ? List.of(ReadsBenchmark.Side.values()) : List.of(only)));
  }

  @Command(
      name = "queries",
      description = "Queries of many kinds over indexed 1 KB documents, as the container grows.")
  int queries(
      @Option(
              names = "--documents",
              defaultValue = "200000",
              description = "How many there are in the end. (${DEFAULT-VALUE})")
          long documents)
      throws IOException {
    return run(new QueriesBenchmark(documents));
  }

  @Command(
      name = "containers",
      description = "What a thousand containers take to create, to keep and to leave idle.")
  int containers() throws IOException {
    return run(new ContainersBenchmark());
  }

  @Command(
      name = "split",
      description = "Latencies of writes while the partition they go to is split.")
  int split(
      @Option(
              names = "--megabytes",
              defaultValue = "1024",
              description = "How much is stored before the split. (${DEFAULT-VALUE})")
          int megabytes)
      throws IOException {
    return run(new Split(megabytes));
  }

  @Command(
      name = "http",
      description = "Requests of the NoSQL API against a bare server with the same answers.")
  int http(
      @Option(
              names = "--connections",
              defaultValue = "32",
              description = "How many clients at once. (${DEFAULT-VALUE})")
          int connections)
      throws IOException {
    return run(new Http(connections));
  }

  @Command(
      name = "metrics",
      description = "What it costs point reads over HTTP that they are counted and logged.")
  int metrics(
      @Option(
              names = "--connections",
              defaultValue = "32",
              description = "How many clients at once. (${DEFAULT-VALUE})")
          int connections)
      throws IOException {
    return run(new MetricsBenchmark(connections));
  }

  @Command(name = "advice", description = "Advice on a partition key: processor time and memory.")
  int advice(
      @Option(
              names = "--documents",
              defaultValue = "1000000",
              description = "How many documents. (${DEFAULT-VALUE})")
          int documents,
      @Option(
              names = "--requests",
              defaultValue = "1000000",
              description = "How many requests. (${DEFAULT-VALUE})")
          int requests)
      throws IOException {
    return run(new AdviceBenchmark(documents, requests));
  }

  @Command(
      name = "nodes",
      description = "Requests between two nodes of a cluster against echoes of bare Netty.")
  int nodes() throws IOException {
    return run(new NodesBenchmark());
  }

  @Command(
      name = "peer",
      description = "Requests against another server for developers, which npm installs.")
  int peer(
      @Option(
              names = "--connections",
              defaultValue = "32",
              description = "How many clients at once. (${DEFAULT-VALUE})")
          int connections)
      throws IOException {
    return run(new Peer(connections));
  }

  @Command(
      name = "graph",
      description =
          "Traversals of a graph against TinkerGraph and JanusGraph, which Maven fetches.")
  int graph(
      @Option(
              names = "--vertices",
              defaultValue = "100000",
              description = "How many there are, with ten edges each. (${DEFAULT-VALUE})")
          int vertices,
      @Option(
              names = "--heap",
              defaultValue = "2g",
              description = "What each database may have. (${DEFAULT-VALUE})")
          String heap,
      @Option(
              names = "--sides",
              split = ",",
              defaultValue = "partita,tinkergraph,janusgraph",
              description =
                  "Which databases; partita-all indexes all properties. (${DEFAULT-VALUE})")
          List<String> sides)
      throws IOException {
    return run(new GraphTraversals(vertices, heap, sides));
  }

  @Command(
      name = "scripts",
      description = "Functions against SQL, procedures against batches, and the first script.")
  int scripts(
      @Option(
              names = "--documents",
              defaultValue = "100000",
              description = "How many a function is called for. (${DEFAULT-VALUE})")
          int documents)
      throws IOException {
    return run(new ScriptsBenchmark(documents));
  }

  @Command(
      name = "sql",
      description = "Queries over HTTP against PostgreSQL with the same documents as JSONB.")
  int sql(
      @Option(
              names = "--documents",
              defaultValue = "1000000",
              description =
                  "How many there are in the end; 5000000 makes the curve longer."
                      + " (${DEFAULT-VALUE})")
          long documents,
      @Option(
              names = "--clients",
              split = ",",
              defaultValue = "1,16",
              description = "How many clients at once. (${DEFAULT-VALUE})")
          List<Integer> clients,
      @Option(
              names = "--only",
              split = ",",
              description = "Measure some queries only: ${COMPLETION-CANDIDATES}")
          List<SqlQuery> only)
      throws IOException {
    return run(
        new SqlComparison(documents, only == null ? List.of(SqlQuery.values()) : only, clients));
  }

  @Command(
      name = "tables",
      description = "Requests for tables against Azurite, which npm installs; and a growing table.")
  int tables(
      @Option(
              names = "--connections",
              defaultValue = "32",
              description = "How many clients at once. (${DEFAULT-VALUE})")
          int connections,
      @Option(
              names = "--entities",
              defaultValue = "1000000",
              description = "How many the growing table has in the end. (${DEFAULT-VALUE})")
          long entities)
      throws IOException {
    return run(new Tables(connections, entities));
  }

  @Command(
      name = "ffi",
      description = "Keys that RocksDB's C interface gives against copies by its Java binding.")
  int ffi() throws IOException {
    return run(new NativeKeys());
  }

  @Command(
      name = "json",
      description = "Some properties of documents, or their text, against reading all of them.")
  int json() throws IOException {
    return run(new Excerpts());
  }

  @Command(
      name = "start",
      description = "From the launcher's start to the first write, and the memory it takes.")
  int start() throws IOException {
    return run(new Start());
  }

  @Command(
      name = "all",
      description = "All of them but peer, sql, tables and graph, which need programs of others.")
  int all() throws IOException {
    return run(
        new WritesBenchmark(
            List.of(1, 16, 64, 256), ClientThreads.VIRTUAL, List.of(WritesBenchmark.Side.values())),
        new IndexedWrites(List.of(1, 64, 256)),
        new ReadsBenchmark(List.of(ReadsBenchmark.Side.values())),
        new QueriesBenchmark(200_000),
        new ContainersBenchmark(),
        new Split(1024),
        new Http(32),
        new MetricsBenchmark(32),
        new NodesBenchmark(),
        new AdviceBenchmark(1_000_000, 1_000_000),
        new ScriptsBenchmark(100_000),
        new NativeKeys(),
        new Excerpts(),
        new Start());
  }

  private int run(Benchmark... benchmarks) throws IOException {
    Path data = directory.toAbsolutePath();
    Files.createDirectories(data);
    PrintWriter out = new PrintWriter(System.out, true, System.out.charset());
    PrintWriter progress = new PrintWriter(System.err, true, System.err.charset());
    Machine machine = Machine.describe(data);
    ConsoleReport report = new ConsoleReport(out, json);
    report.begin(machine);
    List<Result> results = new ArrayList<>();
    for (Benchmark benchmark : benchmarks) {
      try (Scratch scratch = new Scratch(data)) {
        Result result =
            benchmark.run(new Benchmark.Setting(scratch, rounds, millis, progress::println));
        report.add(result);
        results.add(result);
      }
    }
    report.end();
    return results.stream().allMatch(Result::sound) ? 0 : 1;
  }
}
