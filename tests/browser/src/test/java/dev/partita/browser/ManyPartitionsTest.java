package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.EngineLimits;
import dev.partita.document.Items;
import dev.partita.throughput.ThroughputLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Container with very many partitions, which small partitions give. */
final class ManyPartitionsTest {

  private static final ThroughputLimits LITTLE =
      new ThroughputLimits(1_000, 1_000, false, 300, 3_000);

  private static final String DRAWN = "document.querySelectorAll('.arc').length === 1000";

  @RegisterExtension
  static final Browser BROWSER =
      new Browser(
          options ->
              options
                  .inMemoryOnly()
                  .withoutThrottling()
                  .withEngineLimits(EngineLimits.defaults().withThroughput(LITTLE)));

  @Test
  void staysQuickWithAThousandPartitions() {
    Items items = Data.container(BROWSER.partita(), "shop", "vast", 1_000_000, "/customer");
    Data.fillOrders(items, 100);
    BROWSER.open("/shop/vast/partitions").await("arcs", DRAWN);
    // The second load measures warm server code.
    Page page = BROWSER.open("/shop/vast/partitions");
    page.await("arcs", DRAWN);
    System.out.println("1,000 partitions were drawn: " + page.run(TIMES));
    assertThat(
            page.texts(Page.VIEW + "[aria-label='Physical partitions'].table .table-row.choosable"))
        .hasSizeLessThan(40);
    page.find(Page.VIEW + ".pill", "live");
    Object millis =
        page.runAsync(
            """
            const frames = [];
            let before = performance.now();
            const end = before + 3000;
            return new Promise((resolve) => {
              const frame = (now) => {
                frames.push(now - before);
                before = now;
                if (now < end) { requestAnimationFrame(frame); } else { resolve(Math.round(Math.max(...frames))); }
              };
              requestAnimationFrame(frame);
            });
            """);
    System.out.println("With 1,000 partitions the longest frame of 3 s took " + millis + " ms");
    page.fill(Page.VIEW + ".key-fields input", "ada\n");
    page.find(Page.VIEW + ".details", "Partition ");
  }

  /** Time until the page was usable, and time of the server's responses for the view. */
  private static final String TIMES =
      """
      const round = Math.round;
      const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/vast/partitions'))
        .map(({ name, duration }) => `${name.split('/').at(-1)} ${round(duration)} ms`);
      const usable = performance.getEntriesByName('partita-usable')[0]?.startTime;
      return `${round(performance.now())} ms after the page was opened, which was usable after ${round(usable)} ms; ${asked}`;
      """;
}
