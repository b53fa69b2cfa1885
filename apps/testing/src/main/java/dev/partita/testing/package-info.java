/**
 * Servers for the tests of others: {@link dev.partita.testing.TestServer} starts one from a
 * package, as a process of its own, so that tests run on whatever Java they like. {@link
 * dev.partita.testing.junit.PartitaTest} does so for JUnit.
 *
 * <p>What must stay true: nothing but the JDK from 17 on is needed here, JUnit only by the package
 * for it; a server does not outlive the process that started it, unless that is killed.
 */
@NullMarked
package dev.partita.testing;

import org.jspecify.annotations.NullMarked;
