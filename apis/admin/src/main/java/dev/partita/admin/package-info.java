/**
 * What operators and their tools ask a server about itself. Start with {@link
 * dev.partita.admin.HealthApi}; whoever knows how the server is doing implements {@link
 * dev.partita.admin.Health}.
 *
 * <p>What must stay true: these paths need no authentication and reveal nothing of the data.
 */
@NullMarked
package dev.partita.admin;

import org.jspecify.annotations.NullMarked;
