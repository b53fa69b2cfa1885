package dev.partita.cli.demo;

import java.util.List;

/**
 * State of the demo at a moment. Immutable.
 *
 * @param endpoint address of the server
 * @param elapsedSeconds time since the traffic began
 * @param act description of the current act
 * @param requestsPerSecond recent rate
 * @param events the latest events, oldest first
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
