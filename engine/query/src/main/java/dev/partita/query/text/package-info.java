/**
 * Full-text search without an index: {@link dev.partita.query.text.AnalyzedText} is an analyzed
 * text, {@link dev.partita.query.text.Phrase} a search phrase, and {@link
 * dev.partita.query.text.Bm25} the relevance of a text.
 *
 * <p>What must stay true: texts and phrases are analyzed in the same way, so that every phrase of a
 * text is found in it, except for stop words.
 */
@NullMarked
package dev.partita.query.text;

import org.jspecify.annotations.NullMarked;
