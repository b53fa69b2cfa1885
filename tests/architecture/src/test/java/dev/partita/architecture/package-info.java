/**
 * Rules of the project as tests: {@link dev.partita.architecture.ArchitectureTest} checks the
 * dependencies of compiled modules, {@link dev.partita.architecture.HouseRulesTest} the text of
 * sources. Every rule is also shown to be able to fail, by the violations in {@code fixture} or by
 * a few lines of text.
 */
@NullMarked
package dev.partita.architecture;

import org.jspecify.annotations.NullMarked;
