package dev.partita.browser;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * The page as the tests operate it. Every action waits until it is possible, and considers visible
 * elements only.
 */
final class Page {

  /** Selector of the view in front. */
  static final String VIEW = ".panel:not([hidden]) ";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ChromeDriver driver;

  Page(ChromeDriver driver) {
    this.driver = driver;
  }

  private WebDriverWait waiting() {
    WebDriverWait wait = new WebDriverWait(driver, PATIENCE, Duration.ofMillis(25));
    wait.ignoring(StaleElementReferenceException.class, NoSuchElementException.class);
    return wait;
  }

  /** First visible element. */
  WebElement find(String css) {
    return first(() -> css, css, _ -> true);
  }

  /** First visible element that contains this text. */
  WebElement find(String css, String text) {
    return first(
        () -> css + " with " + text + "; there are " + texts(css) + texts(".problem"),
        css,
        element -> element.getText().contains(text));
  }

  private WebElement first(Supplier<String> what, String css, Predicate<WebElement> condition) {
    return waiting()
        .withMessage(what)
        .until(
            found ->
                found.findElements(By.cssSelector(css)).stream()
                    .filter(element -> condition.test(element) && element.isDisplayed())
                    .findFirst()
                    .orElseThrow(() -> new NoSuchElementException(css)));
  }

  boolean shows(String css) {
    return driver.findElements(By.cssSelector(css)).stream().anyMatch(WebElement::isDisplayed);
  }

  void awaitGone(String css) {
    waiting().withMessage("No more " + css).until(_ -> !shows(css));
  }

  void click(String css) {
    waiting().withMessage(css).until(_ -> clicked(find(css)));
  }

  void click(String css, String text) {
    waiting().withMessage(css + " with " + text).until(_ -> clicked(find(css, text)));
  }

  private static boolean clicked(WebElement element) {
    if (!element.isEnabled()) {
      return false;
    }
    element.click();
    return true;
  }

  void press(CharSequence... keys) {
    Actions actions = new Actions(driver);
    for (CharSequence each : keys) {
      actions.sendKeys(each);
    }
    actions.perform();
  }

  void pressWithControl(CharSequence key) {
    new Actions(driver).keyDown(Keys.CONTROL).sendKeys(key).keyUp(Keys.CONTROL).perform();
  }

  void pressWithAlt(CharSequence key) {
    new Actions(driver).keyDown(Keys.ALT).sendKeys(key).keyUp(Keys.ALT).perform();
  }

  /** Replaces the text of a field. */
  void fill(String css, String text) {
    WebElement field = find(css);
    field.sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
  }

  /** Replaces the text of a field at once, for texts that would take long to type. */
  void paste(String css, String text) {
    driver.executeScript(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))",
        find(css),
        text);
  }

  String value(String css) {
    return String.valueOf(find(css).getDomProperty("value"));
  }

  String awaitValue(String css, String part) {
    waiting().withMessage(css + " with value " + part).until(_ -> value(css).contains(part));
    return value(css);
  }

  void await(String what, String javaScriptCondition) {
    waiting()
        .withMessage(what)
        .until(_ -> Boolean.TRUE.equals(run("return Boolean(" + javaScriptCondition + ")")));
  }

  @Nullable Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** Runs the body of an asynchronous function, which may import the page's modules. */
  @Nullable Object runAsync(String body) {
    return driver.executeAsyncScript(
        "const done = arguments[arguments.length - 1];"
            + "(async () => {"
            + body
            + "})().then(done, (failure) => done('failed: ' + failure))");
  }

  /** Opens a part of a container through the tree. */
  void open(String database, String container, String part) {
    expand(database, container);
    expand(container, part);
    click(".tree-row", part);
  }

  /** Expands a row of the tree, unless it is expanded. */
  void expand(String name, String inner) {
    find(".tree-row", name);
    if (texts(".tree-row").stream().noneMatch(row -> row.contains(inner))) {
      click(".tree-row", name);
    }
  }

  List<String> texts(String css) {
    Object texts =
        run(
            """
            return [...document.querySelectorAll(arguments[0])].filter((element) => element.checkVisibility())
              .map((element) => element.innerText);
            """,
            css);
    return ((List<?>) Objects.requireNonNull(texts)).stream().map(String::valueOf).toList();
  }

  ChromeDriver driver() {
    return driver;
  }
}
