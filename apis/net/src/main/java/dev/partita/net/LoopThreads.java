package dev.partita.net;

import dev.partita.base.concurrent.SharedThread;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;

/** The threads of event loops, which are known as such wherever something may have to wait. */
final class LoopThreads extends DefaultThreadFactory {

  LoopThreads() {
    super("net", true);
  }

  @Override
  protected Thread newThread(Runnable work, String name) {
    return new LoopThread(threadGroup, work, name);
  }

  private static final class LoopThread extends FastThreadLocalThread implements SharedThread {

    LoopThread(ThreadGroup group, Runnable work, String name) {
      super(group, work, name);
    }
  }
}
