package dev.partita.conformance;

import static dev.partita.conformance.ItemsTest.item;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ChangeFeedTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private record Read(List<String> ids, String continuation) {}

  @Test
  @Shows("Change feed: Latest version, pull")
  void readsFromTheBeginningAndGoesOn() {
    CosmosContainer container =
        SERVER.newContainer(new CosmosContainerProperties("feed", "/pk"), 12_000);
    for (int i = 0; i < 20; i++) {
      container.createItem(item("i" + i, "k" + i));
    }
    container.upsertItem(item("i3", "k3"));
    Read first =
        read(
            container,
            CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                FeedRange.forFullRange()));
    assertThat(first.ids()).hasSize(20).doesNotHaveDuplicates().contains("i3");

    container.createItem(item("later", "x"));
    container.deleteItem("i4", new PartitionKey("k4"), new CosmosItemRequestOptions());
    Read second =
        read(
            container,
            CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                first.continuation()));
    assertThat(second.ids()).containsExactly("later");
  }

  @Test
  void readsFromNow() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container.createItem(item("before", "a"));
    Read nothing =
        read(
            container,
            CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange()));
    assertThat(nothing.ids()).isEmpty();
    container.createItem(item("after", "a"));
    assertThat(
            read(
                    container,
                    CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                        nothing.continuation()))
                .ids())
        .containsExactly("after");
  }

  @Test
  void readsTheChangesOfOneKey() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container.createItem(item("1", "a"));
    container.createItem(item("2", "b"));
    assertThat(
            read(
                    container,
                    CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                        FeedRange.forLogicalPartition(new PartitionKey("b"))))
                .ids())
        .containsExactly("2");
  }

  @Test
  @Shows("Change feed: Across splits")
  void carriesOverASplit() {
    CosmosContainer container = SERVER.newContainer("/pk");
    for (int i = 0; i < 30; i++) {
      container.createItem(item("i" + i, "k" + i));
    }
    Read first =
        read(
            container,
            CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                FeedRange.forFullRange()));
    assertThat(first.ids()).hasSize(30);
    container.replaceThroughput(ThroughputProperties.createManualThroughput(20_000));
    // Partitions are created in the background; the offer says when that has ended.
    while (container.readThroughput().isReplacePending()) {
      Thread.onSpinWait();
    }
    assertThat(container.getFeedRanges()).hasSizeGreaterThan(1);
    container.createItem(item("later", "k1"));
    assertThat(
            read(
                    container,
                    CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                        first.continuation()))
                .ids())
        .containsExactly("later");
  }

  @Test
  @Shows("Change feed: Change feed processor")
  void feedsAProcessor() throws InterruptedException {
    CosmosDatabase database = SERVER.newDatabase();
    database.createContainer("watched", "/pk");
    database.createContainer("leases", "/id");
    CosmosAsyncDatabase async = SERVER.asyncClient().getDatabase(database.getId());
    Set<String> seen = ConcurrentHashMap.newKeySet();
    CountDownLatch all = new CountDownLatch(10);
    ChangeFeedProcessor processor =
        new ChangeFeedProcessorBuilder()
            .hostName("host")
            .feedContainer(async.getContainer("watched"))
            .leaseContainer(async.getContainer("leases"))
            .options(
                new ChangeFeedProcessorOptions()
                    .setStartFromBeginning(true)
                    .setFeedPollDelay(Duration.ofMillis(100))
                    .setLeaseAcquireInterval(Duration.ofMillis(500)))
            .handleChanges(
                (List<JsonNode> changes) ->
                    changes.forEach(
                        change -> {
                          if (seen.add(change.get("id").asText())) {
                            all.countDown();
                          }
                        }))
            .buildChangeFeedProcessor();
    for (int i = 0; i < 10; i++) {
      database.getContainer("watched").createItem(item("i" + i, "k" + i));
    }
    processor.start().block();
    try {
      assertThat(all.await(60, TimeUnit.SECONDS)).as("seen: %s", seen).isTrue();
    } finally {
      processor.stop().block();
    }
  }

  private static Read read(CosmosContainer container, CosmosChangeFeedRequestOptions options) {
    List<String> ids = new ArrayList<>();
    String continuation = "";
    for (FeedResponse<JsonNode> page :
        container.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      page.getResults().forEach(change -> ids.add(change.get("id").asText()));
      continuation = page.getContinuationToken();
      if (page.getResults().isEmpty()) {
        break;
      }
    }
    return new Read(ids, continuation);
  }
}
