package dev.partita.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.net.tls.AuthorityFolder;
import dev.partita.net.tls.CertificateFacts;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;
  private Path data = Path.of("");
  private AuthorityFolder made = new AuthorityFolder(data, List.of(), Clock.system());

  @BeforeEach
  void haveServedOnce() {
    data = folder.resolve("data");
    made = new AuthorityFolder(data.resolve("tls"), List.of("db.test"), Clock.system());
    var _ = made.identity();
  }

  @Test
  void showsBothCertificates() {
    assertThat(run("cert", "show", "--data", data.toString())).isZero();
    CertificateFacts authority = CertificateFacts.of(made.authority());
    CertificateFacts server = CertificateFacts.of(made.server().orElseThrow());
    assertThat(out.toString())
        .contains("names        localhost, 127.0.0.1")
        .contains("db.test", "CN=Partita authority ", "valid        ")
        .contains("SHA-256      " + server.fingerprint())
        .contains("SHA-256      " + authority.fingerprint());
    assertThat(server.fingerprint()).matches("([0-9A-F]{2}:){31}[0-9A-F]{2}");
  }

  @Test
  void findsTheDataWhereTheServerDoes() {
    assertThat(run(Map.of("PARTITA_DATA", data.toString()), "cert", "show")).isZero();
    assertThat(out.toString()).contains("Authority");
  }

  @Test
  void showsACertificateOfTheUsersOwn() {
    String own = data.resolve("tls/server.pem").toString();
    assertThat(run(Map.of("PARTITA_TLS_CERT", own), "cert", "show")).isZero();
    assertThat(out.toString()).contains("Server certificate").doesNotContain("Authority");
  }

  @Test
  void saysThatThereIsNoneAndMakesNone() {
    Path other = folder.resolve("other");
    for (String command : List.of("show", "export", "trust")) {
      assertThat(run("cert", command, "--data", other.toString())).isEqualTo(1);
      assertThat(err.toString()).contains("no certificate authority here", other.toString());
    }
    assertThat(other).doesNotExist();
    assertThat(run(Map.of("PARTITA_NO_TLS", "true"), "cert", "show")).isEqualTo(1);
    assertThat(err.toString()).contains("switched off");
  }

  @Test
  void exportsTextToStandardOutput() throws Exception {
    assertThat(run("cert", "export", "--data", data.toString())).isZero();
    assertThat(certificate(out.toString().getBytes(US_ASCII))).isEqualTo(made.authority());
    assertThat(out.toString()).doesNotContain("PRIVATE KEY");
  }

  @ParameterizedTest
  @CsvSource({"pem", "der", "PEM"})
  void exportsToAFile(String format) throws Exception {
    Path file = folder.resolve("exported");
    assertThat(export(file, "--format", format)).isZero();
    assertThat(certificate(Files.readAllBytes(file))).isEqualTo(made.authority());
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void exportsATrustStoreOfJavaWithAndWithoutAPassword() throws Exception {
    Path file = folder.resolve("trust.p12");
    assertThat(export(file, "--format", "pkcs12")).isZero();
    assertThat(err.toString()).contains("-Djavax.net.ssl.trustStore=" + file);
    assertThat(trusted(file, null)).isEqualTo(made.authority());
    assertThat(export(file, "--format", "pkcs12", "--password", "secret")).isZero();
    assertThat(trusted(file, "secret")).isEqualTo(made.authority());
    assertThat(err.toString()).doesNotContain("secret");
  }

  @Test
  void refusesToExportNonsense() {
    Path file = folder.resolve("exported");
    assertThat(export(file, "--format", "jks")).isEqualTo(2);
    assertThat(err.toString()).contains("pem, der or pkcs12", "jks");
    assertThat(export(file, "--password", "x")).isEqualTo(2);
    assertThat(err.toString()).contains("Only the format pkcs12");
    assertThat(run("cert", "export", "--format", "der", "--data", data.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--out");
    assertThat(file).doesNotExist();
    assertThat(export(folder.resolve("missing/exported"))).isEqualTo(1);
    assertThat(err.toString()).contains("Cannot write the file");
  }

  @Test
  void showsThemWhenAskedForNothingElse() {
    assertThat(run("cert", "--data", data.toString())).isZero();
    String shown = out.toString();
    out.getBuffer().setLength(0);
    assertThat(run("cert", "show", "--data", data.toString())).isZero();
    assertThat(out.toString()).isEqualTo(shown).contains("localhost");
    out.getBuffer().setLength(0);
    assertThat(run("cert", "--help")).isZero();
    assertThat(out.toString()).contains("show", "export", "trust");
  }

  @Test
  void explainsItself() {
    for (String command : List.of("show", "export", "trust")) {
      out.getBuffer().setLength(0);
      assertThat(run("cert", command, "--help")).isZero();
      assertThat(out.toString()).startsWith("Usage: partita cert " + command).contains("--data");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "usr/local/share/ca-certificates, update-ca-certificates",
    "etc/pki/ca-trust/source/anchors, update-ca-trust extract",
    "etc/pki/trust/anchors, update-ca-certificates",
  })
  void hasEachSystemTrustIt(String anchors, String command) throws Exception {
    Path root = folder.resolve("root");
    Files.createDirectories(root.resolve(anchors));
    var commands = new ArrayList<String>();
    assertThat(trust(root, commands, true)).isEqualTo(ExitCode.OK);
    assertThat(commands).isEmpty();
    assertThat(root.resolve(anchors)).isEmptyDirectory();
    assertThat(out.toString())
        .contains("partita cert export --data " + data + " --out " + root.resolve(anchors))
        .endsWith(command + System.lineSeparator());

    assertThat(trust(root, commands, false)).isEqualTo(ExitCode.OK);
    assertThat(trust(root, commands, false)).isEqualTo(ExitCode.OK);
    assertThat(commands).containsExactly(command, command);
    try (var files = Files.list(root.resolve(anchors))) {
      List<Path> written = files.toList();
      assertThat(written).hasSize(1);
      assertThat(written.getFirst().getFileName().toString()).matches("partita-[0-9a-f]{8}\\.crt");
      assertThat(certificate(Files.readAllBytes(written.getFirst()))).isEqualTo(made.authority());
    }
  }

  @Test
  void knowsMacOs() throws Exception {
    Path root = folder.resolve("root");
    Files.createDirectories(root.resolve("usr/bin/security"));
    var commands = new ArrayList<String>();
    assertThat(trust(root, commands, false)).isEqualTo(ExitCode.OK);
    assertThat(commands.getFirst())
        .startsWith("security add-trusted-cert -d -r trustRoot -k /Library/Keychains/")
        .endsWith(".crt");
  }

  @Test
  void saysWhenItCannotHaveTheSystemTrustIt() throws Exception {
    Path root = folder.resolve("root");
    assertThat(trust(root, new ArrayList<>(), false)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("by hand");
    // Not even root can create a file below a file.
    Files.createDirectories(root.resolve("etc/pki/trust"));
    Files.writeString(root.resolve("etc/pki/trust/anchors"), "");
    assertThat(trust(root, new ArrayList<>(), false)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("with sudo");
    Files.delete(root.resolve("etc/pki/trust/anchors"));
    Files.createDirectories(root.resolve("etc/pki/trust/anchors"));
    ExitCode code =
        new SystemTrust(root, _ -> 7, new PrintWriter(out, true), new PrintWriter(err, true))
            .trust(made.authority(), data, false);
    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("update-ca-certificates failed with status 7");
  }

  private ExitCode trust(Path root, List<String> commands, boolean dryRun) throws Exception {
    SystemTrust.Runner runner =
        command -> {
          commands.add(String.join(" ", command));
          return 0;
        };
    return new SystemTrust(root, runner, new PrintWriter(out, true), new PrintWriter(err, true))
        .trust(made.authority(), data, dryRun);
  }

  private int export(Path file, String... more) {
    var arguments = new ArrayList<>(List.of("cert", "export"));
    arguments.addAll(List.of("--data", data.toString(), "--out", file.toString()));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private static X509Certificate certificate(byte[] bytes) throws Exception {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(bytes));
  }

  private static X509Certificate trusted(Path file, @Nullable String password) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(file)) {
      store.load(in, password == null ? null : password.toCharArray());
    }
    return (X509Certificate) store.getCertificate("partita");
  }

  private int run(String... arguments) {
    return run(Map.of(), arguments);
  }

  private int run(Map<String, String> variables, String... arguments) {
    var environment =
        new Environment(
            options -> {
              throw new AssertionError("No engine was needed");
            },
            Optional.empty(),
            variables,
            InputStream.nullInputStream(),
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            () -> false,
            () -> 0,
            () -> 0,
            Clock.system(),
            Interruptions.never());
    return Cli.run(environment, arguments);
  }
}
