/**
 * Advice on the partition keys of containers, for the admin API: {@link
 * dev.partita.admin.advice.AdviceRuns} works it out beside everything else, from the requests in
 * the log and one pass over the documents, and keeps it. Whom the work is charged to: no one.
 */
@NullMarked
package dev.partita.admin.advice;

import org.jspecify.annotations.NullMarked;
