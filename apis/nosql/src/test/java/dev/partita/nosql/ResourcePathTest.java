package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcePathTest {

  @ParameterizedTest
  @ValueSource(strings = {"/dbs/a/colls/b/docs/c", "//dbs/a/colls/b/docs/c.d-e"})
  void knowsPathsOfItems(String path) {
    assertThat(ResourcePath.isItemByName(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/dbs/a/colls/b/docs",
        "/dbs/a/colls/b/sprocs/c",
        "/dbs/a/users/b/docs2/c",
        "/dbs/a/colls/AAAAAAAAAAA=/docs/c",
        "/dbs/a/colls/AAAAAAAAAAA%3D/docs/c",
        "/dbs/a/colls/b/docs/c/attachments/d"
      })
  void doesNotTakeOthersForPathsOfItems(String path) {
    assertThat(ResourcePath.isItemByName(path)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dbs/a/colls/b/docs", "//dbs/a/colls/b//docs/"})
  void knowsPathsOfAllItems(String path) {
    assertThat(ResourcePath.isItemsByName(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dbs/a/colls/b", "/dbs/a/colls/b/docs2", "/dbs/a/colls/b/docs/c"})
  void doesNotTakeOthersForPathsOfAllItems(String path) {
    assertThat(ResourcePath.isItemsByName(path)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/,'',''",
    "/dbs,'',dbs",
    "/dbs/a/colls/b/docs,dbs/a/colls/b,dbs/colls/docs",
    "//dbs/a%20b/colls//c/docs/d/,dbs/a b/colls/c/docs/d,dbs/colls/docs",
    "/dbs/a/colls/b/operations/c,dbs/a/colls/b,dbs/colls/operations"
  })
  void knowsWhatIsSigned(String path, String link, String kinds) {
    ResourcePath parsed = ResourcePath.parse(path);
    assertThat(parsed.link()).isEqualTo(link);
    assertThat(parsed.kinds()).isEqualTo(kinds);
  }
}
