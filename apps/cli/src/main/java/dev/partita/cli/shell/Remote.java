package dev.partita.cli.shell;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.client.Client;
import dev.partita.client.ServerTarget;
import dev.partita.client.SigningKey;
import dev.partita.protocol.account.AccountSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import picocli.CommandLine.Model.CommandSpec;

/** Options with which a command finds its server, and the connection made from them. */
public final class Remote {

  /** Body of a command that talks to a server. */
  @FunctionalInterface
  public interface Action {
    ExitCode run(Client client, Output output) throws Exception;
  }

  private static final String ENDPOINT = "PARTITA_ENDPOINT";
  private static final String KEY_FILE = "PARTITA_KEY_FILE";
  private static final String CA_FILE = "PARTITA_CA_FILE";
  private static final String DEFAULT_ENDPOINT = "http://localhost:8081";

  private final Environment environment;
  private final OptionValue endpoint;
  private final OptionValue key;
  private final OptionValue keyFile;
  private final OptionValue caFile;
  private final OptionValue json;

  private Remote(Environment environment, Command command) {
    this.environment = environment;
    this.endpoint =
        command.optional(
            "--endpoint",
            "URL",
            "Where the server is. (%s, default %s)".formatted(ENDPOINT, DEFAULT_ENDPOINT));
    this.key =
        command.optional(
            "--key",
            "BASE64",
            "The account's key; others of this machine may see it, unlike that of a file. (%s,"
                    .formatted(AccountSettings.KEY.variable())
                + " default the well-known one)");
    this.keyFile =
        command.optional(
            "--key-file", "FILE", "A file that has the key alone. (%s)".formatted(KEY_FILE));
    this.caFile =
        command.optional(
            "--ca-file",
            "FILE",
            "The certificate, as PEM, that an https endpoint is believed with. (%s)"
                .formatted(CA_FILE));
    this.json = command.flag("--json", "Print JSON, one document to a line.");
  }

  /** Adds the options of a connection to a command, and its body. */
  public static CommandSpec spec(Environment environment, Command command, Action action) {
    var remote = new Remote(environment, command);
    return command.does(
        () -> {
          try (Client client = new Client(remote.target(), environment.clock())) {
            return action.run(client, new Output(environment, remote.json.isOn()));
          }
        });
  }

  private ServerTarget target() {
    ServerTarget target =
        ServerTarget.of(given(endpoint, ENDPOINT).orElse(DEFAULT_ENDPOINT), accountKey());
    return given(caFile, CA_FILE).map(file -> target.trusting(trust(Path.of(file)))).orElse(target);
  }

  private SigningKey accountKey() {
    if (key.optional().isPresent() && keyFile.optional().isPresent()) {
      throw key.invalid("A key is given with --key or with --key-file, not with both");
    }
    if (key.optional().isPresent()) {
      return SigningKey.of(key.text());
    }
    Optional<String> file = given(keyFile, KEY_FILE);
    if (file.isPresent()) {
      return SigningKey.of(read(Path.of(file.get())));
    }
    return SigningKey.of(
        given(key, AccountSettings.KEY.variable()).orElse(AccountSettings.KEY.defaultText()));
  }

  private Optional<String> given(OptionValue option, String variable) {
    return option
        .optional()
        .or(() -> Optional.ofNullable(environment.variables().get(variable)))
        .filter(text -> !text.isEmpty());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static SSLContext trust(Path file) {
    try (InputStream pem = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("given-" + number++, certificate);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw unreadable(file, e);
    } catch (GeneralSecurityException e) {
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "The file has no certificate as PEM", e)
          .with("file", file);
    }
  }

  private static DatabaseException unreadable(Path file, IOException cause) {
    return new DatabaseException(ErrorCode.BAD_REQUEST, "Cannot read the file", cause)
        .with("file", file)
        .with("reason", cause);
  }
}
