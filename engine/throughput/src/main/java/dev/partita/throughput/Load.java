package dev.partita.throughput;

/**
 * What a physical partition has done, in all and lately. Immutable.
 *
 * @param consumed everything charged since it was opened
 * @param requests how many charges that were
 * @param throttled how many requests were refused
 * @param lastSecond what was charged in the last complete second
 * @param normalisedPercent that as a part of the partition's rate, at most 100; 0 without a rate
 * @param minuteRuPerSecond the average of the last minute
 * @param minuteRequests the charges of the last minute
 * @param minuteThrottled the refusals of the last minute
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
