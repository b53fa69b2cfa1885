package dev.partita.net.tls;

import dev.partita.base.time.Clock;

/**
 * Where a server finds its identity. Asked when the first client comes and then from time to time,
 * so that a certificate that was renewed is noticed without a restart. Safe for any thread, and
 * free to block.
 */
@FunctionalInterface
public interface IdentitySource {

  /**
   * The identity to show from now on.
   *
   * @throws dev.partita.base.error.DatabaseException saying what is wrong with which file
   */
  Identity identity();

  /** The source of a certificate that the user brought along. */
  static IdentitySource of(CertificateChoice.Pem choice, Clock clock) {
    return OwnCertificate.pem(choice, clock);
  }

  /** The source of a certificate that the user brought along. */
  static IdentitySource of(CertificateChoice.Pfx choice, Clock clock) {
    return OwnCertificate.pfx(choice, clock);
  }
}
