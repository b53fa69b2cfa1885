package dev.partita.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.client.Client;
import dev.partita.client.ClientResponse;
import dev.partita.client.ServerTarget;
import dev.partita.client.SigningKey;
import dev.partita.json.JsonObject;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.server.Node;
import dev.partita.server.PartitaServer;
import dev.partita.server.ServerOptions;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo, over more than one round. */
@Timeout(240)
class PlayTest {

  private static final String TAKEN_BACK = "and the throughput is 1,500 RU/s again.";

  /** Records scenes and events. */
  private static final class RecordingScreen implements Screen {

    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> hot = new HashSet<>();
    private int most;

    @Override
    public void event(String text) {
      events.add(text);
    }

    @Override
    public void show(Scene scene) {
      PartitionView bookings = scene.containers().getFirst();
      most = Math.max(most, bookings.partitions().size());
      bookings.partitions().stream()
          .map(PartitionView.Partition::hotKey)
          .filter(key -> !key.isEmpty())
          .forEach(hot::add);
    }

    @Override
    public void end() {}

    long rounds() {
      return List.copyOf(events).stream().filter(event -> event.endsWith(TAKEN_BACK)).count();
    }
  }

  @Test
  void eachRoundFindsEverythingAsItWas() {
    try (PartitaServer server =
            PartitaServer.start(
                ServerOptions.standard().withPort(0).inMemoryOnly(), Node::open, Clock.system());
        Client client =
            new Client(
                ServerTarget.of(
                    server.uri().toString(), SigningKey.of(AccountSettings.KEY.defaultText())),
                Clock.system())) {
      var screen = new RecordingScreen();
      var play = new Play(client, screen, 5);
      play.prepare();
      play.run(0, () -> screen.rounds() >= 2 && !screen.hot.isEmpty());
      assertThat(List.copyOf(screen.events))
          .noneMatch(event -> event.contains("{") || event.contains("refused"))
          .anyMatch(event -> event.startsWith("429, says the server: PT815 takes"));
      assertThat(screen.most).isEqualTo(4);
      assertThat(screen.hot).containsExactly("PT815");
      assertThat(play.summary()).endsWith(" 0 failed.");
    }
  }

  @Test
  void aFailedSplitIsToldInTheWordsOfTheServer() {
    try (PartitaServer server =
            PartitaServer.start(
                ServerOptions.standard().withPort(0).inMemoryOnly(), Node::open, Clock.system());
        Client client =
            new Client(
                ServerTarget.of(
                    server.uri().toString(), SigningKey.of(AccountSettings.KEY.defaultText())),
                Clock.system())) {
      var loader = new Loader(client, step -> {});
      loader.load();
      String id = "1";
      for (int i = 0; i < 8; i++) {
        String before = id;
        try {
          id = loader.split(DemoContainer.BOOKINGS, before, JsonObject.EMPTY).getFirst();
        } catch (DatabaseException e) {
          assertThat(e.context().get(ClientResponse.MESSAGE))
              .asString()
              .contains("a logical partition is never divided");
          return;
        }
      }
      throw new AssertionError("The partition was divided again and again");
    }
  }

  @Test
  void readsWhoUsedUpWhichPartition() {
    String message =
        "The request units of the partition are used up. (retry after millis 12, partition 7,"
            + " provisioned RU per second 400, key [\"PT815\"], key share percent 78.1, request key"
            + " [\"PT102\"])";
    ThrottledKey key = ThrottledKey.of(DemoContainer.BOOKINGS, refusal(message)).orElseThrow();
    assertThat(key).isEqualTo(new ThrottledKey(DemoContainer.BOOKINGS, "7", "PT815", 78.1, 12));
    assertThat(key.tookMost()).isTrue();
    assertThat(ThrottledKey.of(DemoContainer.BOOKINGS, refusal("Something else."))).isEmpty();
  }

  private static ClientResponse refusal(String message) {
    return new ClientResponse(
        429,
        HttpHeaders.of(Map.of("x-ms-retry-after-ms", List.of("12")), (_, _) -> true),
        JsonObject.builder().put("message", message).build().toString().getBytes(UTF_8));
  }
}
