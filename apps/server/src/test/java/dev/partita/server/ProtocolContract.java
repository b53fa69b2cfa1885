package dev.partita.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.telemetry.OperationKind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.opentest4j.TestAbortedException;

/**
 * What every protocol owes at its port: strangers are refused and change nothing; a request beyond
 * the limits is refused; one that is under way when the server stops is answered, and none after
 * it; one that was answered is counted and logged with what it cost; whatever bytes arrive, none
 * are answered with a failure of the server, and the next client is served.
 *
 * <p>A class per protocol says how that protocol puts it. Until one is permitted here, {@link
 * EveryPortTest} fails for the protocol's port. What HTTP adds is in {@link HttpContract}.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract sealed class ProtocolContract permits HttpContract, MongoContractTest {

  /**
   * Requests of a protocol for data.
   *
   * @param api as metrics and the request log name the protocol
   * @param create makes {@link #MADE}, in the protocol's word for a container
   * @param write makes something in it that has {@link #WRITTEN} for its id
   * @param kind of the write
   * @param database of the write, as the request log has it
   */
  record DataRequests(
      String api, byte[] create, byte[] write, OperationKind kind, String database) {}

  static final String MADE = "made";
  static final String WRITTEN = "underway";
  static final int CONNECTIONS = 100;
  static final int SEED = 20_261_119;

  private ContractServer server;

  @BeforeAll
  void start() {
    server =
        new ContractServer(Map.of("auth", "off", "max-connections", Integer.toString(CONNECTIONS)));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /** Where the protocol is reached. */
  abstract InetSocketAddress address(ContractServer server);

  /**
   * A request that a server without authentication answers with success.
   *
   * @param last whether it asks for the end of the connection, if clients can
   */
  abstract byte[] healthy(boolean last);

  /** The beginning of a request that is larger than any may be. */
  abstract byte[] tooLarge();

  /** The status of its answer; 0 if the connection ends instead. */
  abstract int tooLargeStatus();

  /** What the protocol does with data; empty if it has none of its own. */
  abstract Optional<DataRequests> dataRequests();

  /**
   * A request as clients send it who have no credentials or wrong ones, and for each what goes
   * before it on the connection.
   */
  abstract List<List<byte[]>> strangers(byte[] request);

  /** The statuses with which it is refused. */
  abstract List<Integer> refusals();

  /**
   * Reads the next answer.
   *
   * @return its status in terms of HTTP; 0 if the connection ends instead
   */
  abstract int status(Attacker attacker);

  /** How many of so many requests on one connection were answered with success. */
  abstract int served(Attacker attacker, int requests);

  private DataRequests requireData() {
    return dataRequests()
        .orElseThrow(() -> new TestAbortedException("This protocol has no data of its own"));
  }

  final InetSocketAddress address() {
    return address(server);
  }

  final Attacker attacker() throws IOException {
    return new Attacker(address());
  }

  /** Connections of before may still be going; what counts is that the server comes round. */
  final void assertServes() throws IOException {
    assertServes(address());
  }

  final void assertServes(InetSocketAddress address) throws IOException {
    int status = 0;
    while (status != 200) {
      try (var healthy = new Attacker(address)) {
        status = healthy.send(healthy(true)) ? status(healthy) : 0;
        assertThat(status).as(rest(healthy)).isIn(0, 200, 503);
      }
    }
  }

  /** That it is answered as a mistake of the client, or not at all. */
  final void assertNoFailure(Attacker attacker, String what) {
    int status = status(attacker);
    assertThat(status >= 500 && status != 501 && status != 505)
        .as("%s: %s %s", what, status, status == 0 ? "" : attacker.rest())
        .isFalse();
  }

  /** What is still to come once nothing more is asked for. */
  private static String rest(Attacker client) {
    client.finish();
    return client.rest();
  }

  private void assertDone(ContractServer server, byte[] request) throws IOException {
    try (Attacker client = new Attacker(address(server))) {
      assertThat(client.send(request)).isTrue();
      assertThat(status(client)).as(rest(client)).isBetween(200, 299);
    }
  }

  private static boolean isMade(ContractServer server) {
    return server.admin.engine().catalogue().containers().stream()
        .anyMatch(container -> container.definition().name().equals(MADE));
  }

  @Test
  void strangersAreRefused() throws IOException {
    try (ContractServer closed = new ContractServer(closed())) {
      assertRefused(closed, healthy(true));
    }
  }

  @Test
  void strangersChangeNothing() throws IOException {
    DataRequests data = requireData();
    try (ContractServer closed = new ContractServer(closed())) {
      assertRefused(closed, data.create());
      assertThat(isMade(closed)).isFalse();
    }
    // That it was the credentials, and nothing else of the request.
    try (ContractServer open = new ContractServer(ContractServer.OPEN)) {
      assertDone(open, data.create());
      assertThat(isMade(open)).isTrue();
    }
  }

  private void assertRefused(ContractServer server, byte[] request) throws IOException {
    for (List<byte[]> messages : strangers(request)) {
      try (Attacker stranger = new Attacker(address(server))) {
        int status = 0;
        for (byte[] message : messages) {
          assertThat(stranger.send(message)).isTrue();
          status = status(stranger);
        }
        assertThat(status)
            .as("%s: %s", new String(messages.getLast(), ISO_8859_1), rest(stranger))
            .isIn(refusals());
      }
    }
  }

  /** The settings of a server whose keys nobody knows. */
  private static Map<String, String> closed() {
    String key = Base64.getEncoder().encodeToString(new byte[64]);
    return Map.of("key", key, "storage-accounts", "devstoreaccount1:" + key);
  }

  @Test
  void aRequestBeyondTheLimitsIsRefused() throws IOException {
    try (Attacker attacker = attacker()) {
      var _ = attacker.send(tooLarge());
      assertThat(status(attacker)).as(rest(attacker)).isEqualTo(tooLargeStatus());
    }
    assertServes();
  }

  @Test
  void aRequestUnderWayIsAnsweredAtTheEndAndNoneAfterIt() throws Exception {
    DataRequests data = requireData();
    HeldStore store = new HeldStore(WRITTEN);
    try (ContractServer stopped = new ContractServer(store, ContractServer.OPEN)) {
      assertDone(stopped, data.create());
      InetSocketAddress address = address(stopped);
      Thread stopping = Thread.ofVirtual().unstarted(stopped.server()::close);
      try (Attacker client = new Attacker(address);
          Attacker idle = new Attacker(address)) {
        assertThat(client.send(data.write())).isTrue();
        store.awaitWrite();
        stopping.start();
        // The end of the idle connection proves that stopping has begun.
        assertThat(idle.rest()).isEmpty();
        while (accepts(address)) {
          // The system takes connections until the event loop has let go of the port.
          Thread.onSpinWait();
        }
        assertThat(stopping.isAlive()).isTrue();
        store.release();
        assertThat(status(client)).as(client.rest()).isBetween(200, 299);
      }
      stopping.join();
    } finally {
      store.release();
    }
  }

  private static boolean accepts(InetSocketAddress address) throws IOException {
    try (Socket _ = new Socket(address.getAddress(), address.getPort())) {
      return true;
    } catch (ConnectException refused) {
      return false;
    }
  }

  @Test
  void anAnsweredRequestIsCountedAndLogged() throws IOException {
    DataRequests data = requireData();
    try (ContractServer logging =
        new ContractServer(Map.of("auth", "off", "request-log-every", "1"))) {
      assertDone(logging, data.create());
      assertDone(logging, data.write());
      JsonObject entry = logged(logging, data.kind());
      assertThat(entry.at("api")).isEqualTo(JsonString.of(data.api()));
      assertThat(entry.at("database")).isEqualTo(JsonString.of(data.database()));
      assertThat(entry.at("container")).isEqualTo(JsonString.of(MADE));
      assertThat(((JsonNumber) entry.at("ru")).doubleValue()).isPositive();
      assertThat(((JsonNumber) entry.at("bytes")).doubleValue()).isPositive();
      assertThat(logging.admin.get("/metrics").text())
          .containsPattern(
              "cosmos_requests_total\\{api=\"%s\",operation=\"%s\",status=\"2\\d\\d\",[^}]*} 1\n"
                  .formatted(data.api(), data.kind().text()));
    }
  }

  /** An answer may be read before the thread that sent it has reported it. */
  private static JsonObject logged(ContractServer server, OperationKind kind) {
    while (true) {
      JsonArray log = (JsonArray) server.admin.get("/api/v1/requests").at("requests");
      for (JsonValue entry : log) {
        if (((JsonObject) entry).at("operation").equals(JsonString.of(kind.text()))) {
          return (JsonObject) entry;
        }
      }
    }
  }

  @Test
  void randomBytes() throws IOException {
    var random = new Random(SEED);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[random.nextInt(2_000) + 1];
      random.nextBytes(bytes);
      // Some look like TLS, some like a request at first.
      if (i % 3 == 0) {
        bytes[0] = 0x16;
      }
      try (Attacker attacker = attacker()) {
        var _ = attacker.send(i % 3 == 1 ? healthy(false) : new byte[0]);
        var _ = attacker.send(bytes);
        attacker.finish();
        assertNoFailure(attacker, "random bytes");
      }
    }
    assertServes();
  }

  @Test
  void requestsWithWrongBytes() throws IOException {
    var random = new Random(SEED);
    byte[] healthy = healthy(true);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = healthy.clone();
      for (int changes = random.nextInt(3) + 1; changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try (Attacker attacker = attacker()) {
        var _ = attacker.send(bytes);
        attacker.finish();
        assertNoFailure(attacker, new String(bytes, ISO_8859_1));
      }
    }
    assertServes();
  }

  @Test
  void requestsThatEndTooEarly() throws IOException {
    byte[] healthy = healthy(true);
    for (int length = 0; length < healthy.length; length += 3) {
      byte[] part = Arrays.copyOf(healthy, length);
      try (Attacker attacker = attacker()) {
        var _ = attacker.send(part);
        attacker.finish();
        assertNoFailure(attacker, new String(part, ISO_8859_1));
      }
      Attacker gone = attacker();
      var _ = gone.send(part);
      gone.vanish();
    }
    assertServes();
  }

  @Test
  void manyRequestsAtOnce() throws IOException {
    try (Attacker attacker = attacker()) {
      var _ = attacker.send(repeated(200));
      var _ = attacker.send(healthy(true));
      assertThat(served(attacker, 201)).isEqualTo(201);
    }
    for (int i = 0; i < 20; i++) {
      Attacker attacker = attacker();
      var _ = attacker.send(repeated(100));
      attacker.vanish();
    }
    assertServes();
  }

  private byte[] repeated(int times) {
    byte[] one = healthy(false);
    byte[] all = new byte[one.length * times];
    for (int i = 0; i < all.length; i++) {
      all[i] = one[i % one.length];
    }
    return all;
  }

  @Test
  void connectionsThatSayNothing() throws IOException {
    List<Attacker> attackers = new ArrayList<>();
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      attackers.add(attacker());
    }
    for (Attacker attacker : attackers) {
      var _ = attacker.send(Arrays.copyOf(healthy(false), 10));
    }
    for (Attacker attacker : attackers) {
      attacker.close();
    }
    assertServes();
  }
}
