package dev.partita.net.tls;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.file.OwnerOnly;
import dev.partita.base.time.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder with an authority and the server's certificate; see docs/guide/certificates.md. Both are
 * made when they are missing; the certificate is also made anew when it is about to expire or lacks
 * a name. Safe for any number of threads and processes: whoever comes first makes the authority,
 * the others find it.
 */
public final class AuthorityFolder implements IdentitySource {

  private static final Logger log = LoggerFactory.getLogger(AuthorityFolder.class);
  private static final Duration RENEWED_BEFORE_END = Duration.ofDays(30);

  private final Path folder;
  private final Path authority;
  private final Path authorityCertificate;
  private final Path authorityKey;
  private final Path server;
  private final List<String> hostNames;
  private final Clock clock;

  /**
   * @param hostNames what the certificate is to be good for, beside the names of this machine
   */
  public AuthorityFolder(Path folder, Collection<String> hostNames, Clock clock) {
    this.folder = folder;
    this.authority = folder.resolve("authority");
    this.authorityCertificate = authority.resolve("ca.pem");
    this.authorityKey = authority.resolve("ca.key");
    this.server = folder.resolve("server.pem");
    this.hostNames = List.copyOf(hostNames);
    this.clock = clock;
  }

  /** Whether the authority exists; it never goes away again by itself. */
  public boolean isMade() {
    return Files.exists(authorityCertificate);
  }

  /**
   * The certificate of the authority, which has to exist.
   *
   * @throws DatabaseException NOT_FOUND when it does not
   */
  public X509Certificate authority() {
    if (!isMade()) {
      throw new DatabaseException(
              ErrorCode.NOT_FOUND,
              "There is no certificate authority here; a server makes one when it first runs with"
                  + " this data folder")
          .with("directory", folder);
    }
    return readAuthority();
  }

  /** The server's certificate as it is, even if it is about to be replaced. */
  public Optional<X509Certificate> server() {
    return Optional.ofNullable(readServer(authority())).map(Identity::certificate);
  }

  /** One at a time, lest two threads make the same thing. */
  @Override
  public synchronized Identity identity() {
    try {
      if (!isMade()) {
        make();
      }
      X509Certificate issuer = readAuthority();
      Collection<String> names = HostNames.withThoseOfThisMachine(hostNames);
      Instant now = Instant.ofEpochMilli(clock.millis());
      Identity known = readServer(issuer);
      if (known != null && isGood(known.certificate(), names, now)) {
        return known;
      }
      requireAlive(issuer, now);
      Identity fresh = new Authority(issuer, readAuthorityKey()).issue(names, now);
      OwnerOnly.replace(server, Pem.text(fresh.key()) + Pem.text(fresh.certificate()));
      log.info(
          "Made a server certificate for {}, good until {}",
          String.join(", ", names),
          fresh.certificate().getNotAfter().toInstant());
      return fresh;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private static boolean isGood(
      X509Certificate certificate, Collection<String> names, Instant now) {
    return HostNames.of(certificate).containsAll(names)
        && !certificate.getNotBefore().toInstant().isAfter(now)
        && certificate.getNotAfter().toInstant().isAfter(now.plus(RENEWED_BEFORE_END));
  }

  /** Makes the authority aside and then puts it into its place as a whole, or not at all. */
  private void make() throws IOException {
    OwnerOnly.makeFolder(folder);
    Path aside = OwnerOnly.makeTemporaryFolder(folder);
    Path certificate = aside.resolve(authorityCertificate.getFileName());
    Path key = aside.resolve(authorityKey.getFileName());
    Authority made = Authority.create(Instant.ofEpochMilli(clock.millis()));
    try {
      OwnerOnly.write(certificate, Pem.text(made.certificate()));
      OwnerOnly.write(key, Pem.text(made.key()));
      Files.move(aside, authority, StandardCopyOption.ATOMIC_MOVE);
      log.info("Made a certificate authority in {}: {}", folder.toAbsolutePath(), made);
    } catch (IOException e) {
      Files.deleteIfExists(certificate);
      Files.deleteIfExists(key);
      Files.deleteIfExists(aside);
      // Another process that was quicker is no failure.
      if (!isMade()) {
        throw e;
      }
    }
  }

  private X509Certificate readAuthority() {
    try {
      return Pem.certificates(Files.readString(authorityCertificate, StandardCharsets.ISO_8859_1))
          .getFirst();
    } catch (IOException e) {
      throw unusable(e);
    } catch (CertificateException | RuntimeException e) {
      throw damaged(authorityCertificate, e);
    }
  }

  private PrivateKey readAuthorityKey() {
    try {
      return Pem.ecKey(Files.readString(authorityKey, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw unusable(e);
    } catch (GeneralSecurityException | RuntimeException e) {
      throw damaged(authorityKey, e);
    }
  }

  /** The server's identity, or null if there is none that the authority vouches for. */
  private @Nullable Identity readServer(X509Certificate issuer) {
    try {
      String text = Files.readString(server, StandardCharsets.ISO_8859_1);
      X509Certificate certificate = Pem.certificates(text).getFirst();
      return Authority.vouches(issuer, certificate)
          ? new Identity(Pem.ecKey(text), List.of(certificate, issuer))
          : null;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw unusable(e);
    } catch (GeneralSecurityException | RuntimeException e) {
      log.warn("The server certificate cannot be read and is made anew: {}", server, e);
      return null;
    }
  }

  private void requireAlive(X509Certificate issuer, Instant now) {
    if (!issuer.getNotAfter().toInstant().isAfter(now)) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE,
              "The certificate authority has expired. Remove the folder to have a new one made, and"
                  + " have clients trust that one.")
          .with("directory", authority)
          .with("expired", issuer.getNotAfter().toInstant());
    }
  }

  private static DatabaseException damaged(Path file, Exception cause) {
    return new DatabaseException(
            ErrorCode.CORRUPT,
            "A file of the certificate authority is damaged. Restore its folder from a backup, or"
                + " remove the folder to have a new authority made, which clients then have to"
                + " trust.",
            cause)
        .with("file", file);
  }

  private DatabaseException unusable(IOException cause) {
    return new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "The folder of the certificates cannot be used. Check that whoever runs the server may"
                + " read and write it.",
            cause)
        .with("directory", folder)
        .with("reason", cause);
  }
}
