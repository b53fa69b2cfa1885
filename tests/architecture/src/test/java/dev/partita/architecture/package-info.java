/**
 * The rules of the house, as tests: {@link dev.partita.architecture.ArchitectureTest} checks what
 * the compiled modules depend on, {@link dev.partita.architecture.HouseRulesTest} the text of the
 * sources. Every rule is also shown to be able to fail, by the small world of violations in {@code
 * fixture} or by a few lines of text.
 */
@NullMarked
package dev.partita.architecture;

import org.jspecify.annotations.NullMarked;
