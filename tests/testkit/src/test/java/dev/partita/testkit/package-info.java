/** Tests that the harness finds what it promises to find. */
@NullMarked
package dev.partita.testkit;

import org.jspecify.annotations.NullMarked;
