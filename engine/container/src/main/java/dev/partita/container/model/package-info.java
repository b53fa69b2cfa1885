/**
 * What a model declares of its data: {@link dev.partita.container.model.Model} names its records'
 * check and repair, the kinds of its index entries and its change-log policy in one place, and
 * {@link dev.partita.container.model.Models} finds the model that a container's definition names.
 * What a model does by itself in an engine is {@link dev.partita.container.ModelWork}.
 *
 * <p>What must stay true: a letter means one kind of index entries in all containers of a model,
 * and an entry of another kind is a finding of the check.
 */
@NullMarked
package dev.partita.container.model;

import org.jspecify.annotations.NullMarked;
