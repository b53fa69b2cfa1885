package dev.partita.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traversals over plain HTTP. */
@Timeout(60)
final class HttpTraversalTest {

  private static final String ENDLESS = "g.inject(1).repeat(identity()).until(constant(1).is(2))";
  private static final int SHORT_ONES = 50;

  @Test
  void shortOnesAreAnsweredWhileMoreLongOnesThanThereAreProcessorsAreAtWork() {
    int count = 2 * Runtime.getRuntime().availableProcessors() + 1;
    try (ExecutorService threads = Executors.newCachedThreadPool();
        Endpoint endpoint = Endpoint.withGraph()) {
      List<CompletableFuture<String>> longOnes =
          Stream.generate(
                  () -> CompletableFuture.supplyAsync(() -> endpoint.script(ENDLESS), threads))
              .limit(count)
              .toList();
      for (int i = 0; i < SHORT_ONES; i++) {
        assertThat(endpoint.script("g.inject(" + i + ")")).contains("[" + i + "]");
      }

      assertThat(longOnes).noneMatch(CompletableFuture::isDone);
    }
  }
}
