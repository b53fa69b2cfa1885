package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;

/** The frame of the page: tree, tabs, dialogs, dark mode, narrow screens, and keyboard only. */
final class ShellTest {

  @RegisterExtension static final Browser BROWSER = new Browser();

  @BeforeAll
  static void fill() {
    Data.fillOrders(Data.container(BROWSER.partita(), "shop", "orders", 1000, "/customer"), 60);
    Data.items(BROWSER.partita(), "logs", "lines", "/tenant", "/day");
    Data.items(BROWSER.partita(), "shop", "people", "/city");
    Data.gremlin(BROWSER.partita(), "shop", "people", "g.addV('p').property('city', 'york')");
  }

  @Test
  void isSoonUsable() {
    BROWSER.open().find(".tree-row", "shop");
    // The second load measures warm server code.
    Page page = BROWSER.open();
    page.find(".tree-row", "shop");
    page.await("mark", "performance.getEntriesByName('partita-usable').length > 0");
    Object millis =
        page.run("return Math.round(performance.getEntriesByName('partita-usable')[0].startTime)");
    Object shift =
        page.runAsync(
            """
            return new Promise((resolve) => {
              new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, entry) => sum + entry.value, 0)))
                .observe({ type: 'layout-shift', buffered: true });
              setTimeout(() => resolve(0), 500);
            });
            """);
    assertThat(((Number) Objects.requireNonNull(shift)).doubleValue()).isLessThan(0.1);
    System.out.println("The explorer was usable " + millis + " ms after it was opened");
    assertThat(page.run("return document.querySelectorAll('script:not([src]), style').length"))
        .isEqualTo(0L);
  }

  @Test
  void makesDatabasesAndContainers() {
    Page page = BROWSER.open();
    page.click(".command-bar .button", "New database");
    page.fill("dialog input[name=id]", "made\n");
    page.find(".tree-row", "made");
    page.click(".command-bar .button", "New container");
    page.find("dialog select[name=database]").sendKeys("made");
    page.fill("dialog input[name=id]", "visits");
    page.click("dialog .button", "Create");
    page.find("dialog .problem", "partition key is missing");
    page.fill("dialog input[name=key]", "tenant");
    page.click("dialog .button", "Add a level");
    page.fill("dialog [aria-label$='level 2']", "/user");
    page.click("dialog summary");
    page.fill("dialog textarea[name=unique]", "/email\n/a, /b");
    page.fill("dialog input[name=ttl]", "3600");
    page.click("dialog .button", "Create");
    page.find(".tab", "visits");
    page.open("made", "visits", "Scale & settings");
    assertThat(page.find(Page.VIEW + ".facts", "Unique").getText())
        .contains("/tenant / /user", "hierarchical", "/email; /a, /b");
    assertThat(page.value(Page.VIEW + "input[name=ttl]")).isEqualTo("3600");
    page.click(Page.VIEW + ".button", "Delete database");
    page.fill("dialog input", "wrong\n");
    page.find("dialog .problem", "another one");
    page.fill("dialog input", "made\n");
    page.find(".notice", "Database deleted");
    page.awaitGone(".tab");
  }

  @Test
  void changesThroughputPolicyAndTimeToLive() {
    Page page = BROWSER.open("/shop/orders/settings");
    page.find(Page.VIEW + "fieldset input[type=number]");
    page.fill(Page.VIEW + "fieldset input[type=number]", "1200");
    page.click(Page.VIEW + ".button", "Change throughput");
    page.find(".notice", "1,200 RU/s");
    page.click(Page.VIEW + "input[value=autoscale]");
    page.fill(Page.VIEW + "fieldset input[type=number]", "4000");
    page.click(Page.VIEW + ".button", "Change throughput");
    page.find(".notice", "4,000 RU/s");
    page.await("autoscale", "document.querySelector('.page input[value=autoscale]').checked");
    page.fill(Page.VIEW + "fieldset input[type=number]", "7");
    page.click(Page.VIEW + ".button", "Change throughput");
    page.find(Page.VIEW + ".problem");
    page.fill(Page.VIEW + "input[name=ttl]", "60");
    page.paste(Page.VIEW + ".editor-input", "{\"indexingMode\": \"consistent\", ");
    page.click(Page.VIEW + ".button", "Save");
    page.find(Page.VIEW + ".problem", "ends too early");
    String policy =
        "{\"indexingMode\": \"consistent\", \"includedPaths\": [{\"path\": \"/*\"}],"
            + " \"excludedPaths\": [{\"path\": \"/note/*\"}]}";
    page.paste(Page.VIEW + ".editor-input", policy);
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Saved");
    page.awaitValue(Page.VIEW + ".editor-input", "/note/*");
    assertThat(page.value(Page.VIEW + "input[name=ttl]")).isEqualTo("60");
  }

