package dev.partita.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientRequestTest {

  @Test
  void signsWhatItAddresses() {
    ClientRequest feed = ClientRequest.nosql("GET", "dbs", "a b", "colls");
    assertThat(feed.uri()).isEqualTo("/dbs/a%20b/colls");
    assertThat(feed.signedKind()).isEqualTo("colls");
    assertThat(feed.signedLink()).isEqualTo("dbs/a b");
    ClientRequest item = ClientRequest.nosql("GET", "dbs", "d", "colls", "c", "docs", "ü/?");
    assertThat(item.uri()).isEqualTo("/dbs/d/colls/c/docs/%C3%BC%2F%3F");
    assertThat(item.signedKind()).isEqualTo("docs");
    assertThat(item.signedLink()).isEqualTo("dbs/d/colls/c/docs/ü/?");
    ClientRequest offer = ClientRequest.nosql("PUT", "offers", "AbC=");
    assertThat(offer.signedLink()).isEqualTo("abc=");
    assertThat(ClientRequest.nosql("GET", "offers").signedLink()).isEmpty();
    assertThat(ClientRequest.nosql("GET").uri()).isEqualTo("/");
    assertThat(ClientRequest.admin("GET", "databases", "a/b").withParameter("key", "[\"x\"]").uri())
        .isEqualTo("/api/v1/databases/a%2Fb?key=%5B%22x%22%5D");
  }

  /** The example of the protocol's documentation. */
  @Test
  void signsAsTheProtocolHasIt() {
    SigningKey key =
        SigningKey.of(
            "dsZQi3KtZmCv1ljt3VNWNm7sQUF1y5rJfC6kv5JiwvW0EndXdDku/dkKBp8/ufDToSxLzR4y+O/0H/t4bQtVNw==");
    assertThat(key.signature("GET", "dbs", "dbs/ToDoList", "Thu, 27 Apr 2017 00:51:12 GMT"))
        .isEqualTo("type=master&ver=1.0&sig=c09PEVJrgp2uQRkr934kFbTqhByc7TVr3OHyqlu+c+c=");
    assertThat(key).hasToString("AccountKey[hidden]");
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8081, http://localhost:8081",
    "https://db.test/, https://db.test:443",
    "http://[::1]:9/x, http://[::1]:9",
  })
  void takesEndpointsApart(String given, String endpoint) {
    assertThat(ServerTarget.of(given, SigningKey.of("AAAA")).endpoint()).hasToString(endpoint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8081", "ftp://x", "http://", "", "http://a b"})
  void refusesWhatIsNoEndpoint(String given) {
    SigningKey key = SigningKey.of("AAAA");
    assertThatThrownBy(() -> ServerTarget.of(given, key)).isInstanceOf(DatabaseException.class);
  }
}
