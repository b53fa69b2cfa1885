/**
 * How queries are carried out, for people who wonder what one costs: {@link
 * dev.partita.admin.queries.PlanView} makes a tree of what the engine says of a page.
 */
@NullMarked
package dev.partita.admin.queries;

import org.jspecify.annotations.NullMarked;
