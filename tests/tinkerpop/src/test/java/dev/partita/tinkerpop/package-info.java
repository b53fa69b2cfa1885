/**
 * TinkerPop's own suites for graphs, run over ours: {@link dev.partita.tinkerpop.SuitesTest} runs
 * them and holds what they find against the list of what is known to differ, {@code
 * known-differences.txt}.
 */
@NullMarked
package dev.partita.tinkerpop;

import org.jspecify.annotations.NullMarked;
