package dev.partita.server;

import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.net.tls.AuthorityFolder;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server shows to its clients, and when it is made: an authority in the data folder once the
 * engine has accepted the folder, beside the start rather than in it; one in memory when it is
 * needed. A certificate of the user's own is read at the start, so that mistakes show there. Safe
 * for any thread.
 */
final class ServerIdentity implements IdentitySource, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ServerIdentity.class);

  private final IdentitySource source;
  private final @Nullable AuthorityFolder folder;
  private final CountDownLatch dataOpen = new CountDownLatch(1);
  private volatile boolean closed;
  private volatile @Nullable Thread making;

  private ServerIdentity(IdentitySource source, @Nullable AuthorityFolder folder) {
    this.source = source;
    this.folder = folder;
  }

  /** The identity that the options ask for, or null for a server without TLS. */
  static @Nullable ServerIdentity of(ServerOptions options, Clock clock) {
    return switch (options.tls()) {
      case CertificateChoice.None() -> null;
      case CertificateChoice.Pem pem -> checked(IdentitySource.of(pem, clock));
      case CertificateChoice.Pfx pfx -> checked(IdentitySource.of(pfx, clock));
      case CertificateChoice.Made made when options.inMemory() ->
          new ServerIdentity(new MemoryAuthority(made.hostNames(), clock), null);
      case CertificateChoice.Made made -> {
        var folder = new AuthorityFolder(options.certificates(), made.hostNames(), clock);
        yield new ServerIdentity(folder, folder);
      }
    };
  }

  private static ServerIdentity checked(IdentitySource source) {
    var _ = source.identity();
    return new ServerIdentity(source, null);
  }

  @Override
  public Identity identity() {
    if (folder != null && !folder.isMade()) {
      awaitData();
    }
    if (closed) {
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping");
    }
    return source.identity();
  }

  /** The engine takes a new folder only as long as it is empty. */
  private void awaitData() {
    try {
      dataOpen.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping", e);
    }
  }

  /** Called when the data folder may be added to. */
  void dataIsOpen() {
    dataOpen.countDown();
    if (folder != null && !folder.isMade()) {
      making = Thread.ofVirtual().name("certificates").start(this::make);
    }
  }

  private void make() {
    try {
      var _ = source.identity();
    } catch (RuntimeException e) {
      log.error("There is no certificate to show, so HTTPS does not work", e);
    }
  }

  /** Returns when nothing is written to the data folder any more. */
  @Override
  public void close() {
    closed = true;
    dataOpen.countDown();
    Thread thread = making;
    if (thread != null) {
      Uninterruptibly.join(thread);
    }
  }
}
