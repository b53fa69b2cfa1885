package dev.partita.peer;

import dev.partita.net.link.LinkHandler;

/**
 * What else is spoken at the port for nodes, by those who cannot show a certificate yet. Safe for
 * any number of threads.
 */
public interface StrangerProtocol {

  /** Where refusals are counted and logged. */
  @FunctionalInterface
  interface Refusing {

    /**
     * @param text what is wrong and what to do
     */
    void refused(RefusalReason reason, String text);
  }

  /** Its name in the handshake of TLS. */
  String name();

  /** Talks to one of them, over a link that is closed after a while unless it is admitted. */
  LinkHandler open(Refusing refusals);
}
