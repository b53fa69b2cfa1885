package dev.partita.document;

import dev.partita.throughput.RequestCharge;
import java.util.List;

/**
 * Some changes of a feed.
 *
 * @param next where the feed goes on
 * @param caughtUp whether there was nothing more at the moment of reading
 */
public record FeedPage(
    List<FeedChange> changes, FeedToken next, boolean caughtUp, RequestCharge charge) {}
