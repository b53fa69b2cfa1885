/**
 * TinkerPop's own suites for graphs, run on Partita: {@link dev.partita.tinkerpop.SuitesTest} runs
 * them and compares their failures with the list of known differences, {@code
 * known-differences.txt}.
 */
@NullMarked
package dev.partita.tinkerpop;

import org.jspecify.annotations.NullMarked;
