/** Tests of scripts: what they can do, what they cannot, and what they are charged for trying. */
@NullMarked
package dev.partita.script;

import org.jspecify.annotations.NullMarked;
