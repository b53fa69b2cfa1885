package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.document.Items;
import dev.partita.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;

/** Screenshots of the documents, taken when {@code -Dscreenshots=docs/images} asks for them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ScreenshotsTest {

  private static final String FOLDER = System.getProperty("screenshots", "");
  private static final int MOST_BYTES = 150_000;

  /** With limited throughput, so that throttled requests are visible. */
  @RegisterExtension static final Browser BROWSER = new Browser(ServerOptions::inMemoryOnly);

  @BeforeAll
  static void onDemandOnly() {
    assumeFalse(FOLDER.isEmpty(), "No pictures were asked for");
  }

  @Test
  void takesAPictureOfEachView() throws Exception {
    Items orders = Data.container(BROWSER.partita(), "shop", "orders", 24_000, "/customer");
    Data.container(BROWSER.partita(), "shop", "products", 400, "/category");
    Data.items(BROWSER.partita(), "telemetry", "readings", "/tenant", "/device");
    fillSlowly(orders);
    partitions(orders);
    items();
    query();
    scripts();
    settings();
    graph();
    entities();
  }

  private static void partitions(Items orders) throws Exception {
    Page page = BROWSER.open();
    page.click(".tree-row", "shop");
    page.click(".tree-row", "orders");
    page.find(Page.VIEW + ".pill", "live");
    String row = Page.VIEW + "[aria-label='Physical partitions'].table .table-row.choosable";
    page.click(row);
    page.click(Page.VIEW + ".details .button", "Split");
    page.click("dialog .button.primary");
    page.find(".notice", "done");
    var stop = new CountDownLatch(1);
    Thread load = Thread.startVirtualThread(() -> writeUntil(stop, orders));
    try {
      BROWSER.resize(1280, 1020);
      page.await("use", "document.querySelectorAll('.keys li').length > 6");
      page.fill(Page.VIEW + ".key-fields input", "ada\n");
      page.find(Page.VIEW + ".facts", "items,");
      // A few columns of the heat map, which has one for every five seconds.
      awaitMillis(page, 16_000);
      removeNotices(page);
      page.run(
          "document.querySelector('.partitions').scrollTop = 0; document.activeElement.blur()");
      picture("explorer-partitions");
      BROWSER.darkness(true);
      awaitMillis(page, 2_000);
      picture("explorer-dark");
      BROWSER.darkness(false);
      BROWSER.resize(390, 844);
      page.run("document.querySelector('.partitions').scrollTop = 0");
      awaitMillis(page, 1_000);
      picture("explorer-narrow");
    } finally {
      stop.countDown();
      load.join();
    }
  }

  /** Writes at the highest rate that one partition allows. */
  private static void fillSlowly(Items orders) {
    for (int part = 0; part < 4; part++) {
      Data.fillOrders(orders, "order-" + part, 100);
      awaitMillis(BROWSER.open(), 1_000);
    }
  }

  /** Writes orders of all customers, and so many of one customer that their partition throttles. */
  private static void writeUntil(CountDownLatch stop, Items orders) {
    try {
      for (int round = 0; !stop.await(80, TimeUnit.MILLISECONDS); round++) {
        String prefix = "r" + round;
        write(() -> Data.fillOrders(orders, prefix, 24));
        for (int i = 0; i < 60; i++) {
          String order = "{\"id\":\"%s-a%d\",\"customer\":\"ada\"}".formatted(prefix, i);
          write(() -> orders.create(null, Data.json(order)));
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes, and skips throttled items. */
  private static void write(Runnable write) {
    try {
      write.run();
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.THROTTLED);
    }
  }

  private static void awaitMillis(Page page, int millis) {
    page.run("window.end = performance.now() + arguments[0]", millis);
    page.await("time", "performance.now() > window.end");
  }

  private static void removeNotices(Page page) {
    page.run("document.querySelectorAll('.notice').forEach((notice) => notice.remove())");
  }

  private static void items() throws IOException {
    Page page = BROWSER.open("/shop/orders/items");
    page.click(Page.VIEW + ".table-row.choosable");
    page.awaitValue(Page.VIEW + ".editor-input", "\"id\"");
    picture("explorer-items");
  }

  private static void query() throws IOException {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(
        Page.VIEW + ".editor-input",
        """
        SELECT c.customer, COUNT(1) AS orders, SUM(c.total) AS total
        FROM c
        WHERE c.paid AND c.total > 100
        GROUP BY c.customer
        """);
    page.click(Page.VIEW + ".button", "Run");
    page.find(Page.VIEW + ".foot", "results");
    page.click(Page.VIEW + ".subtabs button", "Table");
    page.click(".command-bar .button", "Code");
    page.click(".drawer [role=tab]", "JavaScript");
    picture("explorer-query");
  }

  private static void scripts() throws IOException {
    Page page = BROWSER.open("/shop/orders/script/sprocs");
    page.fill(Page.VIEW + "input[name=id]", "hello");
    page.fill(Page.VIEW + "input[name=arguments]", "[\"Ada\"]");
    page.fill(Page.VIEW + ".key-fields input", "ada");
    page.click(Page.VIEW + ".button", "Run");
    page.find(Page.VIEW + "[aria-label=Result]", "Hello, Ada");
    removeNotices(page);
    picture("explorer-scripts");
  }

  private static void settings() throws IOException {
    Page page = BROWSER.open("/shop/orders/settings");
    page.find(Page.VIEW + "fieldset input[type=number]");
    picture("explorer-settings");
  }

  private static void graph() throws IOException {
    Data.items(BROWSER.partita(), "social", "people", "/city");
    String[] names = {"Ada", "Grace", "Alan", "Barbara", "Edsger", "Tony", "Leslie", "Donald"};
    String[] cities = {"London", "York", "Leeds"};
    for (int i = 0; i < names.length; i++) {
      gremlin(
          "g.addV('person').property('id','%1$s').property('city','%2$s').property('name','%1$s')"
              .formatted(names[i], cities[i % cities.length]));
    }
    for (String city : cities) {
      gremlin("g.addV('town').property('id','%1$s').property('city','%1$s')".formatted(city));
    }
    for (int i = 0; i < names.length; i++) {
      gremlin(
          "g.V('%s').addE('lives in').to(g.V('%s'))"
              .formatted(names[i], cities[i % cities.length]));
      gremlin(
          "g.V('%s').addE('knows').to(g.V('%s')).property('since', %d)"
              .formatted(names[i], names[(i * 3 + 1) % names.length], 1940 + i));
    }
    Page page = BROWSER.open("/social/people/graph");
    page.find(Page.VIEW + ".foot", "11 vertices");
    page.run("document.querySelector('.node[aria-label*=Grace]').focus()");
    page.press(Keys.ENTER);
    page.find(Page.VIEW + ".graph-details", "All neighbours are shown");
    page.press("0");
    awaitMillis(page, 500);
    picture("explorer-graph");
  }

  private static void gremlin(String script) {
    Data.gremlin(BROWSER.partita(), "social", "people", script);
  }

  private static void entities() throws IOException {
    String tables = "/databases/devstoreaccount1%2Ftables/tables";
    Data.post(BROWSER.partita(), tables + "/Tables", "{\"TableName\":\"orders\"}");
    for (int i = 0; i < 12; i++) {
      Data.post(
          BROWSER.partita(),
          tables + "/orders",
          """
          {"PartitionKey": "%s", "RowKey": "%03d", "total": %d, "paid": %b, "sequence@odata.type": "Edm.Int64",
           "sequence": "%d"}
          """
              .formatted(
                  i % 2 == 0 ? "ada" : "grace", i, 7 * i, i % 3 == 0, 9_007_199_254_740_993L + i));
    }
    Page page = BROWSER.open("/devstoreaccount1%2Ftables/orders/entities");
    page.fill(Page.VIEW + "[aria-label^=Filter]", "PartitionKey eq 'ada' and total gt 10\n");
    page.find(Page.VIEW + ".foot", "5 entities");
    page.click(Page.VIEW + ".table-row.choosable");
    page.awaitValue(Page.VIEW + ".editor-input", "sequence");
    picture("explorer-entities");
  }

  private static void picture(String name) throws IOException {
    byte[] png = BROWSER.driver().getScreenshotAs(OutputType.BYTES);
    assertThat(png).hasSizeLessThan(MOST_BYTES);
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("tools/Format.java"))) {
      root = Objects.requireNonNull(root.getParent());
    }
    Path folder = Files.createDirectories(root.resolve(FOLDER));
    Files.write(folder.resolve(name + ".png"), png);
  }
}
