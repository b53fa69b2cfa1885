/**
 * Long work as operators see it: {@link dev.partita.admin.jobs.JobViews} lists the jobs of the
 * engine and passes on what becomes of them.
 */
@NullMarked
package dev.partita.admin.jobs;

import org.jspecify.annotations.NullMarked;
