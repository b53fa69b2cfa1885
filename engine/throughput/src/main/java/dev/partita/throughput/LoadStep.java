package dev.partita.throughput;

/**
 * Load of a physical partition in one step of a few seconds. Immutable.
 *
 * @param number number of the step, see {@link LoadHistory#stepAt}
 * @param requests number of charges
 * @param throttled number of refused requests
 * @param peakPercent part of its rate that the partition used in its busiest second
 */
public record LoadStep(
    long number, RequestCharge charge, long requests, long throttled, double peakPercent) {}
