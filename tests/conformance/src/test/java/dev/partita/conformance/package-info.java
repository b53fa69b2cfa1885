/**
 * Tests with unmodified clients of other vendors. {@link dev.partita.conformance.RunningServer}
 * starts a server; every test class is about one kind of resource or request.
 */
@NullMarked
package dev.partita.conformance;

import org.jspecify.annotations.NullMarked;
