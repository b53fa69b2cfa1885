package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.embedded.Partita;
import dev.partita.server.ServerOptions;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * Server with data in memory and a headless browser, for the tests of one class. After each test it
 * checks the browser's log for refused requests and failed scripts.
 */
final class Browser implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

  static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private final UnaryOperator<ServerOptions> options;
  private @Nullable Partita partita;
  private @Nullable ChromeDriver driver;

  Browser() {
    this(options -> options.inMemoryOnly().withoutThrottling());
  }

  Browser(UnaryOperator<ServerOptions> options) {
    this.options = options;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Path chromium = Programs.find("chromium", "chromium-browser", "google-chrome").orElse(null);
    Path service = Programs.find("chromedriver").orElse(null);
    assumeTrue(chromium != null && service != null, "Chromium and its driver are not installed");
    partita = Partita.start(options);
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions chrome = new ChromeOptions();
    chrome.setBinary(Objects.requireNonNull(chromium).toFile());
    chrome.setCapability("goog:loggingPrefs", logs);
    chrome.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,860");
    File executable = Objects.requireNonNull(service).toFile();
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(executable).build(), chrome);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    List<String> problems =
        driver().manage().logs().get(LogType.BROWSER).getAll().stream()
            .map(LogEntry::getMessage)
            .filter(Browser::isDefect)
            .toList();
    assertThat(problems).isEmpty();
  }

  /** Responses with an error status are in the browser's log as well, and are no defects. */
  private static boolean isDefect(String message) {
    return message.contains("Content Security Policy")
        || message.contains("Uncaught")
        || message.contains("Refused to");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (driver != null) {
      driver.quit();
    }
    if (partita != null) {
      partita.close();
    }
  }

  Partita partita() {
    return Objects.requireNonNull(partita);
  }

  ChromeDriver driver() {
    return Objects.requireNonNull(driver);
  }

  /** Opens the page, as wide as on a desktop. */
  Page open() {
    return open("");
  }

  /**
   * Opens the page with a view.
   *
   * @param hash the fragment of the URL, such as /database/container/items
   */
  Page open(String hash) {
    resize(1280, 860);
    darkness(false);
    driver().get("about:blank");
    driver().get(partita().uri() + "/_explorer/" + (hash.isEmpty() ? "" : "#" + hash));
    return new Page(driver());
  }

  void resize(int width, int height) {
    driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Takes the network of the page offline or online. */
  void offline(boolean offline) {
    driver().executeCdpCommand("Network.enable", Map.of());
    driver()
        .executeCdpCommand(
            "Network.emulateNetworkConditions",
            Map.of(
                "offline",
                offline,
                "latency",
                0,
                "downloadThroughput",
                -1,
                "uploadThroughput",
                -1));
  }

  /** Sets the colour scheme that the system prefers. */
  void darkness(boolean dark) {
    driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of(
                "features",
                List.of(
                    Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                    Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }
}
