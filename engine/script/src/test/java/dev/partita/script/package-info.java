/** Tests of scripts: their capabilities, limits and charges. */
@NullMarked
package dev.partita.script;

import org.jspecify.annotations.NullMarked;
