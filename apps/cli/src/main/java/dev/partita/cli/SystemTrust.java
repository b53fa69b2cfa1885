package dev.partita.cli;

import dev.partita.base.error.Reasons;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.net.tls.CertificateFacts;
import dev.partita.net.tls.CertificateFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Trusted certificates of this machine. Knows for common operating systems in which folder
 * administrators add certificates and which command makes them take effect; announces every change
 * before it makes it.
 */
final class SystemTrust {

  /** Runs a command of the operating system and returns its exit status. */
  @FunctionalInterface
  interface Runner {
    int run(List<String> command) throws IOException, InterruptedException;
  }

  /**
   * How an operating system is told to trust a certificate.
   *
   * @param marker file that exists only on such systems
   * @param folder where administrators add certificates
   * @param command makes them take effect; {@code FILE} stands for the certificate
   */
  private record Kind(String name, String marker, String folder, List<String> command) {}

  private static final String FILE = "FILE";
  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "macOS",
              "usr/bin/security",
              "usr/local/share/partita",
              List.of(
                  "security",
                  "add-trusted-cert",
                  "-d",
                  "-r",
                  "trustRoot",
                  "-k",
                  "/Library/Keychains/System.keychain",
                  FILE)),
          new Kind(
              "Debian or Ubuntu",
              "usr/local/share/ca-certificates",
              "usr/local/share/ca-certificates",
              List.of("update-ca-certificates")),
          new Kind(
              "Fedora or Red Hat",
              "etc/pki/ca-trust/source/anchors",
              "etc/pki/ca-trust/source/anchors",
              List.of("update-ca-trust", "extract")),
          new Kind(
              "openSUSE",
              "etc/pki/trust/anchors",
              "etc/pki/trust/anchors",
              List.of("update-ca-certificates")));
  private static final int NAME_DIGITS = 8;

  private final Path root;
  private final Runner runner;
  private final PrintWriter out;
  private final PrintWriter err;

  /**
   * @param root root folder of the operating system, which differs in tests
   */
  SystemTrust(Path root, Runner runner, PrintWriter out, PrintWriter err) {
    this.root = root;
    this.runner = runner;
    this.out = out;
    this.err = err;
  }

  /** Returns the certificates of the machine that this process runs on. */
  static SystemTrust ofThisMachine(Environment environment) {
    return new SystemTrust(
        Path.of("/"),
        command -> new ProcessBuilder(command).inheritIO().start().waitFor(),
        environment.out(),
        environment.err());
  }

  /**
   * Adds a certificate.
   *
   * @param data the data folder that it is from, for the commands to print
   * @param dryRun whether only to print the commands
   */
  ExitCode trust(X509Certificate certificate, Path data, boolean dryRun)
      throws IOException, InterruptedException {
    Optional<Kind> kind =
        KINDS.stream().filter(each -> Files.exists(root.resolve(each.marker()))).findFirst();
    if (kind.isEmpty()) {
      err.println(
          "partita: how this system is made to trust a certificate is not known here; write it to"
              + " a file with 'partita cert export --out partita.pem' and add that by hand.");
      return ExitCode.FAILED;
    }
    Path folder = root.resolve(kind.get().folder());
    Path file = folder.resolve(fileName(certificate));
    List<String> command =
        kind.get().command().stream()
            .map(word -> word.equals(FILE) ? file.toString() : word)
            .toList();
    out.println("# On " + kind.get().name() + ", as root:");
    out.println("mkdir -p " + folder);
    out.println("partita cert export --data " + data + " --out " + file);
    out.println(String.join(" ", command));
    out.flush();
    return dryRun ? ExitCode.OK : carryOut(certificate, folder, file, command);
  }

  private ExitCode carryOut(
      X509Certificate certificate, Path folder, Path file, List<String> command)
      throws IOException, InterruptedException {
    try {
      Files.createDirectories(folder);
      Files.write(file, CertificateFormat.PEM.encode(certificate, null));
    } catch (IOException e) {
      err.println("partita: cannot write this file: " + Reasons.of(e));
      err.println("Only root may change what a machine trusts: try again with sudo.");
      return ExitCode.FAILED;
    }
    int status = runner.run(command);
    if (status != 0) {
      err.println("partita: " + command.getFirst() + " failed with status " + status);
      return ExitCode.FAILED;
    }
    err.println("Trusted. Java and Node.js have lists of their own: see 'partita cert export'.");
    return ExitCode.OK;
  }

  /** Depends on the certificate only, so that trusting it twice changes nothing. */
  private static String fileName(X509Certificate certificate) {
    String digits =
        CertificateFacts.of(certificate).fingerprint().replace(":", "").toLowerCase(Locale.ROOT);
    return "partita-" + digits.substring(0, NAME_DIGITS) + ".crt";
  }
}
