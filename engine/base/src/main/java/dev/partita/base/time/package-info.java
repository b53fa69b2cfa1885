/** The only place that asks the machine for the time. */
@NullMarked
package dev.partita.base.time;

import org.jspecify.annotations.NullMarked;
