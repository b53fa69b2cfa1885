/**
 * Benchmarks over HTTP: {@link dev.partita.benchmarks.http.HttpLoad} is many clients at once,
 * {@link dev.partita.benchmarks.http.ServerProcess} a server in a process of its own, and {@link
 * dev.partita.benchmarks.http.BareServer} the minimum of a server on the same network library, as
 * an upper bound. {@link dev.partita.benchmarks.http.PeerEmulator} is another implementation, and
 * {@link dev.partita.benchmarks.http.LaunchedServer} Partita as its users start it.
 */
@NullMarked
package dev.partita.benchmarks.http;

import org.jspecify.annotations.NullMarked;
