package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.setting.Setting;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A protocol that the server has never heard of has all that others have, by being listed. */
@Timeout(60)
class NewProtocolTest {

  private static final List<ProtocolModule<?, ?>> MODULES =
      Stream.concat(Stream.of(new EchoModule()), Protocols.ALL.stream())
          .<ProtocolModule<?, ?>>map(each -> each)
          .toList();

  @TempDir private Path folder = Path.of("");

  private static AdminServer start(Map<String, String> flags) {
    return new AdminServer(MODULES, flags);
  }

  private static URI echo(AdminServer server) {
    return server.server.uri("echo").orElseThrow();
  }

  private static String send(AdminServer server, String text) {
    return server
        .send(HttpRequest.newBuilder(echo(server)).POST(BodyPublishers.ofString(text)))
        .text();
  }

  @Test
  void isServedWhereItsSettingSays() {
    try (AdminServer server = start(Map.of("echo-times", "2"))) {
      assertThat(send(server, "[]")).isEqualTo("[][]");
      assertThat(server.server.endpoints())
          .anySatisfy(
              endpoint -> {
                assertThat(endpoint.address().title()).isEqualTo("Echo");
                assertThat(endpoint.uri()).isEqualTo(echo(server));
              });
    }
    try (AdminServer server = start(Map.of("echo-port", "off"))) {
      assertThat(server.server.uri("echo")).isEmpty();
    }
  }

  @Test
  void isSetByFlagsVariablesAndFiles() throws Exception {
    ServerOptions byFlag = ServerOptions.resolve(MODULES, Map.of("echo-times", "3"), Map.of());
    ServerOptions byVariable =
        ServerOptions.resolve(MODULES, Map.of(), Map.of("PARTITA_ECHO_TIMES", "3"));
    Path file = Files.writeString(folder.resolve("settings"), "echo-times: 3\n");
    ServerOptions byFile =
        ServerOptions.resolve(MODULES, Map.of("config", file.toString()), Map.of());
    assertThat(byFlag).isEqualTo(byVariable).isEqualTo(byFile);
    assertThat(byFlag).isNotEqualTo(ServerOptions.resolve(MODULES, Map.of(), Map.of()));
    assertThat(Settings.of(MODULES).all().stream().map(Setting::key)).contains("echo-times");
    assertThatThrownBy(() -> ServerOptions.resolve(MODULES, Map.of("echo-times", "10"), Map.of()))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e ->
                assertThat(e.context())
                    .containsEntry("setting", "echo-times")
                    .containsEntry("source", "--echo-times")
                    .containsEntry("expected", "a whole number from 1 to 9"));
    assertThatThrownBy(() -> Settings.of(List.of(new EchoModule(), new EchoModule())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("echo-port");
  }

  @Test
  void isKnownToTheAdminApi() {
    try (AdminServer server = start(Map.of())) {
      Container echoed = server.container("shop", "echo", 400).container();
      server
          .engine()
          .containers()
          .changeDefinition(
              echoed.number(),
              echoed.definition().withModel(ContainerModel.DOCUMENT.presentedAs("echo")));
      server.container("shop", "orders", 400);
      AdminServer.Answer containers = server.get("/api/v1/containers");
      assertThat(containers.at("containers", "0", "api")).isEqualTo(JsonString.of("echo"));
      assertThat(containers.at("containers", "1", "api")).isEqualTo(JsonString.of("nosql"));
      AdminServer.Answer account = server.get("/api/v1/account");
      assertThat(account.at("echoTimes")).isEqualTo(JsonNumber.of(1));
      assertThat(account.at("endpoints", "echo"))
          .isEqualTo(JsonString.of("http://127.0.0.1:" + echo(server).getPort()));
      assertThat(server.post("/api/v1/databases/shop/containers/echo/echo", "[1]").text())
          .isEqualTo("[1]");
    }
  }

  @Test
  void isCountedAndLogged() {
    try (AdminServer server = start(Map.of("request-log-every", "1", "echo-times", "4"))) {
      send(server, "12");
      assertThat(server.get("/metrics").text())
          .contains(
              "cosmos_requests_total{api=\"echo\",operation=\"Read\",status=\"200\",sub_status=\"0\"}"
                  + " 1");
      AdminServer.Answer log = server.get("/api/v1/requests");
      assertThat(log.at("requests", "0", "api")).isEqualTo(JsonString.of("echo"));
      assertThat(log.at("requests", "0", "ru")).isEqualTo(JsonNumber.of(4));
      assertThat(log.at("requests", "0", "bytes")).isEqualTo(JsonNumber.of(8));
    }
  }

  /** A frame of a whole, which begins with the number of the other bytes. */
  private static byte[] sendFrame(URI uri) throws IOException {
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(new byte[] {0, 0, 0, 2, 'h', 'i'});
      return socket.getInputStream().readNBytes(6);
    } catch (SocketException closed) {
      return new byte[0];
    }
  }

  @Test
  void speaksFramesAtAPortOfItsOwn() throws IOException {
    try (AdminServer server = start(Map.of("request-log-every", "1"))) {
      URI frames = server.server.uri("echo-frames").orElseThrow();
      assertThat(sendFrame(frames)).containsExactly(0, 0, 0, 2, 'h', 'i');
      AdminServer.Answer log = server.get("/api/v1/requests");
      assertThat(log.at("requests", "0", "api")).isEqualTo(JsonString.of("echo"));
      assertThat(log.at("requests", "0", "bytes")).isEqualTo(JsonNumber.of(6));
    }
  }

  @Test
  void closesConnectionsOfFramesWhileTheDataIsOpened() throws IOException {
    ServerOptions options =
        ServerOptions.resolve(MODULES, Map.of("port", "0", "in-memory", "true"), Map.of());
    try (PartitaServer server = PartitaServer.listen(options, Clock.system())) {
      URI frames = server.uri("echo-frames").orElseThrow();
      assertThat(sendFrame(frames)).isEmpty();
      server.open(Node::open);
      assertThat(sendFrame(frames)).hasSize(6);
    }
  }

  @Test
  void refusesClientsWhileTheDataIsOpened() throws Exception {
    ServerOptions options =
        ServerOptions.resolve(MODULES, Map.of("port", "0", "in-memory", "true"), Map.of());
    try (PartitaServer server = PartitaServer.listen(options, Clock.system());
        var client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(server.uri("echo").orElseThrow()).build();
      var answer = client.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("The data is being opened");
      server.open(Node::open);
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }
}
