package dev.partita.throughput;

/**
 * Key with high consumption, as {@link HotKeys} estimates it. Immutable.
 *
 * @param consumed recent consumption of the key; never less than the true value
 * @param error by how much {@code consumed} may exceed the true value
 * @param sharePercent {@code consumed} as a part of the consumption of all keys
 */
public record HotKey(
    String key, RequestCharge consumed, RequestCharge error, double sharePercent) {}
