package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/**
 * Server with very many containers, {@code -Dcontainers=} of them. Prints the figures of
 * docs/benchmarks.md.
 */
@Timeout(1_200)
final class ManyContainersTest {

  private static final int COUNT = Integer.getInteger("containers", 10_000);
  private static final String LAST = "container-%05d".formatted(COUNT - 1);

  @RegisterExtension static final Browser BROWSER = new Browser();

  @BeforeAll
  static void make() {
    for (int i = 0; i < COUNT; i++) {
      Data.items(BROWSER.partita(), "many", "container-%05d".formatted(i), "/key");
    }
    Data.items(BROWSER.partita(), "shop", "orders", "/key");
  }

  @Test
  void isSoonUsable() {
    BROWSER.open().find(".tree-row", "shop");
    Page page = BROWSER.open();
    page.find(".tree-row", "%,d".formatted(COUNT));
    page.await("mark", "performance.getEntriesByName('partita-usable').length > 0");
    Object millis =
        page.run("return Math.round(performance.getEntriesByName('partita-usable')[0].startTime)");
    System.out.printf("With %,d containers the page was usable after %s ms%n", COUNT, millis);
  }

  @Test
  void listsAndScrollsAndFinds() {
    Page page = BROWSER.open();
    page.find(".tree-row", "many");
    Object opened =
        page.runAsync(
            """
            const begin = performance.now();
            const tree = document.querySelector('.tree');
            const shown = (name) => document.querySelector(`.tree-row[title='${name}']`);
            shown('many').click();
            return new Promise((resolve) => {
              let first = 0;
              const look = () => {
                first ||= shown('container-00000') ? Math.round(performance.now() - begin) : 0;
                const all = tree.scrollHeight >= (COUNT + 2) * 28;
                if (all) { resolve(`first ${first} ms, all ${Math.round(performance.now() - begin)} ms`); }
                else { requestAnimationFrame(look); }
              };
              look();
            });
            """
                .replace("COUNT", Integer.toString(COUNT)));
    System.out.println("Listed: " + opened);
    System.out.println("Scrolled from end to end in 120 steps: " + page.runAsync(SCROLL));
    assertThat(page.texts(".tree-row")).hasSizeLessThan(120);
    page.find(".tree").sendKeys(Keys.END);
    page.find(".tree-row", "shop");
    page.fill(".side input[type=search]", LAST);
    page.find(".tree-row", LAST);
    page.awaitGone(".tree-row[title='container-00000']");
    page.click(".tree-row", LAST);
    page.find(Page.VIEW + ".pill", "live");
    page.fill(".side input[type=search]", "nothing like it");
    page.find(".tree-row", "Nothing has this in its name");
  }

  /** Time between two frames, median and maximum. */
  private static final String SCROLL =
      """
      const tree = document.querySelector('.tree');
      const frames = [];
      return new Promise((resolve) => {
        let before = performance.now();
        const step = (now) => {
          frames.push(now - before);
          before = now;
          tree.scrollTop = (frames.length / 120) * (tree.scrollHeight - tree.clientHeight);
          if (frames.length < 120) {
            requestAnimationFrame(step);
          } else {
            frames.sort((a, b) => a - b);
            resolve(`frames of ${Math.round(frames[60])} ms at the median, ${Math.round(frames.at(-1))} ms at most`);
          }
        };
        requestAnimationFrame(step);
      });
      """;

  @Test
  void findsWhatHasNotBeenLoaded() {
    Page page = BROWSER.open();
    page.find(".tree-row", "many");
    assertThat(page.run("return document.querySelectorAll('.tree-row').length")).isEqualTo(2L);
    page.fill(".side input[type=search]", LAST);
    page.find(".tree-row", LAST);
    Object requests =
        page.run(
            "return performance.getEntriesByType('resource')"
                + ".filter((each) => each.name.includes('/containers?')).length");
    assertThat(((Number) Objects.requireNonNull(requests)).intValue()).isPositive();
  }
}
