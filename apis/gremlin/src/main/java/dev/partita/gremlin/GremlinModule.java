package dev.partita.gremlin;

import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.graph.GraphStore;
import dev.partita.graph.Graphs;
import dev.partita.protocol.Listener;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValues;
import dev.partita.telemetry.OperationKind;
import dev.partita.telemetry.RequestOutcome;
import dev.partita.telemetry.RequestRecorder;
import java.util.List;

/** Protocol module of Gremlin over WebSocket and HTTP, at a port of its own. */
public final class GremlinModule implements ProtocolModule<GremlinModule.Options, GremlinApi> {

  private static final String NAME = "gremlin";

  private static final Setting<PortChoice> PORT =
      Setting.port(
          "gremlin-port",
          8901,
          "NUMBER|off",
          "The port for graphs, over WebSocket and HTTP; any free one if the other port is.");

  private static final Setting<Integer> MILLIS =
      Setting.number(
          "gremlin-millis",
          GremlinOptions.EVALUATION_MILLIS,
          1,
          Integer.MAX_VALUE,
          "How long a traversal may take.");

  /** Settings of the module. */
  public record Options(PortChoice port, int evaluationMillis) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(PORT, MILLIS);
  }

  @Override
  public Options options(SettingValues values) {
    return new Options(values.of(PORT), values.of(MILLIS));
  }

  @Override
  public List<Listener<GremlinApi>> listeners(Options options, Account account) {
    return List.of(
        new Listener.AtPort<>(
            PORT,
            options.port(),
            "Graphs are not served",
            new Listener.Spoken.Http<>(api -> api, api -> api, account.isOpen()),
            new Listener.Address(NAME, "Gremlin API", "ws", "/gremlin")));
  }

  @Override
  public GremlinApi start(Options options, ProtocolServices services) {
    Account account = services.account();
    RequestRecorder recorder = services.telemetry().recorder(NAME);
    Clock clock = services.engine().clock();
    return new GremlinApi(
        () -> new Graphs(services.engine(), services.documents(), account.name()),
        GremlinOptions.of(account.keys()).withEvaluationMillis(options.evaluationMillis()),
        request -> report(request, recorder.begun(clock.nanos() - request.nanos())));
  }

  private static void report(AnsweredRequest request, RequestOutcome outcome) {
    request.partition().ifPresent(outcome::partition);
    outcome
        .detail(request.detail())
        .operation(
            switch (request.kind()) {
              case READ -> OperationKind.QUERY;
              case CHANGE -> OperationKind.EXECUTE;
              case CREATE_GRAPH -> OperationKind.METADATA;
              case OTHER -> OperationKind.OTHER;
            })
        .on(request.database(), request.graph())
        .charge(request.requestUnits())
        .answered(request.status(), request.subStatus(), request.bytes());
  }

  @Override
  public boolean describes(ContainerModel model) {
    return model.presentation().equals(GraphStore.PRESENTATION);
  }
}
