/**
 * What is measured of a node and of the requests of its clients. Start with {@link
 * dev.partita.telemetry.Telemetry}: it counts the requests of each protocol, which report what
 * comes of them as {@link dev.partita.telemetry.RequestOutcome}, {@link
 * dev.partita.telemetry.RequestLog} keeps some of them, and {@link dev.partita.telemetry.Metrics}
 * collects everything when it is asked to, in the text format of Prometheus or as OpenTelemetry has
 * it.
 *
 * <p>What must stay true: what a request that nobody looks at pays is two readings of the clock and
 * a few additions, with nothing that is looked up by name. How many series there are is bounded,
 * however many containers there are.
 */
@NullMarked
package dev.partita.telemetry;

import org.jspecify.annotations.NullMarked;
