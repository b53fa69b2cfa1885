package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.document.Items;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The view of a container's partitions, with live updates. */
final class PartitionsTest {

  private static final String TABLE = Page.VIEW + "[aria-label='Physical partitions'].table ";

  @RegisterExtension static final Browser BROWSER = new Browser();

  @BeforeAll
  static void fill() {
    Data.fillOrders(container("orders"), 200);
  }

  private static Items container(String name) {
    return Data.container(BROWSER.partita(), "shop", name, 24_000, "/customer");
  }

  @Test
  void isWhatAContainerShowsFirst() {
    Page page = BROWSER.open();
    page.click(".tree-row", "shop");
    page.click(".tree-row", "orders");
    page.find(Page.VIEW + ".partitions");
    page.find(Page.VIEW + ".pill", "live");
    page.await("arcs", "document.querySelectorAll('.arc').length === 4");
    assertThat(page.find(Page.VIEW + ".ring").getDomAttribute("aria-label"))
        .startsWith("4 partitions");
    page.find(Page.VIEW + ".verdict.warn", "of the data is under the key ada, one of");
    assertThat(page.find(Page.VIEW + "[aria-label='Largest keys']", "ada").getText())
        .contains("KB");
    page.find(Page.VIEW + ".lineage");
    assertThat(page.texts(TABLE + ".table-row.choosable")).hasSize(4);
  }

  @Test
  void followsWhatHappens() {
    Items items = container("busy");
    Page page = BROWSER.open("/shop/busy/partitions");
    page.find(Page.VIEW + ".pill", "live");
    page.find(Page.VIEW + ".verdict", "No data yet");
    Data.fillOrders(items, 80);
    page.find(Page.VIEW + ".verdict", "80 items under");
    page.find(Page.VIEW + "[aria-label='Hottest keys']", "ada");
    page.await("heat", "document.querySelector('.heat-map').clientHeight >= 64");
  }

  @Test
  void judgesAKeyWithOnePartition() {
    Items items = Data.items(BROWSER.partita(), "shop", "kinds", "/type");
    for (int i = 0; i < 120; i++) {
      items.create(null, Data.json("{\"id\": \"%d\", \"type\": \"%d\"}".formatted(i, i % 3)));
    }
    Page page = BROWSER.open("/shop/kinds/partitions");
    page.find(Page.VIEW + ".verdict.bad", "The key has only 3 values");
  }

  @Test
  void findsTheHashAndThePartitionOfAKey() {
    Page page = BROWSER.open("/shop/orders/partitions");
    page.fill(Page.VIEW + ".key-fields input", "a\n");
    assertThat(page.find(Page.VIEW + "[aria-label='Find a partition key'] .facts").getText())
        .contains("3A5381E1114EB8D3FCC90795045B49B7", "nothing yet");
    page.find(Page.VIEW + ".details", "Partition 3");
    page.await(
        "needle", "document.querySelector('.needle').getAttribute('visibility') === 'visible'");
    page.fill(Page.VIEW + ".key-fields input", "5\n");
    page.find(Page.VIEW + ".facts", "19C08621B135968252FB34B4CF66F811");
    page.fill(Page.VIEW + ".key-fields input", "ada\n");
    page.find(Page.VIEW + ".facts", "items,");
  }

  @Test
  void aPartitionWithFewHashesCanBeSeenAndChosen() {
    Items items = Data.items(BROWSER.partita(), "shop", "thin", "/customer");
    Data.fillOrders(items, 40);
    // The second partition has a ten-thousandth of the hashes.
    var reshaper = BROWSER.partita().engine().reshaper();
    reshaper.split(items.container(), 0, HexFormat.of().parseHex("1" + "0".repeat(31)));
    reshaper.split(items.container(), 2, HexFormat.of().parseHex("1001" + "0".repeat(28)));
    Page page = BROWSER.open("/shop/thin/partitions");
    page.await("arcs", "document.querySelectorAll('.arc').length === 3");
    WebElement arc = page.find(Page.VIEW + ".arc[data-partition='3']");
    assertThat(arc.getRect().getHeight()).isGreaterThanOrEqualTo(6);
    page.click(Page.VIEW + ".arc[data-partition='3'] .arc-back");
    page.find(Page.VIEW + ".details", "Partition 3");
    page.find(Page.VIEW + ".lineage .block text", "3");

    page.run("document.querySelector('.arc[tabindex=\"0\"]').focus()");
    page.press(Keys.ARROW_RIGHT, Keys.ENTER);
    page.find(Page.VIEW + ".details", "Partition 4");
    assertThat(page.find(Page.VIEW + ".arc[data-partition='4']").getAccessibleName())
        .startsWith("Partition 4: ");
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.SPACE);
    page.find(Page.VIEW + ".details", "Partition 3");
  }

  @Test
  void splitsAndMerges() {
    Data.fillOrders(container("reshaped"), 120);
    Page page = BROWSER.open("/shop/reshaped/partitions");
    page.click(TABLE + ".table-row.choosable");
    page.find(Page.VIEW + ".details", "Partition 0");
    page.click(Page.VIEW + ".details .button", "Split");
    page.click("dialog .button", "Split");
    page.find(".notice", "Split of 0 done");
    page.await("arcs", "document.querySelectorAll('.arc').length === 5");
    page.await("history", "document.querySelectorAll('.lineage .block').length === 6");
    page.await("live", "document.querySelectorAll('.lineage .block.live').length === 5");
    page.find(TABLE);
    page.run("document.querySelector('.partitions .table').focus()");
    page.press(Keys.HOME, Keys.ENTER);
    page.find(Page.VIEW + ".details", "Made of");
    page.click(Page.VIEW + ".details .button", "Merge with next");
    page.click("dialog .button.primary");
    page.find(".notice", "Merge of");
    page.await("arcs", "document.querySelectorAll('.arc').length === 4");
  }

  @Test
  void saysWhyAPartitionIsNotSplit() {
    Items items = container("narrow");
    items.create(null, Data.json("{\"id\": \"1\", \"customer\": \"ada\"}"));
    Page page = BROWSER.open("/shop/narrow/partitions");
    page.fill(Page.VIEW + ".key-fields input", "ada\n");
    page.click(Page.VIEW + ".details .button", "Split");
    page.click("dialog .button.primary");
    page.find("dialog .problem, .notice.bad", "ada");
  }
}