  @Test
  void isDarkWhereTheSystemIsOrSomeoneWants() {
    Page page = BROWSER.open();
    page.find(".tree-row", "shop");
    String background = "return getComputedStyle(document.body).backgroundColor";
    assertThat(page.run(background)).isEqualTo("rgb(245, 246, 248)");
    BROWSER.darkness(true);
    assertThat(page.run(background)).isEqualTo("rgb(20, 22, 26)");
    page.click("[aria-label='Dark mode']");
    assertThat(page.run(background)).isEqualTo("rgb(245, 246, 248)");
    page.click("[aria-label='Dark mode']");
    BROWSER.darkness(false);
    assertThat(page.run(background)).isEqualTo("rgb(20, 22, 26)");
    page.run("localStorage.clear()");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "partitions", "items", "query", "settings", "script/sprocs", "graph"})
  void fitsOnANarrowScreen(String view) {
    BROWSER.open();
    BROWSER.resize(390, 844);
    BROWSER.driver().get("about:blank");
    String address = BROWSER.partita().uri() + "/_explorer/";
    BROWSER.driver().get(view.isEmpty() ? address : address + "#" + address(view));
    Page page = new Page(BROWSER.driver());
    page.find(view.isEmpty() ? ".home" : Page.VIEW + ".view");
    assertThat(page.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
    assertThat((List<?>) page.run(WIDER_THAN_THE_SCREEN)).as("elements that stick out").isEmpty();
    assertThat(page.shows(".side")).isFalse();
    page.click(".menu-button");
    page.click(".tree-row", "logs");
    page.find(".tree-row", "lines");
    page.press(Keys.ESCAPE);
    page.awaitGone(".side");
  }

  private static String address(String view) {
    return "/shop/" + (view.equals("graph") ? "people/" : "orders/") + view;
  }

  /** Elements wider than the page, except inside scrollable ones. */
  private static final String WIDER_THAN_THE_SCREEN =
      """
      return [...document.querySelectorAll('.app *')].filter((element) => {
        const box = element.getBoundingClientRect();
        const scrolls = element.closest('.table, .editor, .graph, .tabs, .subtabs, pre, .side, .notices, .lineage-box, .only-read');
        return box.width > 0 && box.right > innerWidth + 1 && !scrolls;
      }).map((element) => element.outerHTML.slice(0, 120));
      """;

  @Test
  void canBeUsedWithTheKeyboardAlone() {
    Page page = BROWSER.open();
    page.find(".tree-row", "shop");
    page.pressWithAlt("t");
    page.press("s");
    page.await("shop", active("shop"));
    page.press(Keys.ARROW_RIGHT);
    page.find(".tree-row", "orders");
    page.press(Keys.ARROW_RIGHT);
    page.await("orders", active("orders"));
    page.press(Keys.ARROW_RIGHT);
    page.find(".tree-row", "Items");
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER);
    page.find(Page.VIEW + ".table-row.choosable");
    page.run("document.querySelector('.panel:not([hidden]) .table').focus()");
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER);
    page.awaitValue(Page.VIEW + ".editor-input", "\"id\"");
    page.pressWithAlt("n");
    page.find(Page.VIEW + ".stacked");
    page.await("focus", "document.activeElement.matches('.panel:not([hidden]) .editor-input')");
    page.press(" c WHERE c.total >= 0");
    page.pressWithControl(Keys.ENTER);
    page.find(Page.VIEW + ".foot", "60 results");
    page.await("orders", active("orders"));
    page.run("document.querySelector('[role=tab][aria-selected=true].tab').focus()");
    page.press(Keys.ARROW_LEFT);
    page.await(
        "items",
        "document.querySelector('.tab[aria-selected=true]').textContent.includes('Items')");
    page.press(Keys.DELETE);
    page.await(
        "closed",
        "![...document.querySelectorAll('.tab')].some((tab) => tab.textContent.includes('Items'))");
    page.pressWithAlt("t");
    page.await("tree", "document.activeElement.matches('.tree')");
  }

  private static String active(String name) {
    return "document.querySelector('.tree-row.active').textContent.includes('" + name + "')";
  }

  @Test
  void namesEveryControl() {
    for (String view :
        List.of("partitions", "items", "query", "settings", "script/sprocs", "graph")) {
      Page page = BROWSER.open(address(view));
      page.find(Page.VIEW + ".view");
      for (WebElement control :
          page.driver()
              .findElements(
                  By.cssSelector(
                      "button, input, select, textarea, [role=tree], [role=grid],"
                          + " svg[role=img]"))) {
        requireName(view, control);
      }
    }
  }

  private static void requireName(String view, WebElement control) {
    try {
      if (control.isDisplayed()) {
        assertThat(control.getAccessibleName())
            .as(view + ": " + control.getDomProperty("outerHTML"))
            .isNotBlank();
      }
    } catch (StaleElementReferenceException _) {
      // The page has re-rendered the element since; live parts are rendered often.
    }
  }

  @Test
  void remembersWhatItSaid() {
    Page page = BROWSER.open();
    page.find(".tree-row", "shop");
    page.pressWithAlt("n");
    page.find(".notice", "No container is chosen");
    page.click(".notice .button");
    page.awaitGone(".notice");
    page.click("[aria-label=Notifications].button");
    page.find("dialog .past-notices", "No container is chosen");
  }

  @Test
  void asksBeforeWorkIsLost() {
    Page page = BROWSER.open("/shop/orders/items");
    page.click(Page.VIEW + ".button", "New item");
    page.paste(Page.VIEW + ".editor-input", "{\"id\": \"draft\"}");
    page.find(".tab .dirty");
    page.click(".tab .close");
    page.click("dialog .button", "Cancel");
    assertThat(page.value(Page.VIEW + ".editor-input")).isEqualTo("{\"id\": \"draft\"}");
    page.click(".tab .close");
    page.click("dialog .button.primary");
    page.awaitGone(".tab");
  }
}
