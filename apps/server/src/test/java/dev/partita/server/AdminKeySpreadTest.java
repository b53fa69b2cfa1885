package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The verdict on the partition keys of real containers. */
@Timeout(120)
class AdminKeySpreadTest {

  private static AdminServer server;

  @BeforeAll
  static void start() {
    server = new AdminServer(Map.of("no-throttle", "true"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String path(String container) {
    return "/api/v1/databases/shop/containers/" + container;
  }

  private static JsonString text(String text) {
    return JsonString.of(text);
  }

  @Test
  void isRightWithOnePartition() {
    Items few = server.container("shop", "few values", 400);
    AdminServer.fill(few, 3, 50);
    AdminServer.Answer answer = server.get(path("few%20values") + "/partitions");
    assertThat(answer.at("keySpread", "verdict")).isEqualTo(text("bad"));
    assertThat(answer.at("keySpread", "keys")).isEqualTo(JsonNumber.of(3));
    assertThat(answer.at("keySpread", "text").toString()).contains("only 3 values");
    // The items of two values are gone, and the values with them.
    for (int i = 0; i < 50; i++) {
      few.delete(PartitionKey.of("customer 0"), Integer.toString(i), Precondition.NONE);
    }
    assertThat(server.get(path("few%20values") + "/partitions").at("keySpread", "keys"))
        .isEqualTo(JsonNumber.of(2));

    Items heavy = server.container("shop", "heavy", 400);
    AdminServer.fill(heavy, 40, 2);
    AdminServer.fill(heavy, 1, 2, 400);
    JsonObject spread = (JsonObject) server.get(path("heavy") + "/partitions").at("keySpread");
    assertThat(spread.at("verdict")).isEqualTo(text("bad"));
    assertThat(spread.at("keys")).isEqualTo(JsonNumber.of(40));
    assertThat(spread.at("text").toString()).contains("customer 0", "one of 40 values");
  }

  @Test
  void doesNotBlameTheKeyForUnevenRanges() {
    Items items = server.container("shop", "uneven", 400);
    AdminServer.fill(items, 300, 1);
    for (String partition : List.of("0", "2", "4")) {
      server.engine().reshaper().split(items.container(), Integer.parseInt(partition));
    }
    AdminServer.Answer answer = server.get(path("uneven") + "/partitions");
    assertThat(((JsonArray) answer.at("partitions")).size()).isEqualTo(4);
    assertThat(answer.at("keySpread", "verdict")).as(answer.text()).isEqualTo(text("good"));
  }
}
