package dev.partita.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.FeedMode;
import dev.partita.document.FeedStart;
import dev.partita.document.Items;
import dev.partita.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitaTest {

  private static final JsonObject ORDER =
      JsonObject.builder().put("id", "1").put("customer", "ada").put("total", 12).build();

  @Test
  void keepsItemsInMemory() {
    try (Partita partita = Partita.start()) {
      Items orders = partita.items("shop", "orders", "/customer");
      orders.create(null, ORDER);

      assertThat(orders.read(PartitionKey.of("ada"), "1").requireItem().json()).isNotEmpty();
      var feed = partita.changeFeed(orders.container());
      assertThat(
              feed.read(
                      feed.start(KeyRange.ALL, new FeedStart.Beginning()),
                      FeedMode.LATEST_VERSION,
                      10)
                  .changes())
          .hasSize(1);
    }
  }

  @Test
  void findsItemsAgainOnDisk(@TempDir Path data) {
    try (Partita partita = Partita.start(data)) {
      partita.items("shop", "orders", "/customer").create(null, ORDER);
    }
    try (Partita partita = Partita.start(data)) {
      Items orders = partita.items("shop", "orders", "/customer");

      assertThat(orders.read(PartitionKey.of("ada"), "1").lsn()).isEqualTo(1);
      assertThatThrownBy(() -> orders.create(null, ORDER)).isInstanceOf(DatabaseException.class);
    }
  }

  @Test
  void answersOverHttp() throws Exception {
    try (Partita partita = Partita.start();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> ready =
          client.send(
              HttpRequest.newBuilder(partita.uri().resolve("/ready")).build(),
              HttpResponse.BodyHandlers.ofString());

      assertThat(ready.statusCode()).isEqualTo(200);
    }
  }
}
