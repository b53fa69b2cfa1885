package dev.partita.cli.demo;

import java.util.List;

/**
 * What there is to see at a moment.
 *
 * @param endpoint where the server is
 * @param elapsedSeconds since the traffic began
 * @param act what is going on, in a sentence
 * @param requestsPerSecond that were done lately
 * @param events the last few, oldest first
 */
record Scene(
    String endpoint,
    double elapsedSeconds,
    String act,
    List<PartitionView> containers,
    double requestsPerSecond,
    double p50Millis,
    double p99Millis,
    long done,
    long throttled,
    long failed,
    List<String> events) {}
