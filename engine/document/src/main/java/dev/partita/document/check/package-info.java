/**
 * The check of stored items: what {@link dev.partita.container.check.StoreCheck} cannot know,
 * because it does not know documents. {@link dev.partita.document.check.DataCheck} checks a whole
 * data folder.
 *
 * <p>What must stay true: every entry that leads to an item is followed from both ends.
 */
@NullMarked
package dev.partita.document.check;

import org.jspecify.annotations.NullMarked;
