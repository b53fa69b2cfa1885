/**
 * Benchmarks over HTTP: {@link dev.partita.benchmarks.http.HttpLoad} is many clients at once,
 * {@link dev.partita.benchmarks.http.ServerProcess} a server in a process of its own, and {@link
 * dev.partita.benchmarks.http.BareServer} the least that a server on the same network library can
 * do, which is the limit to compare with. {@link dev.partita.benchmarks.http.PeerEmulator} is a
 * server of others, and {@link dev.partita.benchmarks.http.LaunchedServer} the database as its
 * users start it.
 */
@NullMarked
package dev.partita.benchmarks.http;

import org.jspecify.annotations.NullMarked;
