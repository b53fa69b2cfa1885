package dev.partita.throughput;

/**
 * A key that spends much, as {@link HotKeys} estimates it. Immutable.
 *
 * @param consumed what the key spent recently; never less than the truth
 * @param error by how much {@code consumed} may exceed the truth
 * @param sharePercent {@code consumed} as a part of what all keys spent
 */
public record HotKey(
    String key, RequestCharge consumed, RequestCharge error, double sharePercent) {}
