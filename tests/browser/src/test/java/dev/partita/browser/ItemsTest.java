package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The list of items and the editor of one. */
final class ItemsTest {

  private static final String EDITOR = Page.VIEW + ".editor-input";
  private static final String ROW = Page.VIEW + ".table-row.choosable";

  @RegisterExtension static final Browser BROWSER = new Browser();

  @TempDir Path folder;

  @Test
  void saysWhereAConditionIsWrong() {
    container("conditions");
    Page page = BROWSER.open("/shop/conditions/items");
    page.fill(Page.VIEW + ".bar input", "c.total > > 1\n");
    assertThat(page.find(Page.VIEW + ".problem").getText())
        .isEqualTo(
            """
            Syntax error, incorrect syntax near '>'. (SC1001) at line 1, column 11:
            c.total > > 1
                      ^\
            """);
  }

  @Test
  void createsChangesAndDeletes() {
    Items items = container("made");
    Page page = BROWSER.open("/shop/made/items");
    page.click(Page.VIEW + ".button", "New item");
    page.awaitValue(EDITOR, "\"customer\": \"\"");
    page.fill(EDITOR, "{\"id\": \"1\", \"customer\": \"ada\", \"total\": 12}");
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Item created");
    page.find(ROW, "ada");
    page.awaitValue(EDITOR, "\n  \"total\": 12\n}");
    page.paste(EDITOR, "{\"id\": \"1\", \"customer\": \"ada\", \"total\": 1.50}");
    page.find(Page.VIEW + ".button", "Save");
    page.click(EDITOR);
    page.pressWithControl("s");
    page.find(".notice", "Item saved");
    assertThat(items.read(PartitionKey.of("ada"), "1").requireItem().document().toString())
        .contains("1.5");
    page.click(Page.VIEW + ".button", "Delete");
    page.find("dialog", "gone for good");
    page.click("dialog .button", "Delete");
    page.find(".notice", "Item deleted");
    page.awaitGone(ROW);
  }

  @Test
  void filtersAndSaysWhatIsWrongWithACondition() {
    Items items = container("filtered");
    for (int i = 0; i < 5; i++) {
      items.create(null, Data.json("{\"id\":\"n%d\",\"customer\":\"c\",\"n\":%d}".formatted(i, i)));
    }
    Page page = BROWSER.open("/shop/filtered/items");
    page.find(ROW, "n4");
    page.fill(Page.VIEW + "[aria-label^=Condition]", "c.n > 2 ORDER BY c.n DESC\n");
    page.find(Page.VIEW + ".foot", "2 items");
    assertThat(page.texts(ROW).getFirst()).contains("n4");
    page.fill(Page.VIEW + "[aria-label^=Condition]", "c.n >\n");
    assertThat(page.find(Page.VIEW + ".problem").getText()).contains("Syntax error");
    assertThat(page.value(Page.VIEW + "[aria-label^=Condition]")).isEqualTo("c.n >");
    assertThat(page.texts(ROW)).hasSize(2);
  }

  @Test
  void readsPageAfterPage() {
    Items items = container("long");
    for (int i = 0; i < 250; i++) {
      items.create(null, Data.json("{\"id\":\"%d\",\"customer\":\"c\"}".formatted(i)));
    }
    Page page = BROWSER.open("/shop/long/items");
    page.find(Page.VIEW + ".foot", "first 100 items");
    page.click(Page.VIEW + ".button", "Load more");
    page.find(Page.VIEW + ".foot", "first 200 items");
    page.click(Page.VIEW + ".button", "Load more");
    page.find(Page.VIEW + ".foot", "250 items");
    assertThat(page.texts(ROW)).hasSizeLessThan(80);
  }

  @Test
  void showsBothVersionsWhenSomeoneElseWasFaster() {
    Items items = container("contested");
    items.create(null, Data.json("{\"id\":\"1\",\"customer\":\"ada\",\"by\":\"first\"}"));
    Page page = BROWSER.open("/shop/contested/items");
    page.click(ROW, "ada");
    page.awaitValue(EDITOR, "first");
    items.replace(
        PartitionKey.of("ada"),
        "1",
        Data.json("{\"id\":\"1\",\"customer\":\"ada\",\"by\":\"other\"}"),
        Precondition.NONE);
    page.paste(EDITOR, "{\"id\":\"1\",\"customer\":\"ada\",\"by\":\"mine\"}");
    page.click(Page.VIEW + ".button", "Save");
    page.awaitValue("dialog [aria-label='Your version']", "mine");
    page.awaitValue("dialog [aria-label='Version of the server']", "other");
    page.click("dialog .button", "Cancel");
    page.awaitValue(EDITOR, "mine");
    page.click(Page.VIEW + ".button", "Save");
    page.click("dialog .button", "Save my version");
    page.find(".notice", "Item saved");
    assertThat(items.read(PartitionKey.of("ada"), "1").requireItem().document().toString())
        .contains("mine");
  }

