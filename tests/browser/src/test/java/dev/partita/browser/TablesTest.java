package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of storage accounts and of the Cosmos account: entities, filters and deletion. */
final class TablesTest {

  private static final String STORAGE = "/databases/devstoreaccount1%2Ftables/tables";
  private static final String EDITOR = Page.VIEW + ".editor-input";
  private static final String ROW = Page.VIEW + ".table-row.choosable";
  private static final String FILTER = Page.VIEW + "[aria-label^=Filter]";

  @RegisterExtension static final Browser BROWSER = new Browser();

  private static final String MISALIGNED =
      """
      const left = (row) => [...document.querySelectorAll(`.panel:not([hidden]) ${row} > .cell`)]
        .map((cell) => Math.round(cell.getBoundingClientRect().left));
      const titles = left('.table-head');
      return left('.table-row.choosable').filter((x, i) => i < titles.length && x !== titles[i]).length;
      """;

  private static void make(String table) {
    post("/Tables", JsonObject.builder().put("TableName", table).build());
  }

  private static void add(String table, String partitionKey, String rowKey, long total) {
    post(
        "/" + table,
        JsonObject.builder()
            .put("PartitionKey", partitionKey)
            .put("RowKey", rowKey)
            .put("total", total)
            .build());
  }

  private static void post(String path, JsonObject body) {
    Data.post(BROWSER.partita(), STORAGE + path, body.toString());
  }

  private static Page open(String table) {
    return BROWSER.open("/devstoreaccount1%2Ftables/" + table + "/entities");
  }

  @ParameterizedTest
  @CsvSource({"devstoreaccount1, devstoreaccount1/tables", "Cosmos account, TablesDB"})
  void makesATableWritesChangesAndDeletes(String account, String database) {
    Page page = BROWSER.open();
    page.find(".tree");
    page.click(".command-bar .button", "New table");
    page.find("dialog option", account).click();
    page.fill("dialog input[name=id]", "no-name");
    page.click("dialog .button", "Create");
    page.find("dialog .problem");
    assertThat(page.value("dialog input[name=id]")).isEqualTo("no-name");
    page.fill("dialog input[name=id]", "made\n");
    page.find(".tree-row", database);
    page.find(Page.VIEW + ".foot", "No entities");
    page.click(Page.VIEW + ".button", "New entity");
    page.paste(
        EDITOR,
        "{\"PartitionKey\": \"ada\", \"RowKey\": \"1\", \"big@odata.type\": \"Edm.Int64\","
            + " \"big\": \"9007199254740993\"}");
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Entity created");
    assertThat(page.awaitValue(EDITOR, "\"big\": \"9007199254740993\""))
        .contains("\"big@odata.type\": \"Edm.Int64\"")
        .doesNotContain("Timestamp", "odata.etag");
    page.paste(EDITOR, page.value(EDITOR).replaceFirst("}$", ", \"paid\": true}"));
    page.click(Page.VIEW + ".button", "Save");
    page.find(".notice", "Entity saved");
    page.find(Page.VIEW + ".table-head", "paid");
    page.run("document.querySelector('.panel:not([hidden]) .table').scrollLeft = 90");
    assertThat(page.run(MISALIGNED)).as("columns that are not below their titles").isEqualTo(0L);
    page.click(Page.VIEW + ".button", "New entity");
    page.paste(EDITOR, "{\"PartitionKey\": \"ada\", \"RowKey\": \"1\"}");
    page.click(Page.VIEW + ".button", "Save");
    page.find(Page.VIEW + ".problem", "already exists");
    page.paste(EDITOR, "{\"PartitionKey\": \"ada\", \"RowKey\": \"2\"}");
    page.click(Page.VIEW + ".button", "Save");
    page.find(Page.VIEW + ".foot", "2 entities");
    page.click(Page.VIEW + "[aria-label='Select all in the list']");
    page.click(Page.VIEW + ".foot .button", "Delete 2 selected");
    page.click("dialog .button.primary");
    page.find(Page.VIEW + ".foot", "No entities");
    page.click(Page.VIEW + ".button", "Delete table");
    page.fill("dialog input", "made\n");
    page.find(".notice", "Table deleted");
    page.awaitGone(".tab");
  }

