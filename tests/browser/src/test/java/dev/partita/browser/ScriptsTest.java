package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stored procedures, functions and triggers. */
final class ScriptsTest {

  private static final String EDITOR = Page.VIEW + ".editor-input";

  @RegisterExtension static final Browser BROWSER = new Browser();

  @BeforeAll
  static void fill() {
    Data.items(BROWSER.partita(), "shop", "orders", "/customer");
  }

  @Test
  void writesRunsAndDeletesAProcedure() {
    Page page = BROWSER.open();
    page.open("shop", "orders", "Stored procedures");
    page.click(".tree-row", "New stored procedure");
    page.fill(Page.VIEW + "input[name=id]", "hello");
    page.fill(Page.VIEW + "input[name=arguments]", "[\"Ada\"]");
    page.fill(Page.VIEW + ".key-fields input", "ada");
    page.click(Page.VIEW + ".button", "Run");
    page.find(Page.VIEW + "[aria-label=Result]", "Hello, Ada");
    page.find(Page.VIEW + "[aria-label=Log]", "hello was called");
    page.find(".tree-row", "hello");
    page.paste(EDITOR, "function hello() { throw new Error('not today'); }");
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Saved");
    page.click(Page.VIEW + ".button", "Run");
    assertThat(page.find(Page.VIEW + ".problem").getText()).contains("not today");
    page.fill(Page.VIEW + "input[name=arguments]", "[1,");
    page.click(Page.VIEW + ".button", "Run");
    page.find(Page.VIEW + ".problem", "ends too early");
    page.click(Page.VIEW + ".button", "Delete");
    page.click("dialog .button", "Delete");
    page.find(".notice", "Deleted");
  }

  @Test
  void refusesWhatIsNoScriptAndKeepsIt() {
    Page page = BROWSER.open();
    page.open("shop", "orders", "Functions");
    page.click(".tree-row", "New function");
    page.fill(Page.VIEW + "input[name=id]", "tax");
    page.paste(EDITOR, "function tax( {");
    page.click(Page.VIEW + ".button", "Save");
    page.find(Page.VIEW + ".problem");
    assertThat(page.value(EDITOR)).isEqualTo("function tax( {");
    page.paste(EDITOR, "function tax(x) { return x * 0.2; }");
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Saved");
    page.awaitGone(Page.VIEW + ".problem");
  }

  @Test
  void knowsWhenATriggerRuns() {
    Page page = BROWSER.open();
    page.open("shop", "orders", "Triggers");
    page.click(".tree-row", "New trigger");
    page.fill(Page.VIEW + "input[name=id]", "stamp");
    page.find(Page.VIEW + "select[name=operation]").sendKeys("Create");
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Saved");
    page = BROWSER.open("/shop/orders/script/triggers/stamp");
    page.awaitValue(EDITOR, "stamped");
    assertThat(page.value(Page.VIEW + "select[name=operation]")).isEqualTo("Create");
  }
}
