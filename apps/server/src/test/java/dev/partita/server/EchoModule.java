package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.container.catalogue.ContainerModel;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;
import dev.partita.net.frames.Conversation;
import dev.partita.net.frames.FrameAnswer;
import dev.partita.net.frames.FrameDecoder;
import dev.partita.net.frames.FrameHandler;
import dev.partita.net.frames.FrameRules;
import dev.partita.net.frames.FrameSocket;
import dev.partita.net.http.BlockingHandler;
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
import dev.partita.telemetry.OperationKind;
import dev.partita.telemetry.RequestOutcome;
import dev.partita.telemetry.RequestRecorder;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/**
 * A protocol that gives back what it is sent, some times over: all that a new protocol has to bring
 * to have settings, a port, a place in the admin API, metrics and entries in the request log.
 */
final class EchoModule implements ProtocolModule<EchoModule.Options, EchoModule.Echo> {

  private static final Setting<PortChoice> PORT =
      Setting.port("echo-port", 0, "NUMBER", "Where what is sent is given back.");

  private static final Setting<PortChoice> FRAMES_PORT =
      Setting.port("echo-frames-port", 0, "NUMBER", "Where frames are given back.");

  private static final FrameRules FRAMES =
      FrameRules.sequential(
          () -> FrameDecoder.lengthField(0, ByteOrder.BIG_ENDIAN, Integer.BYTES, Integer.BYTES),
          1_000);

  private static final Setting<Integer> TIMES =
      Setting.number("echo-times", 1, 1, 9, "How often it is given back.");

  record Options(PortChoice port, PortChoice framesPort, int times) {}

  /** The protocol at work. */
  record Echo(int times, RequestRecorder recorder)
      implements Protocol, BlockingHandler, FrameHandler {

    /** Gives back the whole frame, with what comes of it reported as over HTTP. */
    @Override
    public Conversation open(FrameSocket socket) {
      socket.authenticated();
      return frame ->
          socket
              .executor()
              .inline(
                  _ -> {
                    recorder
                        .begin()
                        .operation(OperationKind.READ)
                        .on("shop", "echo")
                        .charge(1)
                        .answered(200, 0, frame.length);
                    return FrameAnswer.of(frame);
                  });
    }

    @Override
    public Response answer(Request request) {
      RequestOutcome outcome = recorder.begin().operation(OperationKind.READ).on("shop", "echo");
      byte[] body = new String(request.body(), UTF_8).repeat(times).getBytes(UTF_8);
      outcome.charge(times).answered(200, 0, body.length);
      return Response.json(200, body);
    }

    @Override
    public Map<String, OperatorActions.OfContainer> containerActions() {
      return Map.of("echo", (container, call) -> answer(call.request()));
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
    return List.of(PORT, FRAMES_PORT, TIMES);
  }

  @Override
  public Options options(SettingValues values) {
    return new Options(values.of(PORT), values.of(FRAMES_PORT), values.of(TIMES));
  }

  @Override
  public List<Listener<Echo>> listeners(Options options, Account account) {
    return List.of(
        new Listener.AtPort<>(
            PORT,
            options.port(),
            "Nothing is given back",
            new Listener.Spoken.Http<>(echo -> echo, null, account.isOpen()),
            Listener.Address.of("echo", "Echo")),
        new Listener.AtPort<>(
            FRAMES_PORT,
            options.framesPort(),
            "No frames are given back",
            new Listener.Spoken.Frames<>(FRAMES, echo -> echo),
            new Listener.Address("echo-frames", "", "echo", "")));
  }

  @Override
  public Echo start(Options options, ProtocolServices services) {
    return new Echo(options.times(), services.telemetry().recorder("echo"));
  }

  @Override
  public boolean describes(ContainerModel model) {
    return model.presentation().equals("echo");
  }
}
