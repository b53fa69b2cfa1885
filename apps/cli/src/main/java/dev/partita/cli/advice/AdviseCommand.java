package dev.partita.cli.advice;

import dev.partita.advice.AdviceOptions;
import dev.partita.advice.Advisor;
import dev.partita.advice.Subject;
import dev.partita.advice.ValueHash;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.Interrupts;
import dev.partita.cli.shell.OptionValue;
import dev.partita.cli.shell.Output;
import dev.partita.cli.shell.ProgressLine;
import dev.partita.cli.shell.Remote;
import dev.partita.cli.transfer.SampleFile;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.ValueText;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita advise}: says which partition key a container had best. */
public final class AdviseCommand {

  private static final long LOOK_MILLIS = 200;
  private static final int PARTITIONS_PLANNED = 10;
  private static final int DOCUMENTS_MAX = 100_000_000;
  private static final int SAMPLE_MAX = 200_000;

  private final Environment environment;
  private final OptionValue database;
  private final OptionValue container;
  private final OptionValue partitions;
  private final OptionValue documents;
  private final OptionValue last;
  private final OptionValue sample;
  private final OptionValue workload;

  private AdviseCommand(Environment environment, Command command) {
    this.environment = environment;
    this.database =
        command.optional("--database,--database-name,-d", "NAME", "The database's name.");
    this.container =
        command.optional("--container,--container-name,-c", "NAME", "The container's name.");
    this.partitions =
        command.optional(
            "--partitions",
            "N",
            "For how many physical partitions; as many as there are, and 4 at least, without it.");
    this.documents =
        command.optional("--documents", "N", "How many documents to look at; 1000000 without it.");
    this.last = command.flag("--last", "Show what was found out last.");
    this.sample =
        command.optional(
            "--sample", "FILE", "Documents as JSON, JSON lines or CSV, in place of a container.");
    this.workload = command.optional("--workload", "FILE", "What is expected of them, as YAML.");
  }

  public static CommandSpec spec(Environment environment) {
    Command command =
        Command.named(
            "advise",
            "Say which partition key a container had best, by replaying its requests.",
            "partita advise -d shop -c orders",
            "partita advise -d shop -c orders --partitions 10 --json",
            "partita advise --sample orders.jsonl --workload expected.yaml");
    var advise = new AdviseCommand(environment, command);
    return Remote.spec(
        environment,
        command,
        (client, output) ->
            advise.sample.optional().isPresent()
                ? advise.ofFile(output)
                : advise.ofContainer(client, output));
  }

  private ExitCode ofContainer(Client client, Output output) throws Exception {
    if (database.optional().isEmpty() || container.optional().isEmpty()) {
      throw DatabaseException.badRequest(
          "Advice is on a container (-d and -c) or on a file (--sample and --workload)");
    }
    if (workload.optional().isPresent()) {
      throw workload.invalid("The requests of a container are in its log");
    }
    if (last.isOn()) {
      return print(output, client.require(request("GET")).object());
    }
    JsonObject.Builder body = JsonObject.builder();
    partitions.number(1L, AdviceOptions.PARTITIONS_MAX).ifPresent(n -> body.put("partitions", n));
    documents.number(1L, DOCUMENTS_MAX).ifPresent(n -> body.put("documents", n));
    JsonObject run = client.require(request("POST").withBody(body.build())).object();
    try (Interrupts.Watch watch = environment.interrupts().watch();
        ProgressLine line = new ProgressLine(environment, "Advising")) {
      boolean told = false;
      while (ValueText.plain(run.at("state")).equals("running")) {
        if (watch.requested() && !told) {
          client.require(request("DELETE"));
          told = true;
        }
        if (!output.isJson() && line.isDue()) {
          double percent = run.at("percent") instanceof JsonNumber n ? n.doubleValue() : 0;
          line.show(percent / 100, "");
        }
        client.clock().sleep(LOOK_MILLIS);
        run = client.require(request("GET")).object();
      }
    }
    return print(output, run);
  }

  private ClientRequest request(String method) {
    return ClientRequest.admin(
        method, "databases", database.text(), "containers", container.text(), "advice");
  }

  private static ExitCode print(Output output, JsonObject run) {
    if (run.at("advice") instanceof JsonObject advice) {
      AdviceReport.print(output, advice);
      return ExitCode.OK;
    }
    JsonObject error = run.at("error") instanceof JsonObject reason ? reason : JsonObject.EMPTY;
    output.note(
        String.format(
            Locale.ROOT,
            "partita: there is no advice: %s %s",
            ValueText.plain(run.at("state")),
            ValueText.plain(error.at("message"))));
    return ExitCode.FAILED;
  }

  private ExitCode ofFile(Output output) throws Exception {
    if (workload.optional().isEmpty()) {
      throw new DatabaseException(
          ErrorCode.BAD_REQUEST, "A sample needs a workload to be replayed: --workload FILE");
    }
    WorkloadFile expected = WorkloadFile.read(Path.of(workload.text()));
    List<JsonObject> given = SampleFile.read(Path.of(sample.text()), SAMPLE_MAX);
    long bytes = (long) (expected.gigabytes() * (1L << 30));
    long now = environment.clock().millis();
    Subject planned = Subject.planned(sample.text(), expected.throughput(), now);
    Subject subject =
        new Subject(
            planned.name(),
            expected.workload().present(),
            false,
            0,
            bytes,
            partitions
                .number(1L, AdviceOptions.PARTITIONS_MAX)
                .orElse((long) PARTITIONS_PLANNED)
                .intValue(),
            expected.throughput(),
            List.of(),
            planned.logicalLimitBytes(),
            List.of(),
            now);
    ValueHash hash = ValueHash.open();
    Advisor advisor =
        new Advisor(subject, AdviceOptions.DEFAULT.withPartitions(subject.partitions()), hash);
    expected.workload().replay(given, now, hash, advisor::add);
    given.forEach(document -> advisor.add(document, JsonWriter.bytes(document).length));
    try (Interrupts.Watch watch = environment.interrupts().watch();
        ProgressLine line = new ProgressLine(environment, "Advising")) {
      JsonObject advice =
          advisor
              .advise(
                  part -> {
                    if (!output.isJson() && line.isDue()) {
                      line.show(part, "");
                    }
                  },
                  watch::requested)
              .toJson();
      line.clear();
      AdviceReport.print(output, advice);
    }
    return ExitCode.OK;
  }
}