  @Test
  void deletesSeveralAtOnceAndTellsWhichAreStillThere() {
    Items items = container("several");
    for (int i = 0; i < 40; i++) {
      items.create(null, Data.json("{\"id\":\"i%02d\",\"customer\":\"c\"}".formatted(i)));
    }
    Page page = BROWSER.open("/shop/several/items");
    page.find(Page.VIEW + ".foot", "40 items");
    page.click(Page.VIEW + "[aria-label='Select i01']");
    page.run(
        "document.querySelector('[aria-label=\"Select i04\"]')"
            + ".dispatchEvent(new MouseEvent('click', {shiftKey: true, bubbles: true}))");
    page.find(Page.VIEW + ".foot .button", "Delete 4 selected");
    items.replace(
        PartitionKey.of("c"),
        "i02",
        Data.json("{\"id\":\"i02\",\"customer\":\"c\",\"by\":\"other\"}"),
        Precondition.NONE);
    page.click(Page.VIEW + ".foot .button", "Delete 4 selected");
    page.find("dialog", "Delete 4 items?");
    page.click("dialog .button", "Delete");
    page.find("dialog .problem", "1 of 4 were not deleted; the rest was.");
    page.find("dialog .failures", "i02: changed since it was listed");
    page.click("dialog .button", "Cancel");
    page.find(Page.VIEW + ".foot", "37 items");
    page.find(Page.VIEW + ".foot .button", "Delete 1 selected");
    page.click(Page.VIEW + ".button", "Apply");
    page.run("document.querySelector('.panel:not([hidden]) .table').focus()");
    page.press(Keys.HOME, " ", Keys.ARROW_DOWN, " ");
    page.find(Page.VIEW + ".foot .button", "Delete");
    page.click(Page.VIEW + "[aria-label='Select all in the list']");
    page.click(Page.VIEW + ".foot .button", "Delete 37 selected");
    page.click("dialog .button.primary");
    page.find(Page.VIEW + ".foot", "No items");
    page.awaitGone(Page.VIEW + ".foot .button");
  }

  @Test
  void keepsWhatIsTooLargeForTheServer() {
    container("oversized");
    Page page = BROWSER.open("/shop/oversized/items");
    page.click(Page.VIEW + ".button", "New item");
    String large = "<b>\u202E0123456789".repeat(160_000);
    page.paste(EDITOR, "{\"id\": \"1\", \"customer\": \"a\", \"text\": \"" + large + "\"}");
    page.click(Page.VIEW + ".button", "Save");
    page.find(Page.VIEW + ".problem", "large");
    assertThat(page.run("return document.querySelector('.editor-input').value.length > 2_000_000"))
        .isEqualTo(true);
    page.find(".tab .dirty");
  }

  @Test
  void saysThatTheServerIsGoneAndKeepsWhatWasTyped() {
    container("unreachable");
    Page page = BROWSER.open("/shop/unreachable/items");
    page.click(Page.VIEW + ".button", "New item");
    String text = "{\"id\": \"1\", \"customer\": \"ada\"}";
    page.paste(EDITOR, text);
    BROWSER.offline(true);
    try {
      page.click(Page.VIEW + ".button", "Save");
      page.find(Page.VIEW + ".problem", "The server does not answer");
      assertThat(page.value(EDITOR)).isEqualTo(text);
    } finally {
      BROWSER.offline(false);
    }
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Item created");
  }

