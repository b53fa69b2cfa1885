package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.Interrupts;
import dev.partita.cli.shell.Logs;
import dev.partita.cli.shell.OptionValue;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.ServerTarget;
import dev.partita.client.SigningKey;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.server.LogLevel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code partita cluster demo}: three nodes in processes of their own, clients that go on, and a
 * leader that is killed and comes back.
 */
public final class ClusterDemoCommand {

  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int PORTS_MAX = 65_000;
  private static final long PATIENCE_MILLIS = 120_000;
  private static final long LOOK_MILLIS = 200;
  private static final long CALM_MILLIS = 3_000;

  private final Environment environment;
  private final PrintWriter out;
  private final OptionValue folder;
  private final OptionValue port;
  private final OptionValue clusterPort;
  private final OptionValue rounds;
  private final OptionValue unattended;
  private final OptionValue keep;
  private final List<DemoNode> nodes = new ArrayList<>();
  private final List<Client> clients = new ArrayList<>();
  private BooleanSupplier interrupted = () -> false;

  private ClusterDemoCommand(Environment environment, Command command) {
    this.environment = environment;
    this.out = environment.out();
    this.folder =
        command.withDefault(
            "--folder", "DIRECTORY", "./cluster-demo", "Where the nodes keep their data.");
    this.port =
        command.withDefault("--port", "PORT", "8081", "The first of three ports for clients.");
    this.clusterPort =
        command.withDefault("--cluster-port", "PORT", "8980", "The first of three between nodes.");
    this.rounds =
        command.withDefault("--rounds", "N", "1", "How often a leader is killed and comes back.");
    this.unattended = command.flag("--unattended", "End after the rounds, without a question.");
    this.keep = command.flag("--keep", "Keep the folder.");
  }

  public static CommandSpec spec(Environment environment) {
    Command command =
        Command.named(
            "demo",
            "Run three nodes with sample data and load, kill a leader and bring it back.",
            "partita cluster demo",
            "partita cluster demo --rounds 3 --unattended");
    var demo = new ClusterDemoCommand(environment, command);
    return command.does(demo::run);
  }

  private ExitCode run() throws IOException, InterruptedException {
    Logs.configure(LogLevel.ERROR);
    Path where = Path.of(folder.text());
    requireNew(where);
    try (Interrupts.Watch watch = environment.interrupts().watch()) {
      interrupted = watch::requested;
      ExitCode result;
      try {
        result = play(where);
      } finally {
        clients.forEach(Client::close);
        nodes.forEach(DemoNode::close);
      }
      remove(where);
      return result;
    }
  }

  private static void requireNew(Path where) throws IOException {
    if (Files.exists(where)) {
      try (Stream<Path> files = Files.list(where)) {
        if (files.findAny().isPresent()) {
          throw DatabaseException.badRequest(
                  "There is something in the folder. Remove it, or name another with --folder.")
              .with("directory", where);
        }
      }
    }
  }

