package dev.partita.net.link;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * One connection to another program. Confined to its event loop, unless a method says otherwise.
 */
public interface Link {

  /** The thread of this link. Callable from any thread. */
  LinkLoop loop();

  /** The name of what is spoken, as both sides have agreed on in the handshake of TLS (ALPN). */
  String protocol();

  /** What the other side has shown, its own certificate first; empty if it has shown none. */
  List<X509Certificate> certificates();

  /** The address of the other side, for messages. Callable from any thread. */
  String remote();

  /** The other side is known: from now on its frames may be as long as the rules say. */
  void admit();

  /** Sends a frame behind those before it. Nothing comes of it if the link is closed. */
  void send(OutgoingFrame frame);

  /** Of the frames that were sent and have not been handed to the network. */
  long unsentBytes();

  /** Whether more is read. What has arrived already may still be passed on. */
  void read(boolean on);

  /** Closes the link once everything that was sent has been handed to the network. */
  void closeWhenSent();

  /** Closes the link at once. Callable from any thread. */
  void close();
}
