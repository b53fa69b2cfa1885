package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.net.tls.AuthorityFolder;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.net.tls.CertificateFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of a whole server, as clients meet them. */
@Timeout(60)
class ServerTlsTest {

  private static final String PEM = "/_explorer/emulator.pem";
  private static final ServerOptions ANY_PORT = TestStore.SILENT;

  @TempDir private Path folder;

  @Test
  void isTrustedByWhoeverFetchedTheAuthorityAlsoAfterARestart() throws Exception {
    ServerOptions options = ANY_PORT.withData(folder);
    String authority;
    try (PartitaServer server = start(options)) {
      authority = get(HttpClient.newHttpClient(), server.uri().resolve(PEM)).body();
      assertThat(get(trusting(), secure(server, "/ready")).statusCode()).isEqualTo(200);
    }
    ServerOptions named = options.withTls(new CertificateChoice.Made(List.of("db.test")));
    try (PartitaServer server = start(named)) {
      assertThat(get(trusting(), secure(server, "/ready")).statusCode()).isEqualTo(200);
      assertThat(get(trusting(), secure(server, PEM)).body()).isEqualTo(authority);
    }
  }

  @Test
  void makesItsCertificateWithoutBeingAsked() {
    var certificates = new AuthorityFolder(folder.resolve("tls"), List.of(), Clock.system());
    start(ANY_PORT.withData(folder)).close();
    assertThat(certificates.isMade()).isTrue();
    assertThat(certificates.server()).isPresent();
  }

  @Test
  void leavesANewDataFolderAloneUntilTheEngineHasIt() throws Exception {
    var opening = new CountDownLatch(1);
    var open = new CountDownLatch(1);
    CompletableFuture<PartitaServer> starting =
        CompletableFuture.supplyAsync(
            () ->
                PartitaServer.start(
                    ANY_PORT.withData(folder),
                    options -> {
                      opening.countDown();
                      await(open);
                      assertThat(folder).isEmptyDirectory();
                      return new TestStore().open(options);
                    },
                    Clock.system()));
    opening.await();
    assertThat(folder).isEmptyDirectory();
    open.countDown();
    try (PartitaServer server = starting.get()) {
      assertThat(get(HttpClient.newHttpClient(), server.uri().resolve(PEM)).body())
          .startsWith("-----BEGIN CERTIFICATE-----");
    }
  }

  @Test
  void letsGoOfSecureClientsWhenTheEngineCannotBeOpened() throws Exception {
    try (PartitaServer server = PartitaServer.listen(ANY_PORT.withData(folder), Clock.system());
        var client = new Socket(server.uri().getHost(), server.uri().getPort())) {
      // A handshake begins, which has to wait for the data folder.
      client.getOutputStream().write(new byte[] {0x16, 3, 1, 2, 0, 1});
      assertThatThrownBy(
              () ->
                  server.open(
                      options -> {
                        throw new DatabaseException(ErrorCode.CORRUPT, "Broken");
                      }))
          .hasMessageContaining("Broken");
      assertThat(isOver(client)).isTrue();
      server.awaitClosed();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void hasNoCertificateWhereThereIsNoTls() throws Exception {
    ServerOptions options = ANY_PORT.withData(folder).withTls(new CertificateChoice.None());
    try (PartitaServer server = start(options)) {
      assertThat(get(HttpClient.newHttpClient(), server.uri().resolve(PEM)).statusCode())
          .isEqualTo(404);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void doesNotStartWithACertificateThatCannotBeRead() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.pfx"), "nonsense");
    ServerOptions options =
        ANY_PORT.inMemoryOnly().withTls(new CertificateChoice.Pfx(broken, "secret"));
    assertThatThrownBy(() -> start(options))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("PKCS #12 is expected")
        .hasMessageContaining("broken.pfx");
  }

  @Test
  void servesTheSameOnMorePorts() throws Exception {
    ServerOptions options =
        ServerOptions.resolve(
            Map.of("port", "0", "also-port", "0,0", "in-memory", "true"), Map.of());
    try (PartitaServer server = start(options)) {
      assertThat(server.uris()).hasSize(3).doesNotHaveDuplicates().startsWith(server.uri());
      for (URI uri : server.uris()) {
        assertThat(get(HttpClient.newHttpClient(), uri.resolve("/ready")).statusCode())
            .isEqualTo(200);
      }
    }
  }

  /** Waits for a byte or the end, which may be a rude one if the server has not read everything. */
  private static boolean isOver(Socket client) throws IOException {
    try {
      return client.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  private static PartitaServer start(ServerOptions options) {
    return PartitaServer.start(options, new TestStore()::open, Clock.system());
  }

  private static URI secure(PartitaServer server, String path) {
    return URI.create("https://localhost:" + server.uri().getPort() + path);
  }

  /** Trusts what a user would export from the data folder. */
  private HttpClient trusting() throws Exception {
    var certificates = new AuthorityFolder(folder.resolve("tls"), List.of(), Clock.system());
    byte[] exported = CertificateFormat.PKCS12.encode(certificates.authority(), "secret");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(new ByteArrayInputStream(exported), "secret".toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
    try (client) {
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
