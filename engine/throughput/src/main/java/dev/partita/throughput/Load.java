package dev.partita.throughput;

/**
 * Totals of a physical partition and its recent load. Immutable.
 *
 * @param consumed total of all charges since it was opened
 * @param requests number of charges
 * @param throttled number of refused requests
 * @param lastSecond charges of the last complete second
 * @param normalisedPercent that as a part of the partition's rate, at most 100; 0 without a rate
 * @param minuteRuPerSecond average of the last minute
 * @param minuteRequests number of charges in the last minute
 * @param minuteThrottled number of refusals in the last minute
 */
public record Load(
    RequestCharge consumed,
    long requests,
    long throttled,
    RequestCharge lastSecond,
    double normalisedPercent,
    double minuteRuPerSecond,
    long minuteRequests,
    long minuteThrottled) {}
