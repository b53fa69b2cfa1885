package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.protocol.setting.SettingValue;
import dev.partita.protocol.setting.SettingValues;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the settings about certificates mean together. */
final class TlsSettings {

  private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::", "[::]");

  private TlsSettings() {}

  /**
   * @throws DatabaseException BAD_REQUEST when they contradict each other
   */
  static CertificateChoice choose(SettingValues values) {
    SettingValue certificate = values.given(ServerSettings.TLS_CERT);
    SettingValue key = values.given(ServerSettings.TLS_KEY);
    SettingValue pfx = values.given(ServerSettings.TLS_PFX);
    @Nullable String password = textOf(values.of(ServerSettings.TLS_PASSWORD));
    if (values.of(ServerSettings.NO_TLS)) {
      return new CertificateChoice.None();
    }
    if (!pfx.isEmpty()) {
      requireUnset(certificate, pfx);
      requireUnset(key, pfx);
      return new CertificateChoice.Pfx(pfx.path(), password);
    }
    if (!certificate.isEmpty()) {
      // Both may be in one file.
      return new CertificateChoice.Pem(
          certificate.path(), (key.isEmpty() ? certificate : key).path(), password);
    }
    if (!key.isEmpty()) {
      throw DatabaseException.badRequest(
              "A private key without its certificate is of no use; give --tls-cert, too")
          .with("source", key.source());
    }
    return made(values);
  }

  private static CertificateChoice made(SettingValues values) {
    var hostNames = new ArrayList<>(values.of(ServerSettings.HOSTNAME));
    String host = values.of(AccountSettings.HOST);
    if (!ANY_ADDRESS.contains(host)) {
      hostNames.add(host);
    }
    return new CertificateChoice.Made(hostNames);
  }

  private static @Nullable String textOf(String value) {
    return value.isEmpty() ? null : value;
  }

  private static void requireUnset(SettingValue value, SettingValue because) {
    if (!value.isEmpty()) {
      throw DatabaseException.badRequest(
              "A server shows one certificate: give a PKCS #12 file or PEM files, not both")
          .with("source", value.source())
          .with("otherSource", because.source());
    }
  }
}
