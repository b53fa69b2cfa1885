package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.container.catalogue.ContainerModel;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.protocol.Listener;
import dev.partita.protocol.OperatorActions;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValues;
import dev.partita.telemetry.ObservedTraversals;
import dev.partita.telemetry.OperationKind;
import java.util.List;
import java.util.Map;

/**
 * A protocol that gives back what it is sent, some times over: all that a new protocol has to bring
 * to have settings, a port, a place in the admin API, metrics and entries in the request log.
 */
final class EchoModule implements ProtocolModule<EchoModule.Options, EchoModule.Echo> {

  private static final Setting<PortChoice> PORT =
      Setting.port("echo-port", 0, "NUMBER", "Where what is sent is given back.");

  private static final Setting<Integer> TIMES =
      Setting.number("echo-times", 1, 1, 9, "How often it is given back.");

  record Options(PortChoice port, int times) {}

  /** The protocol at work. */
  record Echo(int times, ObservedTraversals observed) implements Protocol, HttpHandler {

    @Override
    public Response handle(Request request) {
      byte[] body = new String(request.body(), UTF_8).repeat(times).getBytes(UTF_8);
      observed.answered(
          new ObservedTraversals.Outcome(
              OperationKind.READ, "shop", "echo", "", 200, 0, times, 1, body.length));
      return Response.json(200, body);
    }

    @Override
    public Map<String, OperatorActions.OfContainer> containerActions() {
      return Map.of("echo", (container, call) -> handle(call.request()));
    }

    @Override
    public Map<String, JsonValue> accountFacts() {
      return Map.of("echoTimes", JsonNumber.of(times));
    }
  }

  @Override
  public String name() {
    return "echo";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(PORT, TIMES);
  }

  @Override
  public Options options(SettingValues values) {
    return new Options(values.of(PORT), values.of(TIMES));
  }

  @Override
  public List<Listener<Echo>> listeners(Options options, Account account) {
    return List.of(
        new Listener.AtPort<>(
            PORT,
            options.port(),
            "Nothing is given back",
            new Listener.Spoken.Http<>(echo -> echo, null, account.isOpen()),
            Listener.Address.of("echo", "Echo")));
  }

  @Override
  public Echo start(Options options, ProtocolServices services) {
    return new Echo(options.times(), services.telemetry().traversals("echo"));
  }

  @Override
  public boolean describes(ContainerModel model) {
    return model.presentation().equals("echo");
  }
}
