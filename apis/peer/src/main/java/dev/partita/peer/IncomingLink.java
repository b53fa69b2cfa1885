package dev.partita.peer;

import dev.partita.net.link.Link;
import dev.partita.net.link.LinkHandler;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the port for nodes: that of a node, unless the other side asks for something
 * else. Confined to its loop.
 */
final class IncomingLink implements LinkHandler {

  private final List<StrangerProtocol> others;
  private final StrangerProtocol.Refusing refusals;
  private LinkHandler handler;

  IncomingLink(
      IncomingPeer node, List<StrangerProtocol> others, StrangerProtocol.Refusing refusals) {
    this.handler = node;
    this.others = others;
    this.refusals = refusals;
  }

  @Override
  public void opened(Link link) {
    for (StrangerProtocol other : others) {
      if (other.name().equals(link.protocol())) {
        handler = other.open(refusals);
      }
    }
    handler.opened(link);
  }

  @Override
  public void frame(ByteBuffer frame) {
    handler.frame(frame);
  }

  @Override
  public void progressed() {
    handler.progressed();
  }

  @Override
  public void closed(@Nullable Throwable why) {
    handler.closed(why);
  }
}
