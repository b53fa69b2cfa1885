package dev.partita.cli.shell;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.client.AccountKey;
import dev.partita.client.Client;
import dev.partita.client.Target;
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

/** The options with which a command finds its server, and the way there. */
public final class Remote {

  /** What a command does with a server. */
  @FunctionalInterface
  public interface Action {
    ExitCode run(Client client, Output output) throws Exception;
  }

  private static final String ENDPOINT = "PARTITA_ENDPOINT";
  private static final String KEY_FILE = "PARTITA_KEY_FILE";
  private static final String CA_FILE = "PARTITA_CA_FILE";
  private static final String DEFAULT_ENDPOINT = "http://localhost:8081";

  private final Environment environment;
  private final Given endpoint;
  private final Given key;
  private final Given keyFile;
  private final Given caFile;
  private final Given json;

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

  /** Completes a command with the options of a connection, and with what it does. */
  public static CommandSpec spec(Environment environment, Command command, Action action) {
    var remote = new Remote(environment, command);
    return command.does(
        () -> {
          try (Client client = new Client(remote.target(), environment.clock())) {
            return action.run(client, new Output(environment, remote.json.isOn()));
          }
        });
  }

  private Target target() {
    Target target = Target.of(given(endpoint, ENDPOINT).orElse(DEFAULT_ENDPOINT), accountKey());
    return given(caFile, CA_FILE).map(file -> target.trusting(trust(Path.of(file)))).orElse(target);
  }

  private AccountKey accountKey() {
    if (key.optional().isPresent() && keyFile.optional().isPresent()) {
      throw key.invalid("A key is given with --key or with --key-file, not with both");
    }
    if (key.optional().isPresent()) {
      return AccountKey.of(key.text());
    }
    Optional<String> file = given(keyFile, KEY_FILE);
    if (file.isPresent()) {
      return AccountKey.of(read(Path.of(file.get())));
    }
    return AccountKey.of(
        given(key, AccountSettings.KEY.variable()).orElse(AccountSettings.KEY.defaultText()));
  }

  private Optional<String> given(Given option, String variable) {
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
