package dev.partita.document;

import dev.partita.base.time.Clock;
import dev.partita.container.Jobs;
import dev.partita.container.ScanFailures;

/**
 * What items work with; one for all containers of an engine. Immutable.
 *
 * @param opening a number that no other engine has over the same data, or over a copy of it
 * @param itemBytesMax how large one item may be
 * @param scanFailures what could not be read the quick way
 * @param jobs which tell how far indexes are
 */
record ItemEnvironment(
    Clock clock, long opening, int itemBytesMax, ScanFailures scanFailures, Jobs jobs) {}