  @Test
  void keepsWhatWasTypedWhenTheServerRefusesIt() {
    container("refused");
    Page page = BROWSER.open("/shop/refused/items");
    page.click(Page.VIEW + ".button", "New item");
    String text = "{\"id\": 12, \"customer\": \"ada\"}";
    page.paste(EDITOR, text);
    page.click(Page.VIEW + ".button", "Save");
    assertThat(page.find(Page.VIEW + ".problem").getText()).contains("id");
    assertThat(page.value(EDITOR)).isEqualTo(text);
    page.paste(EDITOR, "{\"id\": \"1\",\n\"customer\": }");
    page.click(Page.VIEW + ".button", "Save");
    assertThat(page.find(Page.VIEW + ".problem").getText()).contains("line 2, column 13");
    page.click(Page.VIEW + ".button", "Discard");
    page.awaitGone(Page.VIEW + ".problem");
  }

  @Test
  void showsStrangeItemsAsTheyAre() {
    Items items = container("strange");
    List<String> strange =
        List.of(
            "<img src=x onerror=\\\"window.hacked=1\\\">",
            "<textarea><script>window.hacked=1;<!--",
            "javascript:window.hacked=1",
            "\\u202Egnp.exe",
            "a\\u0301 \\uD83D\\uDE00 \\u200D %2F+&=;",
            ".",
            "..",
            "a/b?c#d%25",
            "'; DROP TABLE c; --");
    for (String text : strange) {
      items.create(
          null,
          Data.json(
              "{\"id\":\"%s\",\"customer\":\"%s\",\"%s\":\"%s\"}"
                  .formatted(text, text, text, text)));
    }
    Page page = BROWSER.open("/shop/strange/items");
    for (int left = strange.size(); left > 0; left--) {
      page.find(Page.VIEW + ".foot", Integer.toString(left));
      page.click(ROW);
      page.awaitValue(EDITOR, "\"customer\"");
      page.paste(EDITOR, page.value(EDITOR).replaceFirst("}$", ", \"changed\": true}"));
      page.click(Page.VIEW + ".button", "Save");
      page.find(".notice", "Item saved");
      page.click(Page.VIEW + ".button", "Delete");
      page.click("dialog .button", "Delete");
      page.find(".notice", "Item deleted");
      page.run("document.querySelectorAll('.notice').forEach((notice) => notice.remove())");
    }
    page.find(Page.VIEW + ".foot", "No items");
    assertThat(page.run("return window.hacked === undefined")).isEqualTo(true);
  }

  @Test
  void opensLargeItemsWithoutALongWait() {
    Items items = container("large");
    String large = "0123456789 <b>".repeat(130_000);
    items.create(null, Data.json("{\"id\":\"L\",\"customer\":\"ada\",\"text\":\"" + large + "\"}"));
    Page page = BROWSER.open("/shop/large/items");
    page.click(ROW, "ada");
    page.find(Page.VIEW + ".hint-box", "Its beginning is shown");
    page.click(Page.VIEW + ".button", "Edit it all");
    page.await("whole text", "document.querySelector('.editor-input').value.length > 1800000");
    page.run("document.querySelector('.editor-input').setRangeText('{\"x\": 1, ', 0, 1)");
    page.run("document.querySelector('.editor-input').dispatchEvent(new Event('input'))");
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Item saved");
    assertThat(items.read(PartitionKey.of("ada"), "L").requireItem().document().at("x").toString())
        .isEqualTo("1");
  }

  @Test
  void uploadsFilesAndListsWhatWasNotTaken() throws IOException {
    Items items = container("uploaded");
    Path array = Files.writeString(folder.resolve("a.json"), array(60));
    Path lines =
        Files.writeString(
            folder.resolve("b.jsonl"),
            """
            {"id":"x","customer":"ada"}
            {broken

            {"id":"y","customer":"ada"}
            """);
    Page page = BROWSER.open("/shop/uploaded/items");
    page.click(Page.VIEW + ".button", "Upload");
    page.find("dialog input[type=file]").sendKeys(array + "\n" + lines);
    page.click("dialog .button.primary");
    assertThat(page.find("dialog .failures").getText()).contains("b.jsonl, line 2");
    assertThat(page.find("dialog .problem").getText()).contains("1 of 63 were not taken");
    page.click("dialog .button", "Cancel");
    page.find(Page.VIEW + ".foot", "62 items");
    assertThat(items.read(PartitionKey.of("ada"), "y").charge()).isNotNull();
  }

  private static String array(int count) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ",\n")
          .append("{\"id\":\"%d\",\"customer\":\"c%d\"}".formatted(i, i));
    }
    return text.append("]").toString();
  }

  private static Items container(String name) {
    return Data.items(BROWSER.partita(), "shop", name, "/customer");
  }
}
