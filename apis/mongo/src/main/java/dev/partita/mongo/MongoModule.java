package dev.partita.mongo;

import dev.partita.aggregation.stream.Workspace;
import dev.partita.base.time.Clock;
import dev.partita.collection.BsonCollections;
import dev.partita.collection.CollectionSettings;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.mongo.auth.Scram;
import dev.partita.mongo.command.AnsweredCommand;
import dev.partita.mongo.command.CommandSet;
import dev.partita.mongo.command.Identity;
import dev.partita.mongo.error.MongoError;
import dev.partita.protocol.Listener;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.ServerView;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValues;
import dev.partita.telemetry.OperationKind;
import dev.partita.telemetry.RequestOutcome;
import dev.partita.telemetry.RequestRecorder;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;

/** Protocol module of MongoDB, at two ports of its own, which differ in what they say of it. */
public final class MongoModule implements ProtocolModule<MongoModule.Options, MongoApi> {

  private static final String NAME = "mongo";
  private static final String REPLICA_SET = "mongo-replica-set";

  /** The user in connection strings of emulators, whose account is called so. */
  private static final String EMULATOR_USER = "localhost";

  private static final Setting<PortChoice> PORT =
      Setting.port(
          "mongo-port",
          27_017,
          "NUMBER|off",
          "The port for MongoDB drivers; any free one if the other port is.");

  private static final Setting<PortChoice> REPLICA_SET_PORT =
      Setting.port(
          "mongo-replica-set-port",
          10_255,
          "NUMBER|off",
          "The port for MongoDB drivers whose connection string says replicaSet=globaldb, as those"
              + " of Azure Cosmos DB do.");

  private static final Setting<String> ADDRESS =
      Setting.text(
          "mongo-address",
          "",
          "HOST:PORT",
          "Where clients reach the replica set, which it tells them; the default is this machine.");

  /** What users chose. */
  public record Options(PortChoice port, PortChoice replicaSetPort, String address) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(PORT, REPLICA_SET_PORT, ADDRESS);
  }

  @Override
  public Options options(SettingValues values) {
    return new Options(values.of(PORT), values.of(REPLICA_SET_PORT), values.of(ADDRESS));
  }

  @Override
  public List<Listener<MongoApi>> listeners(Options options, Account account) {
    return List.of(
        new Listener.AtPort<>(
            PORT,
            options.port(),
            "MongoDB drivers are not served",
            new Listener.Spoken.Frames<>(MongoApi.rules(), api -> api.as(Identity.ROUTER)),
            new Listener.Address(NAME, "MongoDB API", "mongodb", "/")),
        new Listener.AtPort<>(
            REPLICA_SET_PORT,
            options.replicaSetPort(),
            "MongoDB drivers that look for a replica set are not served",
            new Listener.Spoken.Frames<>(MongoApi.rules(), api -> api.as(Identity.REPLICA_SET)),
            new Listener.Address(REPLICA_SET, "MongoDB API, replica set", "mongodb", "/")));
  }

  @Override
  public MongoApi start(Options options, ProtocolServices services) {
    Account account = services.account();
    AccountKeys keys = account.keys();
    SecureRandom random = new SecureRandom();
    RequestRecorder recorder = services.telemetry().recorder(NAME);
    Clock clock = services.engine().clock();
    return new MongoApi(
        new CommandSet(
            services.engine(),
            new BsonCollections(services.engine(), Workspace.in(services.server().scratch())),
            account.name(),
            keys == null ? null : new Scram(Set.of(account.name(), EMULATOR_USER), keys, random),
            () -> address(options, services.server()),
            random,
            command -> report(command, recorder.begun(clock.nanos() - command.nanos()))));
  }

  private static String address(Options options, ServerView server) {
    return options.address().isEmpty()
        ? server.endpoints().stream()
            .filter(endpoint -> endpoint.name().equals(REPLICA_SET))
            .findFirst()
            .map(endpoint -> endpoint.uri().getHost() + ":" + endpoint.uri().getPort())
            .orElse("localhost:" + REPLICA_SET_PORT.defaultText())
        : options.address();
  }

  private static void report(AnsweredCommand command, RequestOutcome outcome) {
    outcome
        .operation(kind(command.name()))
        .on(command.database(), command.collection())
        .charge(command.requestUnits())
        .answered(status(command.code()), 0, command.bytes());
  }

  private static OperationKind kind(String command) {
    return switch (command) {
      case "find", "getMore", "aggregate", "count", "distinct" -> OperationKind.QUERY;
      case "insert" -> OperationKind.CREATE;
      case "update", "findAndModify", "findandmodify" -> OperationKind.REPLACE;
      case "delete" -> OperationKind.DELETE;
      case "create",
          "drop",
          "dropDatabase",
          "createIndexes",
          "dropIndexes",
          "shardCollection",
          "customAction",
          "listDatabases",
          "listCollections",
          "listIndexes" ->
          OperationKind.METADATA;
      default -> OperationKind.OTHER;
    };
  }

  private static int status(int code) {
    if (code == 0) {
      return 200;
    }
    return MongoError.of(code)
        .map(
            error ->
                switch (error) {
                  case REQUEST_RATE_TOO_LARGE -> 429;
                  case UNAUTHORIZED, AUTHENTICATION_FAILED -> 401;
                  case NAMESPACE_NOT_FOUND, CURSOR_NOT_FOUND, INDEX_NOT_FOUND -> 404;
                  case MAX_TIME_MS_EXPIRED -> 408;
                  case DUPLICATE_KEY, WRITE_CONFLICT, NAMESPACE_EXISTS -> 409;
                  case INTERNAL_ERROR -> 500;
                  case SHUTDOWN_IN_PROGRESS -> 503;
                  default -> 400;
                })
        .orElse(400);
  }

  @Override
  public boolean describes(ContainerModel model) {
    return model.name().equals(CollectionSettings.MODEL.name());
  }
}
