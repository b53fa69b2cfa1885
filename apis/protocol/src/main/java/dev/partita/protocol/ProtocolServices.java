package dev.partita.protocol;

import dev.partita.container.Engine;
import dev.partita.document.Documents;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.protocol.account.Account;
import dev.partita.telemetry.Telemetry;
import org.jspecify.annotations.Nullable;

/**
 * What a server gives to its protocols. Safe for use by any number of threads.
 *
 * @param engine the data of the node
 * @param documents its items
 * @param queries what long queries share threads by
 * @param account the account that is served
 * @param publicEndpoint where clients are told to send requests; null for where they sent this one
 * @param queryMillis how long a page of a query may work
 * @param telemetry what counts requests, and logs some
 * @param server what the server knows of itself
 */
public record ProtocolServices(
    Engine engine,
    Documents documents,
    LongQueryScheduler queries,
    Account account,
    @Nullable String publicEndpoint,
    long queryMillis,
    Telemetry telemetry,
    ServerView server) {}
