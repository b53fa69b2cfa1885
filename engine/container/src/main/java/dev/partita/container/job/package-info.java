/**
 * Long work that goes on after a crash: what a {@link dev.partita.container.job.JobKind} has to
 * bring. The jobs themselves are records of the catalogue, and {@link dev.partita.container.Jobs}
 * carries them on, step by step.
 *
 * <p>What must stay true: a step may be taken twice, since the process may die before what it has
 * reached is noted; and everything that a job needs to go on is in its record.
 */
@NullMarked
package dev.partita.container.job;

import org.jspecify.annotations.NullMarked;