  @Test
  void isReachedThroughTheTreeAndReadsPageAfterPage() {
    make("Long");
    for (int i = 0; i < 120; i++) {
      add("Long", "p" + i % 3, "%03d".formatted(i), i);
    }
    Page page = BROWSER.open();
    page.open("devstoreaccount1/tables", "long", "Entities");
    page.find(Page.VIEW + ".foot", "first 100 entities");
    page.click(Page.VIEW + ".button", "Load more");
    page.find(Page.VIEW + ".foot", "120 entities");
    page.open("devstoreaccount1/tables", "long", "Partitions");
    page.find(Page.VIEW + ".tile", "Ranges of keys");
    page.fill(Page.VIEW + ".key-fields input", "p1\n");
    page.find(Page.VIEW + ".facts", "40 items");
  }

  @Test
  void filtersAndSaysWhatIsWrongWithAFilter() {
    make("filtered");
    for (int i = 0; i < 5; i++) {
      add("filtered", "it's", "r" + i, i);
    }
    Page page = open("filtered");
    page.find(ROW, "r4");
    page.fill(FILTER, "PartitionKey eq 'it''s' and total gt 2\n");
    page.find(Page.VIEW + ".foot", "2 entities");
    page.fill(FILTER, "total gt\n");
    String problem = page.find(Page.VIEW + ".problem").getText();
    assertThat(problem).contains("not valid").doesNotContain("RequestId");
    assertThat(page.value(FILTER)).isEqualTo("total gt");
    assertThat(page.texts(ROW)).hasSize(2);
    page.click(".command-bar .button", "Code");
    page.click(".drawer [role=tab]", "JavaScript");
    page.find(".drawer pre", "listEntities");
  }

  @Test
  void showsBothVersionsWhenSomeoneElseWasFaster() {
    make("contested");
    add("contested", "p", "1", 1);
    Page page = open("contested");
    page.click(ROW, "1");
    page.awaitValue(EDITOR, "\"total\": 1");
    page.runAsync(
        """
        const { Entities } = await import('/_explorer/js/api/tables.js');
        const entities = new Entities('devstoreaccount1/tables', 'contested');
        await entities.replace('1', ['p'], '*', '{"PartitionKey":"p","RowKey":"1","total":2}');
        """);
    page.paste(EDITOR, "{\"PartitionKey\": \"p\", \"RowKey\": \"1\", \"total\": 3}");
    page.click(Page.VIEW + ".button", "Save");
    page.awaitValue("dialog [aria-label='Version of the server']", "\"total\": 2");
    page.click("dialog .button", "Save my version");
    page.find(".notice", "Entity saved");
    page.awaitValue(EDITOR, "\"total\": 3");
  }

  @Test
  void showsStrangeEntitiesAsTheyAre() {
    List<String> strange =
        List.of(
            "<img src=x onerror=\"window.hacked=1\">",
            "'; it''s',RowKey='",
            "\u202Egnp.exe",
            "a\u0301 \uD83D\uDE00 \u200D %2F+&=;",
            ".",
            "..",
            "%25(1)");
    make("strange");
    for (String text : strange) {
      add("strange", text, text, 1);
    }
    post(
        "/strange",
        JsonObject.builder()
            .put("PartitionKey", "long")
            .put("RowKey", "long")
            .put("text", "<b>0123456789".repeat(2_000))
            .build());
    Page page = open("strange");
    for (int left = strange.size() + 1; left > 0; left--) {
      page.find(Page.VIEW + ".foot", left + (left == 1 ? " entity" : " entities"));
      page.click(ROW);
      page.awaitValue(EDITOR, "\"PartitionKey\"");
      page.paste(EDITOR, page.value(EDITOR).replaceFirst("}$", ", \"changed\": true}"));
      page.click(Page.VIEW + ".button", "Save");
      page.find(".notice", "Entity saved");
      page.click(Page.VIEW + ".pane + .pane .button", "Delete");
      page.click("dialog .button", "Delete");
      page.find(".notice", "Entity deleted");
      page.run("document.querySelectorAll('.notice').forEach((notice) => notice.remove())");
    }
    page.find(Page.VIEW + ".foot", "No entities");
    assertThat(page.run("return window.hacked === undefined")).isEqualTo(true);
  }
}
