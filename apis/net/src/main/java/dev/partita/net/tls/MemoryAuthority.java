package dev.partita.net.tls;

import dev.partita.base.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An authority that ends with the process, for servers that leave nothing behind. */
public final class MemoryAuthority implements IdentitySource {

  private final List<String> hostNames;
  private final Clock clock;
  private @Nullable Identity identity;

  /**
   * @param hostNames what the certificate is to be good for, beside the names of this machine
   */
  public MemoryAuthority(Collection<String> hostNames, Clock clock) {
    this.hostNames = List.copyOf(hostNames);
    this.clock = clock;
  }

  @Override
  public synchronized Identity identity() {
    if (identity == null) {
      Instant now = Instant.ofEpochMilli(clock.millis());
      identity = Authority.create(now).issue(HostNames.withThoseOfThisMachine(hostNames), now);
    }
    return identity;
  }
}
