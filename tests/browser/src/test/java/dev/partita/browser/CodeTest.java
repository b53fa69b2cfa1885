package dev.partita.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** The page's history of operations, shown as code. */
final class CodeTest {

  private static final String CODE = ".drawer .call pre";

  @RegisterExtension static final Browser BROWSER = new Browser();

  @BeforeAll
  static void fill() {
    Data.fillOrders(Data.items(BROWSER.partita(), "it's a shop", "orders", "/customer"), 5);
  }

  @Test
  void showsLinesForCurlThatWork() throws Exception {
    assumeTrue(
        Programs.find("bash").isPresent()
            && Programs.find("curl").isPresent()
            && Programs.find("openssl").isPresent(),
        "bash, curl and openssl are not all installed");
    Page page = BROWSER.open("/it's%20a%20shop/orders/items");
    page.click(".command-bar .button", "Code");
    page.click(Page.VIEW + ".table-row.choosable", "order-000");
    page.find(".drawer .call", "Read item order-000");
    String read = page.find(CODE).getText();
    assertThat(read).contains("$PARTITA_KEY").doesNotContain(Browser.KEY);
    assertThat(output(read)).contains("\"id\":\"order-000\"");
    page.click(Page.VIEW + ".button", "New query");
    page.click(Page.VIEW + ".button", "Run");
    page.find(".drawer .call", "Query items");
    assertThat(output(page.find(CODE, "isquery").getText())).contains("\"_count\":5");
  }

  @Test
  void showsCallsOfSdks() {
    Page page = BROWSER.open("/it's%20a%20shop/orders/items");
    page.click(Page.VIEW + ".table-row.choosable", "order-001");
    page.awaitValue(Page.VIEW + ".editor-input", "order-001");
    page.click(".command-bar .button", "Code");
    page.click(".drawer [role=tab]", "JavaScript");
    assertThat(page.find(CODE).getText())
        .contains(".database(\"it's a shop\").container(\"orders\").item(\"order-001\", ");
    page.click(".drawer [role=tab]", "Java");
    page.find(".drawer [role=tab][aria-selected=true]", "JavaScript");
    page.press(Keys.ARROW_RIGHT);
    assertThat(page.find(CODE, "readItem").getText()).contains("new PartitionKey(");
  }

  private static String output(String script) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true);
    builder.environment().put("PARTITA_KEY", Browser.KEY);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
