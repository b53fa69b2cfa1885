/**
 * The replication groups of a node, as its engine sees them: which there are, their logs, and who
 * leads them. Start at {@link dev.partita.container.group.Groups}.
 *
 * <p>What must stay true: on a node that is alone there is one log for all groups, and no class is
 * loaded that a cluster needs.
 */
@NullMarked
package dev.partita.container.group;

import org.jspecify.annotations.NullMarked;
