/**
 * Links: connections between programs that know each other. Over TLS 1.3 each shows a certificate,
 * and from then on either may send frames, whose length is in their first four bytes. {@link
 * dev.partita.net.link.LinkNetwork} listens and connects; whoever uses it brings a {@link
 * dev.partita.net.link.LinkHandler} for each link. Other than with {@code net.frames}, where a
 * server answers strangers, both ends are the same here, and none is anonymous.
 *
 * <p>What must stay true: a link and its handler are confined to one event loop; until the handler
 * has said that it knows the other side, frames are short, links are few, and time is limited; what
 * is sent keeps its order; a large frame is sent in pieces, between which other links of the loop
 * get their turn; a frame that has not begun to leave can be taken back.
 */
@NullMarked
package dev.partita.net.link;

import org.jspecify.annotations.NullMarked;
