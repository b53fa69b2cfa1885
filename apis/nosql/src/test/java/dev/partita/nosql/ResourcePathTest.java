package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
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
}
