/** The extension for JUnit 5 and 6: start at {@link dev.partita.testing.junit.PartitaTest}. */
@NullMarked
package dev.partita.testing.junit;

import org.jspecify.annotations.NullMarked;