  private ExitCode play(Path where) throws IOException, InterruptedException {
    say("Three nodes are started, in folders below " + where + ". This takes some seconds …");
    startNodes(where);
    Client first = clients.getFirst();
    await("three replicas of everything", () -> isWhole(first));
    new Loader(first, step -> say("  " + step)).fill();
    say("The explorer is at " + nodes.getFirst().endpoint() + "/_explorer/#/cluster");
    try (var load = new ClusterClients(clients, DemoContainer.READINGS, environment.clock())) {
      load.start();
      for (int round = 1; round <= rounds.number(0, 10_000) && !isEnded(); round++) {
        round(round, load);
      }
      say("What the clients saw: " + load.summary());
      if (load.firstError() != null) {
        say("The first error: " + load.firstError());
      }
      if (!unattended.isOn() && !isEnded()) {
        say("The cluster and its clients go on. Press q and Enter to end.");
        awaitQ();
        say("What the clients saw: " + load.summary());
      }
      return load.errors() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private void startNodes(Path where) throws IOException {
    for (int i = 0; i < NAMES.size(); i++) {
      DemoNode node =
          new DemoNode(
              NAMES.get(i),
              where,
              port.number(1, PORTS_MAX) + i,
              clusterPort.number(1, PORTS_MAX) + i);
      nodes.add(node);
      clients.add(
          new Client(
              ServerTarget.of(node.endpoint(), SigningKey.of(AccountSettings.KEY.defaultText())),
              environment.clock()));
      if (i == 0) {
        node.start("--cluster");
      } else {
        String token =
            ValueText.plain(
                clients
                    .getFirst()
                    .require(ClientRequest.admin("POST", "cluster", "token"))
                    .object()
                    .at("token"));
        node.start("--join=" + nodes.getFirst().clusterAddress(), "--token=" + token);
      }
      Client client = clients.get(i);
      await("node " + node.name(), () -> answers(node, client));
      say("Node " + node.name() + " serves at " + node.endpoint());
    }
  }

  private static boolean answers(DemoNode node, Client client) {
    node.requireRunning();
    try {
      return client.send(ClientRequest.admin("GET", "cluster")).isSuccess();
    } catch (DatabaseException e) {
      return false;
    }
  }

  /** Kills the node that leads most, looks what clients see of it, and brings it back. */
  private void round(int number, ClusterClients load) throws IOException, InterruptedException {
    environment.clock().sleep(CALM_MILLIS);
    var _ = load.takeLongestGapMillis();
    DemoNode leader = leader();
    say("Round " + number + ": node " + leader.name() + ", which leads, is killed (kill -9)");
    long before = load.answered();
    leader.kill();
    await("answers from the others", () -> load.answered() > before + 100);
    environment.clock().sleep(CALM_MILLIS);
    say("  the longest time without an answer: " + load.takeLongestGapMillis() + " ms");
    leader.start("--cluster");
    Client other = clients.get(leader == nodes.getFirst() ? 1 : 0);
    await("node " + leader.name() + " to be back", () -> isWhole(other));
    say("  node " + leader.name() + " is back; " + load.summary());
  }

  private DemoNode leader() {
    JsonObject status = status(clients.getFirst());
    JsonObject most =
        objects(status.at("nodes")).stream()
            .max(Comparator.comparing(node -> ValueText.plain(node.at("leads"))))
            .orElseThrow();
    String name = ValueText.plain(most.at("name"));
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
  }

  /** Whether all nodes answer, and each group has all its replicas. */
  private boolean isWhole(Client client) {
    nodes.forEach(DemoNode::requireRunning);
    try {
      JsonObject status = status(client);
      return ValueText.plain(status.at("health")).equals("healthy")
          && objects(status.at("groups")).stream()
              .allMatch(
                  group ->
                      group.has("leader")
                          && !group.has("becomes")
                          && objects(group.at("replicas")).size() == nodes.size());
    } catch (DatabaseException e) {
      return false;
    }
  }

  private static JsonObject status(Client client) {
    return client.require(ClientRequest.admin("GET", "cluster")).object();
  }

  private static List<JsonObject> objects(JsonValue value) {
    return value instanceof JsonArray array
        ? array.elements().stream().map(JsonObject.class::cast).toList()
        : List.of();
  }

  private void await(String what, BooleanSupplier condition) {
    Deadline deadline = Deadline.in(PATIENCE_MILLIS, environment.clock());
    while (!condition.getAsBoolean()) {
      if (isEnded() || deadline.isOver()) {
        throw new DatabaseException(
                ErrorCode.UNAVAILABLE, "The demo has waited for this in vain; see the nodes' logs.")
            .with("awaited", what)
            .with("logs", folder.text());
      }
      environment.clock().sleep(LOOK_MILLIS);
    }
  }

  private boolean isEnded() {
    return interrupted.getAsBoolean();
  }

  private void awaitQ() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(environment.in(), StandardCharsets.UTF_8));
    while (!isEnded()) {
      if (in.ready()) {
        String line = in.readLine();
        if (line == null || line.strip().equals("q")) {
          return;
        }
      }
      environment.clock().sleep(LOOK_MILLIS);
    }
  }

  private void remove(Path where) throws IOException {
    if (keep.isOn() || (!unattended.isOn() && wantsToKeep())) {
      say(
          "The folder is kept. To start a node again: partita serve --cluster --data "
              + where.resolve(NAMES.getFirst()));
      return;
    }
    try (Stream<Path> files = Files.walk(where)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    say("The nodes have stopped, and the folder is gone. Goodbye!");
  }

  private boolean wantsToKeep() throws IOException {
    if (isEnded()) {
      return true;
    }
    say("Keep " + folder.text() + "? y or n");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(environment.in(), StandardCharsets.UTF_8));
    String line = in.readLine();
    return line == null || !line.strip().equals("n");
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
