package dev.partita.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The open connections of a server, and whether it takes more. Safe for any number of threads. */
public final class Connections {

  /** What to do with a connection that has just been opened. */
  public enum Admission {
    SERVE,
    /** There are too many: say so. */
    REFUSE,
    /** Do not even say so: the server stops, or is busy enough with saying so. */
    DROP
  }

  /** Told to every connection when the server stops: answer what was asked, then close. */
  public enum Drain {
    NOW
  }

  private static final int REFUSED_AT_ONCE = 100;

  private final int max;
  private final AtomicInteger served = new AtomicInteger();
  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private volatile boolean stopping;

  public Connections(int max) {
    this.max = max;
  }

  public Admission admit(Channel channel) {
    // Joining first makes sure that a connection which does not see the flag is told to drain.
    open.add(channel);
    if (stopping || open.size() > max + REFUSED_AT_ONCE) {
      return Admission.DROP;
    }
    if (served.incrementAndGet() > max) {
      served.decrementAndGet();
      return Admission.REFUSE;
    }
    channel.closeFuture().addListener(closed -> served.decrementAndGet());
    return Admission.SERVE;
  }

  /** Asks all connections to finish, and says whether they had by then. */
  public boolean drain(long millis) {
    stopping = true;
    open.forEach(channel -> channel.pipeline().fireUserEventTriggered(Drain.NOW));
    return open.newCloseFuture().awaitUninterruptibly(millis, TimeUnit.MILLISECONDS);
  }

  /** Whether all connections are asked to finish, although some may not have been told yet. */
  public boolean isStopping() {
    return stopping;
  }

  /** Closes what is left, whatever it is doing. */
  public void closeAll() {
    open.close().awaitUninterruptibly();
  }

  public int count() {
    return open.size();
  }
}
