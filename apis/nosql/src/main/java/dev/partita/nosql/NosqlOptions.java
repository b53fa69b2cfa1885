package dev.partita.nosql;

import dev.partita.protocol.account.AccountKeys;
import org.jspecify.annotations.Nullable;

/**
 * How this API presents the server.
 *
 * @param account the account that is served
 * @param keys null to let everyone do everything
 * @param gatewayEndpoint where clients are told to send requests; null for where they sent this one
 * @param queryMillis how long a page of a query may work
 * @param consistency the account's
 */
public record NosqlOptions(
    String account,
    @Nullable AccountKeys keys,
    @Nullable String gatewayEndpoint,
    long queryMillis,
    ConsistencyPolicy consistency) {}
