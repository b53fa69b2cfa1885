package dev.partita.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AuthorityFolderTest {

  private final ManualClock clock = new ManualClock(1_800_000_000_000L);
  @TempDir private Path data;

  @Test
  void makesAnAuthorityOnceAndACertificateThatItVouchesFor() throws Exception {
    AuthorityFolder folder = folder();
    assertThat(folder.isMade()).isFalse();
    Identity identity = folder.identity();
    assertThat(folder.isMade()).isTrue();

    X509Certificate server = identity.certificate();
    server.verify(identity.anchor().getPublicKey());
    assertThat(identity.anchor()).isEqualTo(folder.authority());
    assertThat(identity.anchor().getBasicConstraints()).isZero();
    assertThat(server.getBasicConstraints()).isEqualTo(-1);
    assertThat(CertificateFacts.of(server).names())
        .contains("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "host.docker.internal");
    assertThat(server.getNotAfter().toInstant().toEpochMilli() - clock.millis())
        .isEqualTo(Authority.SERVER_LIFE.toMillis());

    assertThat(folder().identity()).isEqualTo(identity);
    assertThat(folder.server()).hasValue(server);
  }

  @Test
  void givesEachFolderAnAuthorityOfItsOwn() {
    X509Certificate one = folder().identity().anchor();
    X509Certificate other =
        new AuthorityFolder(data.resolve("other"), List.of(), clock).identity().anchor();
    assertThat(other).isNotEqualTo(one);
    assertThat(other.getSubjectX500Principal()).isNotEqualTo(one.getSubjectX500Principal());
  }

  @Test
  void makesTheCertificateAnewForANameAndKeepsTheAuthority() {
    Identity before = folder().identity();
    Identity after = folder("Db.Example.TEST", "10.1.2.3", "bücher.test").identity();
    assertThat(after.anchor()).isEqualTo(before.anchor());
    assertThat(after.certificate()).isNotEqualTo(before.certificate());
    assertThat(CertificateFacts.of(after.certificate()).names())
        .contains("localhost", "db.example.test", "10.1.2.3", "xn--bcher-kva.test");
    // A name more than needed is no reason for another.
    assertThat(folder("10.1.2.3").identity()).isEqualTo(after);
  }

  @Test
  void makesTheCertificateAnewBeforeItExpires() {
    Identity first = folder().identity();
    clock.advanceMillis(TimeUnit.DAYS.toMillis(397 - 31));
    assertThat(folder().identity()).isEqualTo(first);
    clock.advanceMillis(TimeUnit.DAYS.toMillis(2));
    Identity second = folder().identity();
    assertThat(second.certificate().getNotAfter()).isAfter(first.certificate().getNotAfter());
    assertThat(second.anchor()).isEqualTo(first.anchor());
  }

  @Test
  void isNeverGoodForLongerThanItsAuthority() {
    X509Certificate authority = folder().identity().anchor();
    clock.advanceMillis(TimeUnit.DAYS.toMillis(3650 - 100));
    X509Certificate last = folder().identity().certificate();
    assertThat(last.getNotAfter()).isEqualTo(authority.getNotAfter());
    clock.advanceMillis(TimeUnit.DAYS.toMillis(101));
    assertThatThrownBy(() -> folder().identity())
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("has expired")
        .hasMessageContaining("authority");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has other permissions")
  void keepsKeysFromEverybodyElse() throws IOException {
    folder().identity();
    folder("another.test").identity();
    try (Stream<Path> files = Files.walk(data.resolve("tls"))) {
      for (Path file : files.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as("%s", file)
            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
      }
    }
    try (Stream<Path> files = Files.list(data.resolve("tls"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("authority", "server.pem");
    }
  }

  @Test
  void agreesOnOneAuthorityWhenManyStartAtOnce() throws Exception {
    List<Callable<X509Certificate>> starts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      starts.add(() -> folder().identity().anchor());
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (var start : threads.invokeAll(starts)) {
        assertThat(start.get()).isEqualTo(folder().authority());
      }
    }
    try (Stream<Path> left = Files.list(data.resolve("tls"))) {
      assertThat(left).hasSize(2);
    }
  }

  @Test
  void replacesACertificateThatIsDamagedOrOfAnotherAuthority() throws IOException {
    Identity first = folder().identity();
    Path server = data.resolve("tls/server.pem");
    Files.writeString(server, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    assertThat(folder().server()).isEmpty();
    Identity second = folder().identity();
    assertThat(second.anchor()).isEqualTo(first.anchor());

    new AuthorityFolder(data.resolve("other"), List.of(), clock).identity();
    Files.copy(data.resolve("other/server.pem"), server, StandardCopyOption.REPLACE_EXISTING);
    assertThat(folder().identity().certificate()).isNotEqualTo(second.certificate());
  }

  @Test
  void saysWhatIsDamagedAndTouchesNothing() throws IOException {
    folder().identity();
    Path certificate = data.resolve("tls/authority/ca.pem");
    Files.writeString(certificate, "nonsense");
    assertThatThrownBy(() -> folder().identity())
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
        .hasMessageContaining("ca.pem");
    assertThat(certificate).hasContent("nonsense");
  }

  @Test
  void saysThatThereIsNoneWhenNoneShallBeMade() {
    assertThatThrownBy(() -> folder().authority())
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(data.resolve("tls")).doesNotExist();
  }

  @Test
  void saysWhichFolderCannotBeUsed() throws IOException {
    Files.writeString(data.resolve("tls"), "a file");
    assertThatThrownBy(() -> folder().identity())
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageContaining(data.resolve("tls").toString());
  }

  private AuthorityFolder folder(String... hostNames) {
    return new AuthorityFolder(data.resolve("tls"), List.of(hostNames), clock);
  }
}
