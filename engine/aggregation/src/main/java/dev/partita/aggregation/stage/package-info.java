/**
 * The stages of pipelines that need nothing but documents and collections to read: {@link
 * dev.partita.aggregation.stage.Stages} has all of them.
 *
 * <p>What stays true: a stage keeps no more in memory than its part of the workspace; what goes
 * beyond is in files or refused with MongoDB's failure.
 */
@NullMarked
package dev.partita.aggregation.stage;

import org.jspecify.annotations.NullMarked;
