/** Files and who may use them. */
@NullMarked
package dev.partita.base.file;

import org.jspecify.annotations.NullMarked;
