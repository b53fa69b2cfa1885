package dev.partita.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.net.tls.TestCertificates.Pair;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnCertificateTest {

  private static final Instant NOW = Instant.parse("2026-05-01T00:00:00Z");
  private static final Pair RSA = pair("RSA");
  private static final Pair EC = pair("EC");

  private final ManualClock clock = new ManualClock(NOW.toEpochMilli());
  @TempDir private Path folder;

  @Test
  void readsKeysInEveryForm() {
    for (Pair pair : List.of(RSA, EC)) {
      assertReads(pair, Pem.text(pair.key()));
      assertReads(pair, TestCertificates.oldKey(pair.key()));
      assertReads(pair, TestCertificates.encryptedKey(pair.key(), "secret"));
    }
    assertReads(RSA, TestCertificates.oldEncryptedKey(RSA.key(), "secret"));
  }

  private void assertReads(Pair pair, String key) {
    Identity identity = pem(Pem.text(pair.certificate()), key, "secret");
    assertThat(identity.chain()).containsExactly(pair.certificate());
    assertThat(identity.key().getAlgorithm()).isEqualTo(pair.key().getAlgorithm());
  }

  @Test
  void takesCertificateAndKeyFromOneFile() throws IOException {
    Path both = folder.resolve("both.pem");
    Files.writeString(both, "Some words\n" + Pem.text(EC.key()) + Pem.text(EC.certificate()));
    var choice = new CertificateChoice.Pem(both, both, null);
    assertThat(IdentitySource.of(choice, clock).identity().certificate())
        .isEqualTo(EC.certificate());
  }

  @Test
  void putsTheServersCertificateInFront() {
    Authority authority = Authority.create(NOW);
    Identity issued = authority.issue(List.of("a.test"), NOW);
    Identity read =
        pem(
            Pem.text(authority.certificate()) + Pem.text(issued.certificate()),
            Pem.text(issued.key()),
            null);
    assertThat(read).isEqualTo(issued);
  }

  @Test
  void noticesFilesThatWereReplaced() throws IOException {
    Path both = folder.resolve("both.pem");
    IdentitySource source = IdentitySource.of(new CertificateChoice.Pem(both, both, null), clock);
    Files.writeString(both, Pem.text(EC.key()) + Pem.text(EC.certificate()));
    assertThat(source.identity().certificate()).isEqualTo(EC.certificate());
    Files.writeString(both, Pem.text(RSA.key()) + Pem.text(RSA.certificate()));
    assertThat(source.identity().certificate()).isEqualTo(RSA.certificate());
  }

  @Test
  void acceptsAnExpiredCertificateWithAWarning() {
    Pair old =
        TestCertificates.selfSigned(
            "EC", "old.test", NOW.minus(Duration.ofDays(2)), Duration.ofDays(1));
    assertThat(pem(Pem.text(old.certificate()), Pem.text(old.key()), null).certificate())
        .isEqualTo(old.certificate());
  }

  @Test
  void saysWhatIsWrongWithPemFiles() {
    String certificate = Pem.text(RSA.certificate());
    assertRefused(() -> pem(Pem.text(EC.certificate()), Pem.text(pair("EC").key()), null))
        .hasMessageContaining("belongs to none of the certificates")
        .hasMessageContaining("CN=ec.test");
    assertRefused(() -> pem(certificate, Pem.text(EC.key()), null))
        .hasMessageContaining("belongs to none of the certificates");
    String encrypted = TestCertificates.encryptedKey(RSA.key(), "secret");
    assertRefused(() -> pem(certificate, encrypted, null))
        .hasMessageContaining("--tls-password")
        .hasMessageContaining("key.pem");
    assertRefused(() -> pem(certificate, encrypted, "wrong"))
        .hasMessageContaining("password does not open")
        .hasMessageNotContaining("wrong");
    assertRefused(
            () -> pem(certificate, TestCertificates.oldEncryptedKey(RSA.key(), "secret"), "wrong"))
        .hasMessageContaining("password does not open");
    assertRefused(() -> pem(certificate, certificate, null))
        .hasMessageContaining("no private key in this file");
    assertRefused(() -> pem(certificate, "-----BEGIN PRIVATE KEY-----\nAAAA", null))
        .hasMessageContaining("cannot be understood");
    assertRefused(() -> pem(Pem.text(RSA.key()), Pem.text(RSA.key()), null))
        .hasMessageContaining("no certificate in this file");
    assertRefused(
            () ->
                pem(
                    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
                    Pem.text(RSA.key()),
                    null))
        .hasMessageContaining("cannot be understood");
    Pair edwards = pair("Ed25519");
    assertRefused(() -> pem(Pem.text(edwards.certificate()), Pem.text(edwards.key()), null))
        .hasMessageContaining("use RSA or EC");
  }

  @Test
  void saysWhichFileCannotBeRead() {
    Path missing = folder.resolve("missing.pem");
    assertRefused(
            () ->
                IdentitySource.of(new CertificateChoice.Pem(missing, missing, null), clock)
                    .identity())
        .hasMessageContaining(missing.toString());
    assertRefused(
            () -> IdentitySource.of(new CertificateChoice.Pfx(missing, null), clock).identity())
        .hasMessageContaining(missing.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", ""})
  void readsPfx(String password) throws Exception {
    Path file = pfx(RSA.key(), RSA.certificate(), password);
    Identity identity = pfx(file, password.isEmpty() ? null : password);
    assertThat(identity.chain()).containsExactly(RSA.certificate());
    assertThat(identity.key()).isEqualTo(RSA.key());
  }

  @Test
  void saysWhatIsWrongWithPfxFiles() throws Exception {
    Path file = pfx(RSA.key(), RSA.certificate(), "secret");
    assertRefused(() -> pfx(file, "wrong")).hasMessageContaining("password does not open");
    assertRefused(() -> pfx(file, null)).hasMessageContaining("needs a password");
    Path nonsense = folder.resolve("nonsense.pfx");
    Files.writeString(nonsense, "nonsense");
    assertRefused(() -> pfx(nonsense, "secret")).hasMessageContaining("PKCS #12 is expected");
    Path trust = folder.resolve("trust.p12");
    Files.write(trust, CertificateFormat.PKCS12.encode(RSA.certificate(), "secret"));
    assertRefused(() -> pfx(trust, "secret")).hasMessageContaining("together with its key");
    assertRefused(() -> pfx(pfx(RSA.key(), EC.certificate(), "secret"), "secret"))
        .hasMessageContaining("belongs to none of the certificates");
  }

  @Test
  void keepsPasswordsOutOfLogs() {
    Path file = Path.of("a");
    assertThat(new CertificateChoice.Pem(file, file, "secret").toString()).doesNotContain("secret");
    assertThat(new CertificateChoice.Pfx(file, "secret").toString()).doesNotContain("secret");
    assertThat(new Identity(EC.key(), List.of(EC.certificate())).toString())
        .isEqualTo("CN=ec.test");
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(Attempt attempt) {
    return assertThatThrownBy(attempt::make)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @FunctionalInterface
  private interface Attempt {
    Identity make() throws Exception;
  }

  private Identity pem(String certificate, String key, @Nullable String password) {
    try {
      Path certificateFile = folder.resolve("certificate.pem");
      Path keyFile = folder.resolve("key.pem");
      Files.writeString(certificateFile, certificate);
      Files.writeString(keyFile, key);
      return IdentitySource.of(new CertificateChoice.Pem(certificateFile, keyFile, password), clock)
          .identity();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Identity pfx(Path file, @Nullable String password) {
    return IdentitySource.of(new CertificateChoice.Pfx(file, password), clock).identity();
  }

  private Path pfx(PrivateKey key, X509Certificate certificate, String password) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("any", key, password.toCharArray(), new Certificate[] {certificate});
    Path file = folder.resolve("server.pfx");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, password.toCharArray());
    }
    return file;
  }

  private static Pair pair(String algorithm) {
    return TestCertificates.selfSigned(
        algorithm, algorithm.toLowerCase(Locale.ROOT) + ".test", NOW, Duration.ofDays(1));
  }
}
