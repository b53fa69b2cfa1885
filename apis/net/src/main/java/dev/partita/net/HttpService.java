package dev.partita.net;

import dev.partita.base.time.Clock;
import java.util.concurrent.ExecutorService;

/** What all connections of one server share. */
record HttpService(
    HttpHandler handler,
    NetLimits limits,
    Clock clock,
    HttpDate date,
    ByteBudget budget,
    ExecutorService threads,
    Connections connections) {}
