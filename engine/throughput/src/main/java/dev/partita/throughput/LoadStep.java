package dev.partita.throughput;

/**
 * What a physical partition did in a few seconds. Immutable.
 *
 * @param number which few seconds: {@link LoadHistory#stepAt}
 * @param requests how many charges there were
 * @param throttled how many requests were refused
 * @param peakPercent the part of its rate that the partition used in its busiest second
 */
public record LoadStep(
    long number, RequestCharge charge, long requests, long throttled, double peakPercent) {}
