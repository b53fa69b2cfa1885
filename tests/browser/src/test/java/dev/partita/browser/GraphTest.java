package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** Graphs: as a picture and as text, by mouse and by keyboard. */
final class GraphTest {

  private static final String EDITOR = Page.VIEW + ".editor-input";
  private static final String NODE = Page.VIEW + ".graph .node";
  private static final String FOOT = Page.VIEW + ".foot";
  private static final String DETAILS = Page.VIEW + ".graph-details";

  @RegisterExtension static final Browser BROWSER = new Browser();

  @BeforeAll
  static void fill() {
    for (String name : new String[] {"people", "hub", "strange"}) {
      Data.items(BROWSER.partita(), "social", name, "/city");
    }
    String person =
        "g.addV('person').property('id','%s').property('city','%s').property('name','%s')";
    gremlin("people", person.formatted("ada", "london", "Ada Lovelace"));
    gremlin("people", person.formatted("grace", "york", "Grace Hopper"));
    gremlin("people", person.formatted("alan", "london", "Alan Turing"));
    gremlin("people", "g.addV('town').property('id','t').property('city','london')");
    String edge = "g.V('%s').addE('%s').to(g.V('%s')).property('since', 1936)";
    gremlin("people", edge.formatted("ada", "knows", "grace"));
    gremlin("people", edge.formatted("grace", "knows", "ada"));
    gremlin("people", edge.formatted("ada", "lives", "t"));
    gremlin("people", edge.formatted("alan", "lives", "t"));
    gremlin("people", edge.formatted("alan", "knows", "alan"));
  }

  private static void gremlin(String graph, String script) {
    Data.gremlin(BROWSER.partita(), "social", graph, script);
  }

  private static Page open(String graph) {
    Page page = BROWSER.open("/social/" + graph + "/graph");
    page.find(FOOT, "in the picture");
    return page;
  }

  private static void run(Page page, String script) {
    page.paste(EDITOR, script);
    page.click(Page.VIEW + ".button", "Run");
  }

  private static void awaitSettled(Page page) {
    page.await("rest", "document.querySelector('.graph-box').dataset.settled");
  }

  @Test
  void isReachedThroughTheTree() {
    Page page = BROWSER.open();
    page.open("social", "people", "Graph");
    page.find(FOOT, "4 vertices and 5 edges in the picture");
    assertThat(page.texts(NODE)).hasSize(4);
  }

  @Test
  void isMadeWithTheDialogForContainers() {
    Page page = BROWSER.open();
    page.find(".tree-row", "social");
    page.click(".command-bar .button", "New container");
    page.find("dialog select[name=database]").sendKeys("social");
    page.fill("dialog input[name=id]", "fresh");
    page.fill("dialog input[name=key]", "/city");
    page.click("dialog input[name=graph]");
    page.click("dialog .button", "Create");
    page.find(".tab", "fresh");
    page.open("social", "fresh", "Graph");
    page.find(FOOT, "0 vertices");
    page.find(Page.VIEW + ".graph-nothing");
  }

  @Test
  void drawsWhatAQueryReturnsAndOpensNeighbours() {
    Page page = open("people");
    run(page, "g.V(['london', 'ada'])");
    page.find(FOOT, "1 vertex and 0 edges in the picture");
    page.click(NODE);
    page.find(DETAILS, "Ada Lovelace");
    page.click(DETAILS + " .button", "Neighbours");
    page.find(FOOT, "3 vertices and 3 edges in the picture");
    page.find(DETAILS, "All neighbours are shown");
    assertThat(page.texts(DETAILS + " .graph-edges .button"))
        .anySatisfy(text -> assertThat(text).contains("lives →").contains("t"))
        .anySatisfy(text -> assertThat(text).contains("← knows").contains("Grace Hopper"));
    page.click(DETAILS + " .graph-edges .button", "lives");
    page.find(DETAILS + " h2", "t");
    page.click(DETAILS + " .button", "Neighbours");
    page.find(FOOT, "4 vertices and 4 edges in the picture");
    page.click(DETAILS + " .button", "Hide");
    page.await("three", "document.querySelectorAll('.graph .node').length === 3");
    page.run("document.querySelector('.line-target').dispatchEvent(new MouseEvent('click'))");
    page.find(DETAILS, "1936");
  }

