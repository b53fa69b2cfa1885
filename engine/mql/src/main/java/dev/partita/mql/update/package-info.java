/**
 * Updates: {@link dev.partita.mql.update.Update} is parsed from an update's argument, and makes a
 * new document of an old one, or the document that an upsert inserts, together with the description
 * of what changed.
 *
 * <p>What stays true: an update is data that can be kept and sent, since its source is BSON.
 * Applied to the same document in the same scope it gives the same result: the time and new ids
 * come from the {@link dev.partita.mql.update.UpdateScope}.
 */
@NullMarked
package dev.partita.mql.update;

import org.jspecify.annotations.NullMarked;
