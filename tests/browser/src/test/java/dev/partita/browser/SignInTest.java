package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.server.ServerOptions;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server with a key of its own. */
final class SignInTest {

  private static final String OWN = "c2VjcmV0".repeat(6);
  private static final String READ = "cmVhZGVy".repeat(6);

  @RegisterExtension
  static final Browser BROWSER =
      new Browser(
          _ ->
              ServerOptions.resolve(
                  Map.of("port", "0", "in-memory", "true", "key", OWN, "read-only-key", READ),
                  Map.of()));

  @BeforeAll
  static void fill() {
    Data.items(BROWSER.partita(), "shop", "orders", "/customer");
  }

  @Test
  void asksForTheKeyAndKeepsItInThisTabOnly() {
    Page page = BROWSER.open("/shop/orders/items");
    page.fill("input[name=key]", Browser.KEY + "\n");
    assertThat(page.find(".problem").getText()).contains("signature");
    page.fill("input[name=key]", "not base64!\n");
    page.find(".problem", "not base64");
    page.fill("input[name=key]", OWN + "\n");
    page.find(".tree-row", "shop");
    page.find(Page.VIEW + ".foot", "No items");
    assertThat(page.driver().getCurrentUrl()).doesNotContain(OWN);
    assertThat(page.run("return localStorage.length")).isEqualTo(0L);
    page.driver().navigate().refresh();
    page.find(Page.VIEW + ".foot", "No items");
    page.click(".command-bar .button", "Sign out");
    page.find("input[name=key]");
    assertThat(page.run("return sessionStorage.length")).isEqualTo(0L);
  }

  @Test
  void letsWhoMayReadSeeAndSaysThatTheyMayNotWrite() {
    Page page = BROWSER.open("/shop/orders/items");
    page.fill("input[name=key]", READ + "\n");
    page.click(Page.VIEW + ".button", "New item");
    page.paste(Page.VIEW + ".editor-input", "{\"id\": \"1\", \"customer\": \"ada\"}");
    page.click(Page.VIEW + ".button", "Save");
    page.find(Page.VIEW + ".problem");
    assertThat(page.value(Page.VIEW + ".editor-input")).contains("ada");
    page.run("sessionStorage.clear()");
  }
}
