package dev.partita.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.MemoryAuthority;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Conventions by which tools that start emulators for tests detect that one is ready, tested on a
 * process started in the way of each tool; see docs/guide/emulator.md.
 */
@Timeout(60)
class ReadinessTest {

  private static final String PEM = "/_explorer/emulator.pem";

  @TempDir private Path folder;

  /** A server as a process, and what it printed until it was ready. */
  private record Running(Process process, List<String> printed) implements AutoCloseable {

    static Running start(Map<String, String> variables, String... arguments) throws IOException {
      var command = new ArrayList<String>(java());
      command.add(Main.class.getName());
      command.addAll(List.of(arguments));
      var builder = new ProcessBuilder(command);
      builder.environment().putAll(variables);
      Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      var printed = new ArrayList<String>();
      BufferedReader words = process.inputReader();
      String line = words.readLine();
      while (line != null && !line.equals("Started")) {
        printed.add(line);
        line = words.readLine();
      }
      printed.add(String.valueOf(line));
      return new Running(process, printed);
    }

    /** The addresses, in the order of the ports. */
    List<URI> addresses() {
      String announced = "Now listening on: ";
      return printed.stream()
          .filter(line -> line.startsWith(announced))
          .map(line -> URI.create(line.substring(announced.length())))
          .toList();
    }

    URI secure(String path) {
      return URI.create("https://localhost:" + addresses().getFirst().getPort() + path);
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"));
  }

  @Test
  void keepsWhatTestContainersWaitFor() throws Exception {
    Map<String, String> variables =
        Map.of(
            "PARTITA_EMULATOR_VARIABLES", "true",
            "PARTITA_IN_MEMORY", "true",
            "PROTOCOL", "https",
            "PORT", "0",
            "ENABLE_TELEMETRY", "false",
            "ENABLE_EXPLORER", "false");
    try (Running server = Running.start(variables, "serve")) {
      // Node.js, scripts, and Java, whose line ending has a test of its own.
      assertThat(server.printed())
          .anyMatch(line -> line.startsWith("Now listening on: http"))
          .endsWith("System is now fully ready to accept requests", "Started");
      URI plain = server.addresses().getFirst();
      byte[] authority = get(HttpClient.newHttpClient(), plain.resolve(PEM)).body();
      try (HttpClient client = trusting(authority)) {
        // Java again, then Python, .NET and probes.
        for (String path :
            List.of(PEM, "/_explorer/index.html", "/", "/alive", "/ready", "/status")) {
          assertThat(get(client, server.secure(path)).statusCode()).as(path).isEqualTo(200);
          assertThat(get(client, plain.resolve(path)).statusCode()).as(path).isEqualTo(200);
        }
        // Only the account is readable without a key.
        assertThat(get(client, server.secure("/dbs")).statusCode()).isEqualTo(401);
        assertThat(new String(get(client, server.secure("/")).body(), UTF_8))
            .contains("\"databaseAccountEndpoint\":\"" + server.secure("/") + "\"");
      }
    }
  }

  @Test
  void keepsWhatAspireWaitsFor() throws Exception {
    Identity own = new MemoryAuthority(List.of(), Clock.system()).identity();
    Map<String, String> variables =
        Map.of(
            "PARTITA_EMULATOR_VARIABLES", "true",
            // Port 0 instead of 8080, which may be taken on this machine.
            "PARTITA_ALSO_PORT", "0",
            "PORT", "0",
            "PROTOCOL", "https",
            "EXPLORER_PROTOCOL", "https",
            "CERT_PATH", pfx(own, "secret").toString(),
            "CERT_SECRET", "secret",
            "DATA_PATH", folder.resolve("data").toString(),
            "ENABLE_OTLP_EXPORTER", "true");
    try (Running server = Running.start(variables, "serve");
        HttpClient client = trusting(own.anchor().getEncoded())) {
      URI health = server.addresses().getLast();
      assertThat(health).isNotEqualTo(server.addresses().getFirst());
      assertThat(get(client, health.resolve("/ready")).statusCode()).isEqualTo(200);
      assertThat(get(client, server.secure("/")).statusCode()).isEqualTo(200);
      assertThat(folder.resolve("data")).isDirectory();
    }
  }

  @Test
  void keepsItsAccountToItselfWhenItsKeyIsASecret() throws Exception {
    try (Running server =
            Running.start(
                Map.of(), "serve", "--port", "0", "--in-memory", "--key", "c2VjcmV0".repeat(6));
        HttpClient client = HttpClient.newHttpClient()) {
      URI uri = server.addresses().getFirst();
      assertThat(get(client, uri.resolve("/")).statusCode()).isEqualTo(401);
      assertThat(get(client, uri.resolve("/ready")).statusCode()).isEqualTo(200);
    }
  }

  /** A Java process that is started as the guide says. */
  @Test
  void isTrustedByAJavaThatWasGivenTheTrustStore() throws Exception {
    Path data = folder.resolve("data");
    Path trust = folder.resolve("trust.p12");
    try (Running server =
        Running.start(Map.of(), "serve", "--port", "0", "--data", data.toString())) {
      URI ready = server.secure("/ready");
      // The certificate exists as soon as it can be fetched.
      byte[] pem =
          get(HttpClient.newHttpClient(), server.addresses().getFirst().resolve(PEM)).body();
      assertThat(new String(pem, UTF_8)).contains("BEGIN CERTIFICATE");
      assertThat(
              exitCodeOf(
                  Main.class,
                  "cert",
                  "export",
                  "--data",
                  data.toString(),
                  "--format",
                  "pkcs12",
                  "--out",
                  trust.toString()))
          .isZero();
      assertThat(Files.size(trust)).isPositive();
      assertThat(exitCodeOf(Visitor.class, ready.toString())).isNotZero();
      assertThat(exitCodeOf(Visitor.class, ready.toString(), trust.toString())).isZero();
    }
  }

  /** Entry point of a process that succeeds if it trusts the server at the address. */
  static final class Visitor {

    private Visitor() {}

    public static void main(String[] arguments) throws Exception {
      if (arguments.length > 1) {
        System.setProperty("javax.net.ssl.trustStore", arguments[1]);
      }
      try (HttpClient client = HttpClient.newHttpClient()) {
        if (get(client, URI.create(arguments[0])).statusCode() != 200) {
          throw new IllegalStateException("Not what was expected");
        }
      }
    }
  }

  private static int exitCodeOf(Class<?> main, String... arguments) throws Exception {
    var command = new ArrayList<String>(java());
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static HttpResponse<byte[]> get(HttpClient client, URI uri) throws Exception {
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
  }

  private static HttpClient trusting(byte[] certificate) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "partita",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate)));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private Path pfx(Identity identity, String password) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "server",
        identity.key(),
        password.toCharArray(),
        identity.chain().toArray(Certificate[]::new));
    Path file = folder.resolve("server.pfx");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, password.toCharArray());
    }
    return file;
  }
}
