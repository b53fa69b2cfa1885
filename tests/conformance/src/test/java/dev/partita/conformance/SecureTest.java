package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.cosmos.Http2ConnectionConfig;
import com.azure.cosmos.models.PartitionKey;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java SDK over HTTPS, trusting what the server gives out, with both versions of HTTP. */
class SecureTest {

  private static final String TRUST_STORE = "javax.net.ssl.trustStore";

  @RegisterExtension static final RunningServer SERVER = new RunningServer();
  @TempDir private static Path folder;

  @BeforeAll
  static void trust() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry(
        "partita",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(authority())));
    Path file = folder.resolve("trust.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "changeit".toCharArray());
    }
    System.setProperty(TRUST_STORE, file.toString());
    System.setProperty(TRUST_STORE + "Password", "changeit");
  }

  @AfterAll
  static void trustNoMore() {
    System.clearProperty(TRUST_STORE);
    System.clearProperty(TRUST_STORE + "Password");
  }

  private static byte[] authority() throws Exception {
    URI pem = SERVER.partita().uri().resolve("/_explorer/emulator.pem");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(pem).build(), BodyHandlers.ofByteArray()).body();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void carriesItems(boolean http2) {
    GatewayConnectionConfig config =
        new GatewayConnectionConfig()
            .setHttp2ConnectionConfig(new Http2ConnectionConfig().setEnabled(http2));
    try (CosmosClient client =
        SERVER.builder().endpoint(secure()).gatewayMode(config).buildClient()) {
      String database = RunningServer.name("database");
      client.createDatabase(database);
      client.getDatabase(database).createContainer("items", "/key");
      CosmosContainer container = client.getDatabase(database).getContainer("items");
      for (int i = 0; i < 50; i++) {
        container.createItem(Map.of("id", "i" + i, "key", "k", "text", "x".repeat(1_000 * i)));
      }
      for (int i = 0; i < 50; i++) {
        Map<?, ?> item = container.readItem("i" + i, new PartitionKey("k"), Map.class).getItem();
        assertThat(item.get("text")).isEqualTo("x".repeat(1_000 * i));
      }
    }
  }

  private static String secure() {
    return "https://localhost:" + SERVER.partita().uri().getPort();
  }
}
