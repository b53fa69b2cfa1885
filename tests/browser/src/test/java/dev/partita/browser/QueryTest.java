package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** Queries: typing, running, paging, cancelling, errors and statistics. */
final class QueryTest {

  private static final String EDITOR = Page.VIEW + ".editor-input";
  private static final String RESULT = Page.VIEW + ".result-text";
  private static final String FOOT = Page.VIEW + ".foot";

  @RegisterExtension static final Browser BROWSER = new Browser();

  @BeforeAll
  static void fill() {
    Data.fillOrders(Data.items(BROWSER.partita(), "shop", "orders", "/customer"), 300);
  }

  @Test
  void runsAndPages() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELECT c.id, c.total FROM c WHERE c.total >= 0");
    page.click(EDITOR);
    page.pressWithControl(Keys.ENTER);
    assertThat(page.find(FOOT, "100 results").getText()).contains("RU").contains("ms");
    page.click(FOOT + " .button", "Next");
    page.find(FOOT, "page 2");
    page.click(FOOT + " .button", "Next");
    page.find(FOOT, "page 3");
    page.click(FOOT + " .button", "Previous");
    page.find(FOOT, "page 2");
    page.click(Page.VIEW + ".subtabs button", "Table");
    assertThat(page.texts(Page.VIEW + ".table-head .cell")).containsExactly("#", "id", "total");
    page.click(Page.VIEW + ".subtabs button", "Metrics");
    assertThat(page.find(Page.VIEW + ".facts").getText()).contains("Items read", "Charge of all");
    page.click(Page.VIEW + ".subtabs button", "Index advice");
    assertThat(page.find(Page.VIEW + ".advice").getText()).contains("Used", "/total/?");
  }

  @Test
  void explainsWhatEachStepCosts() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELECT c.id FROM c WHERE c.total > 100 ORDER BY c.total");
    page.click(Page.VIEW + ".button", "Explain");
    assertThat(page.find(Page.VIEW + ".plan").getText()).contains("rows", "RU");
    assertThat(page.texts(Page.VIEW + ".plan .step")).hasSizeGreaterThan(1);
    assertThat(page.find(Page.VIEW + ".advice").getText()).contains("/total");
    page.paste(EDITOR, "SELECT nonsense(");
    page.click(Page.VIEW + ".button", "Explain");
    page.find(Page.VIEW + ".problem", "SC1002");
  }

  @Test
  void keepsEveryDigitAndShowsHtmlAsText() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELECT VALUE {\"n\": 1.10, \"html\": \"<b onclick='x'>&amp;</b>\"}");
    page.click(Page.VIEW + ".button", "Run");
    assertThat(page.find(RESULT, "html").getText()).contains("<b onclick='x'>&amp;</b>");
  }

  @Test
  void showsWhatIsWrongAndKeepsTheText() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELEC * FROM c");
    page.click(Page.VIEW + ".button", "Run");
    assertThat(page.find(Page.VIEW + ".problem").getText()).contains("SC1001");
    assertThat(page.value(EDITOR)).isEqualTo("SELEC * FROM c");
    page.paste(EDITOR, "SELECT VALUE COUNT(1) FROM c");
    page.click(Page.VIEW + ".button", "Run");
    page.find(RESULT, "300");
    page.awaitGone(Page.VIEW + ".problem");
  }

  @Test
  void marksWhatIsWrong() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELECT c.id\nFROM c\nWHERE c.total ==== 3 AND c.paid");
    page.click(Page.VIEW + ".button", "Run");
    assertThat(page.find(Page.VIEW + ".problem").getText())
        .isEqualTo(
            """
            Syntax error, incorrect syntax near '='. (SC1001) at line 3, column 16:
            WHERE c.total ==== 3 AND c.paid
                           ^\
            """);
    assertThat(page.texts(Page.VIEW + ".editor-wrong span")).containsExactly("=");
    assertThat(page.texts(Page.VIEW + ".editor-lines .marked")).containsExactly("3");
    // The mark is an overlay behind the text.
    page.find(Page.VIEW + ".editor-wrong + .editor-back + .editor-input");
    page.fill(EDITOR, "SELECT d.x, e.y FROM c");
    assertThat(page.texts(Page.VIEW + ".editor-wrong span")).isEmpty();
    page.click(Page.VIEW + ".button", "Run");
    page.find(Page.VIEW + ".problem", "'e' could not be resolved. (SC2001) at line 1, column 13");
    assertThat(page.texts(Page.VIEW + ".editor-wrong span")).containsExactly("d", "e");

    // With several queries in the editor, the selected one runs.
    page.paste(EDITOR, "SELECT 1\n\n  SELECT x.y FROM c");
    page.run("const e = document.querySelector('" + EDITOR + "'); e.focus(); e.select()");
    page.run(
        "const e = document.querySelector('"
            + EDITOR
            + "'); e.setSelectionRange(9, e.value.length)");
    page.pressWithControl(Keys.ENTER);
    page.find(Page.VIEW + ".problem", "at line 3, column 10");
    assertThat(page.texts(Page.VIEW + ".editor-wrong span")).containsExactly("x");
  }

  @Test
  void showsNothingOfAnEarlierQueryBesideAnError() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELECT c.id FROM c WHERE c.total > 100");
    page.click(Page.VIEW + ".button", "Run");
    page.find(FOOT, "100 results");
    page.click(Page.VIEW + ".button", "Explain");
    page.find(Page.VIEW + ".plan");
    page.paste(EDITOR, "SELECT nonsense(");
    page.click(Page.VIEW + ".button", "Run");
    page.find(Page.VIEW + ".problem", "SC1002");
    assertThat(page.shows(Page.VIEW + ".plan")).isFalse();
    page.click(Page.VIEW + ".subtabs button", "Results");
    assertThat(page.find(Page.VIEW + ".results").getText()).doesNotContain("order-");
    page.paste(EDITOR, "SELECT c.id FROM c WHERE c.total > 100");
    page.click(Page.VIEW + ".button", "Explain");
    page.find(Page.VIEW + ".plan");
    page.paste(EDITOR, "SELECT VALUE 1");
    page.click(Page.VIEW + ".button", "Run");
    page.find(FOOT, "1 result,");
    page.click(Page.VIEW + ".subtabs button", "Plan");
    assertThat(page.shows(Page.VIEW + ".plan")).isFalse();
  }

  @Test
  void asksForTheValuesOfParameters() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELECT c.id FROM c WHERE c.customer = @who AND c.total >= @least -- @no");
    page.fill(Page.VIEW + "input[name='@who']", "ada");
    page.find(Page.VIEW + "[data-name='@who']", "text");
    page.fill(Page.VIEW + "input[name='@least']", "0");
    page.find(Page.VIEW + "[data-name='@least']", "number");
    assertThat(page.shows(Page.VIEW + "input[name='@no']")).isFalse();
    page.press(Keys.ENTER);
    assertThat(page.find(FOOT, "results").getText()).doesNotStartWith("0 ");
    page.click(Page.VIEW + ".button", "Explain");
    page.find(Page.VIEW + ".plan");
    page.click(".command-bar .button", "Code");
    page.click(".drawer [role=tab]", "JavaScript");
    page.find(".drawer pre", "{\"name\":\"@least\",\"value\":0}");
    page.fill(Page.VIEW + "input[name='@least']", "[1,");
    page.click(Page.VIEW + ".button", "Run");
    page.find(Page.VIEW + ".problem", "The value of @least is not valid JSON");
    assertThat(page.value(Page.VIEW + "input[name='@least']")).isEqualTo("[1,");
    page.fill(Page.VIEW + "input[name='@least']", "\"0\"");
    page.click(Page.VIEW + ".button", "Run");
    page.find(FOOT, "0 results");
    page.paste(EDITOR, "SELECT VALUE @who");
    page.awaitGone(Page.VIEW + "input[name='@least']");
    page.click(Page.VIEW + ".button", "Run");
    page.find(RESULT, "\"ada\"");
  }

  @Test
  void suggestsWordsFunctionsAndProperties() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELECT * FROM c");
    page.click(Page.VIEW + ".button", "Run");
    page.find(FOOT, "100 results");
    page.fill(EDITOR, "SELECT c.cust");
    assertThat(page.find(".completion li[aria-selected=true]").getText()).isEqualTo("customer");
    page.press(Keys.ENTER);
    page.awaitValue(EDITOR, "SELECT c.customer");
    page.awaitGone(".completion");
    page.press(" FRO", Keys.TAB, " c WHERE ARRAY_LEN", Keys.ENTER, "c.lines) > 1");
    page.awaitValue(EDITOR, "SELECT c.customer FROM c WHERE ARRAY_LENGTH(c.lines) > 1");
    page.pressWithControl(Keys.ENTER);
    page.find(FOOT, "100 results");
  }

  @Test
  void cancels() {
    Page page = BROWSER.open("/shop/orders/query");
    page.paste(EDITOR, "SELECT * FROM c");
    BROWSER.driver().executeCdpCommand("Network.enable", Map.of());
    BROWSER
        .driver()
        .executeCdpCommand(
            "Network.emulateNetworkConditions",
            Map.of(
                "offline",
                false,
                "latency",
                20_000,
                "downloadThroughput",
                -1,
                "uploadThroughput",
                -1));
    try {
      page.click(Page.VIEW + ".button", "Run");
      page.click(Page.VIEW + ".button", "Cancel");
      page.find(FOOT, "Cancelled");
    } finally {
      BROWSER
          .driver()
          .executeCdpCommand(
              "Network.emulateNetworkConditions",
              Map.of(
                  "offline",
                  false,
                  "latency",
                  0,
                  "downloadThroughput",
                  -1,
                  "uploadThroughput",
                  -1));
    }
    page.click(Page.VIEW + ".button", "Run");
    page.find(FOOT, "100 results");
  }
}
