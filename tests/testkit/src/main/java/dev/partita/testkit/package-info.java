/**
 * Parts that the tests of several modules share. {@link dev.partita.testkit.TestEngine} is an
 * engine in memory with a clock that the test advances; {@link dev.partita.testkit.Expect} has
 * assertions, JSON in short form and waits with a deadline; {@link
 * dev.partita.testkit.LoggingForTests} makes the log readable for tests.
 *
 * <p>What must stay true: the module is used in test scope only, by modules above {@code
 * engine/container}, and by {@code apis/net} for its log; modules below would form a cycle and have
 * harnesses of their own.
 */
@NullMarked
package dev.partita.testkit;

import org.jspecify.annotations.NullMarked;
