package dev.partita.explorer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplorerPagesTest {

  private final AtomicReference<Optional<String>> obstacle =
      new AtomicReference<>(Optional.empty());
  private final ExplorerPages pages = new ExplorerPages(obstacle::get);

  @Test
  void isThereWhenTheServerIsReady() {
    obstacle.set(Optional.of("Patience"));
    Response early = ask("GET", "/_explorer/index.html");
    assertThat(early.status()).isEqualTo(503);
    assertThat(new String(early.body(), UTF_8)).contains("Patience");
    obstacle.set(Optional.empty());
    for (String path : new String[] {"/_explorer/", "/_explorer/index.html"}) {
      Response page = ask("GET", path);
      assertThat(page.status()).isEqualTo(200);
      assertThat(new String(page.body(), UTF_8)).contains("Partita", "emulator.pem");
    }
  }

  @Test
  void leadsToTheFolder() {
    assertThat(ask("GET", "/_explorer").status()).isEqualTo(302);
    assertThat(ask("GET", "/_explorer").headers().first("location")).isEqualTo("/_explorer/");
  }

  @ParameterizedTest
  @CsvSource({
    "index.html, text/html; charset=utf-8",
    "js/main.js, text/javascript; charset=utf-8",
    "styles/tokens.css, text/css; charset=utf-8",
    "icon.svg, image/svg+xml",
  })
  void sendsEachFileWithItsTypeAndWithoutTrust(String name, String type) {
    Headers headers = ask("GET", "/_explorer/" + name).headers();
    assertThat(headers.first("content-type")).isEqualTo(type);
    assertThat(headers.first("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(headers.first("x-content-type-options")).isEqualTo("nosniff");
    assertThat(headers.first("referrer-policy")).isEqualTo("no-referrer");
  }

  @Test
  void sendsAFileOnceToWhoKeepsIt() {
    Response first = ask("GET", "/_explorer/js/main.js");
    String etag = first.headers().first("etag");
    assertThat(etag).matches("\"[0-9a-f]{24}\"");
    Response again =
        pages.answer(request("GET", "/_explorer/js/main.js", "if-none-match", "\"x\", " + etag));
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(
            pages
                .answer(request("GET", "/_explorer/js/main.js", "if-none-match", "\"x\""))
                .status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "other", "js", "js/", "js/none.js", "../ExplorerPages.class", "js/../index.html",
        "%2e%2e/package-info.class", "/index.html", "js//main.js", "JS/MAIN.JS", "js/main.js/", ".",
      })
  void hasNothingElse(String name) {
    assertThat(ask("GET", "/_explorer/" + name).status()).isEqualTo(404);
  }

  /** Modules that are discovered one after the other would delay the first screen. */
  @Test
  void asksForAllThatTheFirstScreenNeedsAtOnce() {
    Set<String> needed = new TreeSet<>();
    follow(
        "js/main.js", Pattern.compile("^import [^;]*?from '([^']+)';", Pattern.MULTILINE), needed);
    assertThat(found("index.html", Pattern.compile("modulepreload\" href=\"([^\"]+)\"")))
        .containsExactlyInAnyOrderElementsOf(needed);
  }

  @Test
  void hasAllModulesThatTheOthersImportAndKeepsThemShort() {
    Set<String> all = new TreeSet<>();
    follow("js/main.js", Pattern.compile("(?:from |import\\()'(\\.[^']+)'"), all);
    assertThat(all).hasSizeGreaterThan(30).contains("js/views/partitions.js");
    for (String module : all) {
      assertThat(found(module, Pattern.compile("(\n)"))).as(module).hasSizeLessThan(300);
    }
  }

  private void follow(String name, Pattern imports, Set<String> seen) {
    for (String path : found(name, imports)) {
      String module = Path.of(name).resolveSibling(path).normalize().toString();
      if (seen.add(module)) {
        follow(module, imports, seen);
      }
    }
  }

  private List<String> found(String name, Pattern pattern) {
    Response response = ask("GET", "/_explorer/" + name);
    assertThat(response.status()).as(name).isEqualTo(200);
    return pattern
        .matcher(new String(response.body(), UTF_8))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/", "a", "../", "%2e%2e/", "a-", "a.", "/", "a/b-c/"})
  void hasNoPageOfAnyLength(String part) {
    for (int times : new int[] {1, 100, 8_000}) {
      assertThat(ask("GET", "/_explorer/" + part.repeat(times) + "x.js").status()).isEqualTo(404);
    }
  }

  @Test
  void onlyGivesOut() {
    assertThat(ask("HEAD", "/_explorer/").status()).isEqualTo(200);
    assertThat(ask("POST", "/_explorer/").status()).isEqualTo(405);
    assertThat(ask("POST", "/_explorer/").headers().first("allow")).isEqualTo("GET, HEAD");
  }

  private Response ask(String method, String path) {
    return pages.answer(request(method, path));
  }

  private static Request request(String method, String path, String... headers) {
    return new Request(method, path, "", Headers.of(headers), new byte[0]);
  }
}
