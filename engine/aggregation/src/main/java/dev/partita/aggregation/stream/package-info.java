/**
 * Documents that come one after the other, and what holds more of them than memory does: {@link
 * dev.partita.aggregation.stream.ExternalSort} and {@link
 * dev.partita.aggregation.stream.DocumentSpool} take memory from a {@link
 * dev.partita.aggregation.stream.Workspace} and go on in scratch files when there is no more.
 *
 * <p>What stays true: a stream that failed because what it reads from failed can be asked again and
 * goes on where it was; whatever is taken of memory and files is given back by closing.
 */
@NullMarked
package dev.partita.aggregation.stream;

import org.jspecify.annotations.NullMarked;