  @Test
  void canBeUsedWithTheKeyboardAlone() {
    Page page = open("people");
    run(page, "g.V(['london', 'ada'])");
    page.find(FOOT, "1 vertex");
    page.run("document.querySelector('.graph .node').focus()");
    page.press(Keys.ENTER);
    page.find(FOOT, "3 vertices");
    awaitSettled(page);
    String label = "return document.activeElement.getAttribute('aria-label')";
    assertThat(page.run(label)).isEqualTo("person Ada Lovelace, 3 edges in the picture");
    for (Keys key :
        new Keys[] {Keys.ARROW_LEFT, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_DOWN}) {
      page.press(key);
    }
    assertThat(page.run("return document.activeElement.matches('.node')")).isEqualTo(true);
    Object before =
        page.run("return document.querySelector('.graph > g').getAttribute('transform')");
    page.press("+");
    page.await(
        "larger",
        "document.querySelector('.graph > g').getAttribute('transform') !== '" + before + "'");
    page.press("0", " ");
    page.find(DETAILS + " h2");
  }

  @Test
  void showsResultsWithoutVerticesAsText() {
    Page page = open("people");
    run(page, "g.V().count()");
    page.find(Page.VIEW + ".result-text", "4");
    page.find(FOOT, "1 result,");
    run(page, "g.V().has('name', 'Alan Turing').outE('knows').inV().path()");
    page.find(FOOT, "1 vertex and 1 edge in the picture");
  }

  @Test
  void saysWhatIsWrongAndKeepsTheText() {
    Page page = open("people");
    run(page, "g.V().owt()");
    String problem = page.find(Page.VIEW + ".problem").getText();
    assertThat(problem).contains("did you mean 'out'").doesNotContain("ActivityId", "HResult");
    assertThat(page.value(EDITOR)).isEqualTo("g.V().owt()");
    assertThat(page.texts(NODE)).hasSize(4);
  }

  @Test
  void drawsOnlyAsMuchAsCanBeToldApart() {
    gremlin("hub", "g.addV('hub').property('id','h').property('city','c')");
    for (int i = 0; i < 100; i++) {
      gremlin(
          "hub",
          "g.addV('leaf').property('id','l%1$d').property('city','c').addE('of').to(g.V('h'))"
              .formatted(i));
    }
    for (int i = 0; i < 30; i++) {
      gremlin(
          "hub", "g.inject(1).repeat(addV('dust').property('city','d%d')).times(6)".formatted(i));
    }
    Page page = open("hub");
    run(page, "g.V()");
    page.find(FOOT, "250 vertices");
    assertThat(page.find(FOOT).getText()).contains("281 results", "left out: narrow the query");
    assertThat(page.texts(NODE)).hasSize(250);
    run(page, "g.V(['c', 'h'])");
    page.find(FOOT, "1 vertex");
    page.click(NODE);
    page.click(DETAILS + " .button", "Neighbours");
    page.find(FOOT, "41 vertices and 40 edges");
    page.click(DETAILS + " .button", "More neighbours");
    page.find(FOOT, "81 vertices and 80 edges");
    page.click(DETAILS + " .button", "More neighbours");
    page.find(FOOT, "101 vertices and 100 edges");
    page.find(DETAILS, "All neighbours are shown");
  }

  @Test
  void showsStrangeNamesAsTheyAre() {
    String html = "<img src=x onerror=window.hacked=1>";
    for (String text :
        new String[] {
          html, "</text><script>window.hacked=1;//", "\u202Egnp", "a\u0301\uD83D\uDE00"
        }) {
      gremlin(
          "strange",
          "g.addV('%1$s').property('id','%1$s').property('city','%1$s').property('%1$s','%1$s')"
              .formatted(text));
    }
    gremlin(
        "strange",
        "g.V('%1$s').addE('%1$s').to(g.V('%1$s')).property('%1$s', '%1$s')".formatted(html));
    gremlin(
        "strange",
        "g.addV('long').property('id','long').property('city','c').property('name','%s')"
            .formatted("0123456789".repeat(6_000)));
    Page page = open("strange");
    page.find(FOOT, "5 vertices and 1 edge");
    page.find(NODE, html.substring(0, 20));
    for (int i = 0; i < 5; i++) {
      page.run("document.querySelectorAll('.graph .node')[arguments[0]].focus()", i);
      page.press(Keys.ENTER);
      page.await("details", "document.querySelector('.graph-details h2')");
      page.find(DETAILS, "All neighbours are shown");
    }
    page.run("document.querySelector('.line-target').dispatchEvent(new MouseEvent('click'))");
    page.find(DETAILS + " h2", html);
    page.click(Page.VIEW + ".subtabs button", "Results");
    page.find(Page.VIEW + ".result-text", html);
    assertThat(page.run("return window.hacked === undefined")).isEqualTo(true);
  }
}
