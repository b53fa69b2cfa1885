/**
 * Full-text search without an index: {@link dev.partita.query.text.AnalyzedText} is a text as words
 * to search in, {@link dev.partita.query.text.Phrase} is what is searched for, and {@link
 * dev.partita.query.text.Bm25} tells how much a text is about it.
 *
 * <p>What stays true: texts and phrases are taken apart in the same way, so that whatever a text
 * says can be found in it, but for words that say nothing.
 */
@NullMarked
package dev.partita.query.text;

import org.jspecify.annotations.NullMarked;
