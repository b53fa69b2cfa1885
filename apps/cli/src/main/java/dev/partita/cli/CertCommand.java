package dev.partita.cli;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.net.tls.AuthorityFolder;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.net.tls.CertificateFacts;
import dev.partita.net.tls.CertificateFormat;
import dev.partita.net.tls.IdentitySource;
import dev.partita.server.ServerOptions;
import dev.partita.server.ServerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code partita cert}: shows the certificates of a data folder, exports the one that clients have
 * to trust, and adds it to the trusted certificates of this machine. Works beside a running server
 * and changes nothing in the folder.
 */
final class CertCommand {

  /** Certificates of a server with these settings: its own, and the one to trust. */
  private record Shown(Path data, Optional<X509Certificate> server, X509Certificate anchor) {}

  private CertCommand() {}

  static CommandSpec spec(Environment environment) {
    CommandSpec spec =
        show(environment, "cert", "Show, hand out or trust the certificates of a server.");
    spec.addSubcommand(
        "show",
        Command.withExamples(
            show(
                environment,
                "show",
                "Show what the certificates are good for, and their fingerprints."),
            "partita cert show --data /var/lib/partita"));
    spec.addSubcommand(
        "export",
        Command.withExamples(
            export(environment),
            "partita cert export --out partita.pem",
            "partita cert export --format pkcs12 --out partita.p12"));
    spec.addSubcommand(
        "trust",
        Command.withExamples(
            trust(environment), "sudo partita cert trust", "partita cert trust --dry-run"));
    return Command.withExamples(spec, "partita cert show", "partita cert export --help");
  }

  private static CommandSpec show(Environment environment, String name, String description) {
    OptionSpec data = dataOption();
    return Command.spec(
            name,
            description,
            () -> {
              Shown shown = shown(environment, data.getValue());
              shown.server().ifPresent(server -> print(environment, "Server certificate", server));
              if (!shown.server().equals(Optional.of(shown.anchor()))) {
                print(environment, "Authority, which clients have to trust", shown.anchor());
              }
              return ExitCode.OK.number();
            })
        .addOption(data);
  }

  private static CommandSpec export(Environment environment) {
    OptionSpec data = dataOption();
    OptionSpec format =
        OptionSpec.builder("--format")
            .paramLabel("pem|der|pkcs12")
            .type(String.class)
            .defaultValue("pem")
            .description("pem for most tools, pkcs12 for Java. (default pem)")
            .build();
    OptionSpec out =
        OptionSpec.builder("--out")
            .paramLabel("FILE")
            .type(Path.class)
            .description("Where to write it; standard output for pem if not given.")
            .build();
    OptionSpec password =
        OptionSpec.builder("--password")
            .paramLabel("TEXT")
            .type(String.class)
            .description("A password for pkcs12; Java needs none.")
            .build();
    return Command.spec(
            "export",
            "Write the certificate that clients have to trust.",
            () ->
                export(
                    environment,
                    shown(environment, data.getValue()).anchor(),
                    format(format.getValue()),
                    out.getValue(),
                    password.getValue()))
        .addOption(data)
        .addOption(format)
        .addOption(out)
        .addOption(password);
  }

  private static CommandSpec trust(Environment environment) {
    OptionSpec data = dataOption();
    OptionSpec dryRun =
        OptionSpec.builder("--dry-run")
            .arity("0")
            .type(boolean.class)
            .defaultValue("false")
            .description("Only print the commands that would be run.")
            .build();
    return Command.spec(
            "trust",
            "Have this machine trust the authority; needs to be root.",
            () -> {
              Shown shown = shown(environment, data.getValue());
              boolean dry = dryRun.getValue();
              return SystemTrust.ofThisMachine(environment)
                  .trust(shown.anchor(), shown.data(), dry)
                  .number();
            })
        .addOption(data)
        .addOption(dryRun);
  }

  private static OptionSpec dataOption() {
    return OptionSpec.builder(ServerSettings.DATA.flag())
        .paramLabel(ServerSettings.DATA.valueName())
        .type(String.class)
        .description(
            "The data folder of the server. (%s, default %s)"
                .formatted(ServerSettings.DATA.variable(), ServerSettings.DATA.defaultText()))
        .build();
  }

  /** Finds the certificates in the way a server with the same settings does. */
  private static Shown shown(Environment environment, @Nullable String data) {
    Map<String, String> flags = new HashMap<>();
    if (data != null) {
      flags.put(ServerSettings.DATA.key(), data);
    }
    ServerOptions options = ServerOptions.resolve(flags, environment.variables());
    return switch (options.tls()) {
      case CertificateChoice.Made made -> {
        var folder =
            new AuthorityFolder(options.certificates(), made.hostNames(), environment.clock());
        X509Certificate authority = folder.authority();
        yield new Shown(options.data(), folder.server(), authority);
      }
      case CertificateChoice.Pem pem -> own(options, IdentitySource.of(pem, environment.clock()));
      case CertificateChoice.Pfx pfx -> own(options, IdentitySource.of(pfx, environment.clock()));
      case CertificateChoice.None() ->
          throw new DatabaseException(
              ErrorCode.NOT_FOUND,
              "These settings have TLS switched off, so there is none to show");
    };
  }

  private static Shown own(ServerOptions options, IdentitySource source) {
    var identity = source.identity();
    return new Shown(options.data(), Optional.of(identity.certificate()), identity.anchor());
  }

  private static void print(Environment environment, String title, X509Certificate certificate) {
    CertificateFacts facts = CertificateFacts.of(certificate);
    environment.out().println(title);
    environment.out().println("  subject      " + facts.subject());
    if (!facts.names().isEmpty()) {
      environment.out().println("  names        " + String.join(", ", facts.names()));
    }
    environment.out().println("  valid        " + facts.notBefore() + " to " + facts.notAfter());
    environment.out().println("  SHA-256      " + facts.fingerprint());
  }

  private static CertificateFormat format(String name) {
    for (CertificateFormat format : CertificateFormat.values()) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw DatabaseException.badRequest("There is no such format; it is pem, der or pkcs12")
        .with("format", name);
  }

  private static int export(
      Environment environment,
      X509Certificate certificate,
      CertificateFormat format,
      @Nullable Path out,
      @Nullable String password) {
    if (password != null && format != CertificateFormat.PKCS12) {
      throw DatabaseException.badRequest("Only the format pkcs12 knows passwords")
          .with("format", format.name().toLowerCase(Locale.ROOT));
    }
    byte[] bytes = format.encode(certificate, password);
    if (out == null) {
      if (format != CertificateFormat.PEM) {
        throw DatabaseException.badRequest("This format is no text; say where it goes with --out")
            .with("format", format.name().toLowerCase(Locale.ROOT));
      }
      environment.out().print(new String(bytes, StandardCharsets.US_ASCII));
      environment.out().flush();
      return ExitCode.OK.number();
    }
    try {
      Files.write(out, bytes);
    } catch (IOException e) {
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "Cannot write the file", e)
          .with("file", out)
          .with("reason", e);
    }
    hints(format, out, password).forEach(environment.err()::println);
    return ExitCode.OK.number();
  }

  private static List<String> hints(CertificateFormat format, Path out, @Nullable String password) {
    return switch (format) {
      case PKCS12 ->
          List.of(
              "For Java: -Djavax.net.ssl.trustStore="
                  + out
                  + (password == null ? "" : " -Djavax.net.ssl.trustStorePassword=…"));
      case PEM -> List.of("For Node.js: NODE_EXTRA_CA_CERTS=" + out, "For curl: --cacert " + out);
      case DER -> List.of();
    };
  }
}
