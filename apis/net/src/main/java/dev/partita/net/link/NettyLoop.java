package dev.partita.net.link;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An event loop of Netty. */
record NettyLoop(EventLoop netty) implements LinkLoop {

  private static final Logger log = LoggerFactory.getLogger(NettyLoop.class);

  @Override
  public boolean execute(Runnable step) {
    try {
      netty.execute(step);
      return true;
    } catch (RejectedExecutionException stopped) {
      log.debug("A step is not taken because the network has stopped", stopped);
      return false;
    }
  }

  @Override
  public Timer after(long millis, Runnable step) {
    try {
      ScheduledFuture<?> scheduled = netty.schedule(step, millis, TimeUnit.MILLISECONDS);
      return () -> scheduled.cancel(false);
    } catch (RejectedExecutionException stopped) {
      log.debug("A timer is not set because the network has stopped", stopped);
      return () -> {};
    }
  }

  @Override
  public boolean isCurrent() {
    return netty.inEventLoop();
  }
}
