/**
 * Failures that tests ask for: {@link dev.partita.server.rehearsal.Rehearsals} has the next
 * requests of a container, a partition or a key fail or wait, and moves the engine's clock. The
 * administration of it is part of the admin API; with the setting off, which it is unless a test
 * turns it on, every call is refused by name and nothing is put around the handling of requests.
 *
 * <p>What must stay true: what a rehearsal refuses is not carried out, except for lost answers,
 * which are; requests beside the contents of NoSQL containers are never touched.
 */
@NullMarked
package dev.partita.server.rehearsal;

import org.jspecify.annotations.NullMarked;
