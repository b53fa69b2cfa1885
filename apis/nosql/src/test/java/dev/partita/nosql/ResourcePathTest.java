package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourcePathTest {

  @ParameterizedTest
  @CsvSource({
    "/dbs/a/colls/b/docs/c,true",
    "//dbs/a/colls/b/docs/c.d-e,true",
    "/dbs/a/colls/b/docs,true",
    "/dbs/a/colls/b/docs/c=,true",
    "/dbs/a/colls/AAAAAAAAAAA=/docs/c,false",
    "/dbs/a/colls/AAAAAAAAAAA%3D/docs,false",
    "/dbs/AAAA==/colls/b/docs/c,false",
  })
  void tellsWhatMayBeIdsOfTheSystemFromNames(String path, boolean byName) {
    assertThat(ResourcePath.parse(path).isByName()).isEqualTo(byName);
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
