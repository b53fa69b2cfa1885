package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.net.tls.CertificateFormat;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import dev.partita.net.transport.NetLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tools that people try first, where this machine has them. */
@Timeout(60)
class ToolsTest {

  private static final IdentitySource IDENTITY = new MemoryAuthority(List.of(), Clock.system());
  private static final BlockingHandler HELLO =
      request ->
          new Response(200, Headers.empty(), ("hello " + request.body().length).getBytes(UTF_8));

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "http, --http1.1, 1.1",
    "http, --http2-prior-knowledge, 2",
    "https, --http1.1, 1.1",
    "https, --http2, 2",
    "https, --tls-max 1.2, 2",
  })
  void worksWithCurl(String scheme, String option, String version) throws Exception {
    assumeThat(answerOf("curl", "--version")).as("curl with HTTP/2").contains("HTTP2");
    Path body = Files.write(folder.resolve("body"), new byte[1_000_000]);
    try (NetServer server = Servers.startSecure(HELLO, NetLimits.standard(), IDENTITY)) {
      var command =
          Stream.of(
              Stream.of("curl", "--silent", "--show-error", "--noproxy", "*"),
              Stream.of(option.split(" ")),
              Stream.of("--cacert", authority().toString(), "--data-binary", "@" + body),
              Stream.of("--write-out", " %{http_version}"),
              Stream.of(scheme + "://localhost:" + Servers.address(server).getPort() + "/"));
      assertThat(answerOf(command.flatMap(part -> part).toArray(String[]::new)))
          .isEqualTo("hello 1000000 " + version);
    }
  }

  @Test
  void worksWithOpenssl() throws Exception {
    assumeThat(answerOf("openssl", "version")).contains("OpenSSL");
    try (NetServer server = Servers.startSecure(HELLO, NetLimits.standard(), IDENTITY)) {
      String answer =
          answerOf(
              "openssl",
              "s_client",
              "-connect",
              "localhost:" + Servers.address(server).getPort(),
              "-verify_return_error",
              "-verify_hostname",
              "localhost",
              "-alpn",
              "h2,http/1.1",
              "-CAfile",
              authority().toString());
      assertThat(answer).contains("Verify return code: 0 (ok)", "ALPN protocol: h2");
    }
  }

  private Path authority() throws IOException {
    byte[] pem = CertificateFormat.PEM.encode(IDENTITY.identity().anchor(), null);
    return Files.write(folder.resolve("authority.pem"), pem);
  }

  /** What the command says, with nothing to read; empty if there is no such command. */
  private static String answerOf(String... command) throws Exception {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return "";
    }
    process.getOutputStream().close();
    String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return answer;
  }
}
