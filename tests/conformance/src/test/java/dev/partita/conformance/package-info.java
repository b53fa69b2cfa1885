/**
 * What unmodified clients of others see of this server. {@link
 * dev.partita.conformance.RunningServer} starts one; every class of tests is about one kind of
 * resource or request.
 */
@NullMarked
package dev.partita.conformance;

import org.jspecify.annotations.NullMarked;
